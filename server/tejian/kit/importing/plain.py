"""A text file as the workbook that an import reads: every cell a text, in the first sheet.

As Excel writes them: CSV with commas or semicolons (UTF-8, GBK), «Unicode 文本» (UTF-16 with tabs).
"""

import csv
import io
import re
import tempfile
from pathlib import Path

import xlsxwriter

from tejian.kit.ground.errors import BadInput
from tejian.kit.papers.sheet import OPTIONS

from .reading import COLUMNS_LIMIT

CSV_LIMIT = 8 << 20  # bytes; larger tables come as workbooks
ENCODINGS = ("utf-8-sig", "gb18030")
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
SEPARATORS = ("\t", ";", ",")  # of those that stand in the first lines the one that stands there most
ENDINGS = (".csv", ".txt", ".tsv")


def lines_of(content: bytes) -> list[list[str]]:
    """The lines of a CSV file (UTF-8, GB 18030 or UTF-16). Refuses what is no such text."""
    if len(content) > CSV_LIMIT:
        raise BadInput(f"CSV文件超过{CSV_LIMIT >> 20} MB，请另存为.xlsx后再导入")
    try:
        text = _text(content)
        own = SAID.match(text)
        text = text[own.end() :] if own else text
        separator = own[1] if own else _separator(text)
        lines = list(csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=separator))
    except csv.Error:
        raise BadInput("CSV文件的引号或分隔有误，无法读取") from None
    if max(map(len, lines), default=0) > COLUMNS_LIMIT:
        raise BadInput(f"列数超过{COLUMNS_LIMIT}，请使用导入模板")
    return lines


def workbook_of(content: bytes) -> bytes:
    """The workbook with the cells of a CSV file."""
    lines = lines_of(content)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "given.xlsx"
        with xlsxwriter.Workbook(str(path), {**OPTIONS, "tmpdir": folder}) as book:
            sheet = book.add_worksheet("数据")
            for n, line in enumerate(lines):
                for i, cell in enumerate(line):
                    if cell:
                        sheet.write_string(n, i, cell[:32_000])
        return path.read_bytes()


SAID = re.compile(r"sep=([\t;,])\r?\n", re.IGNORECASE)  # Excel's own first line


def _separator(text: str) -> str:
    """What stands between the cells of the first lines, outside of quotes."""
    first = re.sub(r'"[^"]*"', "", "\n".join(text.splitlines()[:10]))
    return max(SEPARATORS, key=lambda sign: (first.count(sign), sign == ","))


def _text(content: bytes) -> str:
    if content.startswith(UTF_16):
        try:
            return content.decode("utf-16")
        except UnicodeDecodeError:
            raise BadInput("文本文件的编码有误，无法读取") from None
    if b"\0" not in content:
        for encoding in ENCODINGS:
            try:
                return content.decode(encoding)
            except UnicodeDecodeError:
                continue
    raise BadInput("文本文件应为UTF-8、GBK或Unicode（UTF-16）编码")
