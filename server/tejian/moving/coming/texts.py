"""Tables as text: in which encoding a file is written, what stands between its cells, and its lines one by one."""

import codecs
import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from tejian.kit.ground.errors import BadInput

LINE_LONG = 1 << 18  # characters of one line; a cell may hold several lines
SAMPLE = 1 << 16
BLOCK = 1 << 20
SEPARATORS = {"\t": "制表符", ";": "分号", ",": "逗号", "|": "竖线"}
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
TOO_LONG = f"有一行超过{LINE_LONG >> 10}千字，不是一张表；请在旧系统重新导出，每条记录一行"
MIXED = "文件里混有两种编码（UTF-8 与 GBK），第{line}行起读不出；请在旧系统按一种编码重新导出"
NO_TEXT = "文本文件应为UTF-8、GBK或Unicode（UTF-16）编码"
csv.field_size_limit(LINE_LONG)


def encoding_of(path: Path) -> str:
    """The encoding of a whole file: its mark, else UTF-8 or GB 18030. Raises BadInput for anything else."""
    with path.open("rb") as file:
        head = file.read(4)
        for mark, name in MARKS:
            if head.startswith(mark):
                _decoded(path, name)
                return name
    where = [_decoded(path, name, refuse=False) for name in ("utf-8", "gb18030")]
    if where[0] is None:
        return "utf-8"
    if where[1] is None and not _also_utf8(path, where[0]):
        return "gb18030"
    raise BadInput(MIXED.format(line=where[0]) if _also_utf8(path, where[0]) else NO_TEXT)


def _decoded(path: Path, encoding: str, *, refuse: bool = True) -> int | None:
    """The first line that cannot be read in an encoding; None for a file that can."""
    decoder, line = codecs.getincrementaldecoder(encoding)(), 1
    with path.open("rb") as file:
        while True:
            block = file.read(BLOCK)
            try:
                text = decoder.decode(block, final=not block)
            except UnicodeDecodeError as wrong:
                if refuse:
                    raise BadInput("文本文件的编码有误，无法读取") from None
                return line + block[: wrong.start].count(b"\n")
            if "\0" in text:
                raise BadInput(NO_TEXT)
            line += text.count("\n")
            if not block:
                return None


def _also_utf8(path: Path, first: int) -> bool:
    """Whether a file that is not UTF-8 as a whole has lines that are, and say more than ASCII does."""
    with path.open("rb") as file:
        passing_by = 0
        for raw in iter(lambda: file.readline(LINE_LONG * 4), b""):
            passing_by += 1
            if not raw.isascii():
                try:
                    raw.decode("utf-8")
                except UnicodeDecodeError:
                    if passing_by > first + 2_000:
                        return False
                    continue
                # two Chinese characters of GBK are rarely valid UTF-8, three bytes each; six in a row never by chance
                if re.search(rb"(?:[\xe4-\xe9][\x80-\xbf]{2}){3}", raw):
                    return True
    return False


def separator_of(path: Path, encoding: str) -> str:
    """What stands between the cells of the first lines, outside of quotes."""
    with path.open(encoding=encoding, newline="") as file:
        first = "\n".join(file.read(SAMPLE).splitlines()[:10])
    plain = re.sub(r'"[^"]*"', "", first)
    return max(SEPARATORS, key=lambda sign: (plain.count(sign), sign == ","))


def lines(path: Path, encoding: str, separator: str) -> Iterator[tuple[int, list[object]]]:
    """Number and cells of each line, read one after another. Raises BadInput for a line that is no row of a table."""
    with path.open(encoding=encoding, newline="") as file:
        reader = csv.reader(_bounded(file), delimiter=separator, strict=True)
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield reader.line_num, [cell.strip() for cell in cells]
        except csv.Error:
            raise BadInput(f"第{reader.line_num}行的引号或分隔有误，无法读取") from None


def _bounded(file: io.TextIOWrapper) -> Iterator[str]:
    """The lines of a file, none longer than a table may have: what is longer is never held whole."""
    while line := file.readline(LINE_LONG + 1):
        if len(line) > LINE_LONG:
            raise BadInput(TOO_LONG)
        yield line
