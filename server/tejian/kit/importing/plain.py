"""A CSV file as the workbook that an import reads: every cell a text, in the first sheet."""

import csv
import io
import tempfile
from pathlib import Path

import xlsxwriter

from tejian.kit.ground.errors import BadInput
from tejian.kit.papers.sheet import OPTIONS

from .reading import COLUMNS_LIMIT

CSV_LIMIT = 8 << 20  # bytes; larger tables come as workbooks
ENCODINGS = ("utf-8-sig", "gb18030")


def workbook_of(content: bytes) -> bytes:
    """The workbook with the cells of a CSV file (UTF-8 or GB 18030). Refuses what is no such text."""
    if len(content) > CSV_LIMIT:
        raise BadInput(f"CSV文件超过{CSV_LIMIT >> 20} MB，请另存为.xlsx后再导入")
    try:
        lines = list(csv.reader(io.StringIO(_text(content), newline=""), strict=True))
    except csv.Error:
        raise BadInput("CSV文件的引号或分隔有误，无法读取") from None
    if max(map(len, lines), default=0) > COLUMNS_LIMIT:
        raise BadInput(f"列数超过{COLUMNS_LIMIT}，请使用导入模板")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "given.xlsx"
        with xlsxwriter.Workbook(str(path), {**OPTIONS, "tmpdir": folder}) as book:
            sheet = book.add_worksheet("数据")
            for n, line in enumerate(lines):
                for i, cell in enumerate(line):
                    if cell:
                        sheet.write_string(n, i, cell[:32_000])
        return path.read_bytes()


def _text(content: bytes) -> str:
    if b"\0" not in content:
        for encoding in ENCODINGS:
            try:
                return content.decode(encoding)
            except UnicodeDecodeError:
                continue
    raise BadInput("CSV文件应为UTF-8或GBK编码的文本")
