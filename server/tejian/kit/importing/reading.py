"""Reads an uploaded workbook that may be anything (a bomb, macros, a wall of formats) or says why it will not."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook

from tejian.kit.ground.errors import BadInput

from .formats import as_shown, shown_by

FILE_LIMIT = 60 << 20  # bytes as uploaded
UNPACKED_LIMIT = 600 << 20  # bytes when unpacked, counted while unpacking: what the file says of itself may be a lie
RATIO, ALWAYS = 100, 32 << 20  # unpacked to packed; what is small may be as tight as it likes
TOO_MUCH = f"工作簿解压后超过{UNPACKED_LIMIT >> 20} MB，已停止读取"
TOO_TIGHT = "工作簿解压后比文件大得异常，已停止读取，请使用导入模板"
PARTS_LIMIT = 2_000
AREA_LIMIT = 50_000_000  # cells of the rectangle that the reader walks through
COLUMNS_LIMIT = 400
ROWS_AT_ONCE = 5_000  # the reader lays out a rectangle of so many rows in memory
BLOCK = 1 << 20
OVERLAP = 4096

LETTERS = re.compile(rb' r="([A-Z]{1,3})[0-9]{1,7}"')
NUMBER = re.compile(rb' r="[A-Z]{1,3}([0-9]{1,7})"')
ROW = re.compile(rb"<(?:\w+:)?row(?=[\s/>])[^>]*>")
ROW_NUMBER = re.compile(rb'\sr="(\d{1,7})"')
SHEET_DATA = re.compile(rb"<((?:\w+:)?)sheetData\s*>")
SHEET = re.compile(rb'<(?:\w+:)?sheet\s[^>]*?\s\w+:id="([^"]+)"')
TARGET = re.compile(rb'\bTarget="([^"]+)"')
FORMULA = re.compile(rb'<(?:\w+:)?c\s[^>]*?r="([A-Z]{1,3}\d{1,7})"[^>]*>\s*<(?:\w+:)?f[\s/>]')
ANY_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})"')
ERROR_CELL = re.compile(rb"(<(?:\w+:)?c\s[^>]*?\st=)[\"']e[\"']")
Merge = tuple[int, int, int, int]  # first line, first column, last line, last column, from 1
MERGES_LIMIT = 5_000
OLD_FORMAT = b"\xd0\xcf\x11\xe0"  # .xls, and .xlsx with a password


def check(path: Path, most_rows: int) -> list[Merge]:
    """Refuse what is not a plain workbook of values; gives the merged cells of its first sheet. Reads the parts once,
    in blocks."""
    with path.open("rb") as file:
        head = file.read(4)
    if head == OLD_FORMAT:
        raise BadInput("这是旧版（.xls）或加密的工作簿，请另存为未加密的.xlsx后再导入")
    try:
        with zipfile.ZipFile(path) as archive:
            return _check_parts(archive, most_rows)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zipfile.zlib.error):  # type: ignore[attr-defined]
        raise BadInput("文件不是有效的Excel工作簿（.xlsx）") from None


def _check_parts(archive: zipfile.ZipFile, most_rows: int) -> list[Merge]:
    names = archive.namelist()
    if "[Content_Types].xml" not in names or "xl/workbook.xml" not in names:
        raise BadInput("文件不是Excel工作簿（.xlsx），请使用导入模板")
    if len(names) > PARTS_LIMIT:
        raise BadInput("工作簿内容过多，请使用导入模板")
    if any(n.lower().endswith("vbaproject.bin") or "/macrosheets/" in n.lower() for n in names):
        raise BadInput("工作簿含有宏，请另存为不含宏的.xlsx后再导入")
    packed = sum(info.compress_size for info in archive.infolist())
    most = min(UNPACKED_LIMIT, ALWAYS + RATIO * packed)
    # of no part more is unpacked than the archive says of it
    if sum(info.file_size for info in archive.infolist()) > most:
        raise BadInput(TOO_TIGHT if most < UNPACKED_LIMIT else TOO_MUCH)
    merges: dict[str, list[Merge]] = {}
    for info in archive.infolist():
        is_sheet = info.filename.startswith("xl/worksheets/") and info.filename.endswith(".xml")
        area, tail = _Area(most_rows), b""
        with archive.open(info) as part:
            while block := part.read(BLOCK):
                if is_sheet:
                    tail = area.take(tail + block)
        merges[info.filename] = sorted(area.merges)
        if info.filename == "[Content_Types].xml" and b"macroEnabled" in archive.read(info):
            raise BadInput("工作簿含有宏，请另存为不含宏的.xlsx后再导入")
    try:
        return merges[_first_sheet(archive)]
    except KeyError:
        raise BadInput("工作簿已损坏，无法读取") from None


class _Area:
    """What a sheet holds, seen block by block."""

    def __init__(self, most_rows: int):
        self.most_rows, self.rows, self.columns = most_rows, 0, 0
        self.merges: set[Merge] = set()

    def take(self, text: bytes) -> bytes:
        """Look at `text`; gives the end of it, which may be the beginning of something."""
        if formula := FORMULA.search(text):
            raise BadInput(f"单元格{formula[1].decode()}是公式，请全部粘贴为数值后再导入")
        if ANY_FORMULA.search(text):
            raise BadInput("工作簿含有公式，请全部粘贴为数值后再导入")
        self.merges |= {_merge(*corners) for corners in MERGED.findall(text)}
        if len(self.merges) > MERGES_LIMIT:
            raise BadInput(f"合并单元格超过{MERGES_LIMIT}处，请取消合并后再导入")
        self.rows = max(self.rows, *map(int, {*NUMBER.findall(text)}), 0)
        self.columns = max(self.columns, *map(column_number, {*LETTERS.findall(text)}), 0)
        if self.columns > COLUMNS_LIMIT:
            raise BadInput(f"列数超过{COLUMNS_LIMIT}，请使用导入模板")
        if self.rows > self.most_rows + 1000 and self.rows * self.columns > AREA_LIMIT:
            raise BadInput(f"数据超过{self.most_rows}行，请分次导入")
        if self.rows * self.columns > AREA_LIMIT:
            raise BadInput("数据区域过大，请使用导入模板")
        return text[-OVERLAP:]


def column_number(letters: bytes) -> int:
    """A → 1, AA → 27."""
    out = 0
    for letter in letters:
        out = out * 26 + letter - 64
    return out


def _merge(left: bytes, top: bytes, right: bytes, bottom: bytes) -> Merge:
    """A merged cell, as wide as a sheet may be at most: what it covers is walked through."""
    return int(top), column_number(left), int(bottom), min(column_number(right), COLUMNS_LIMIT)


def rows(path: Path) -> Iterator[tuple[int, list[Any]]]:
    """Row number and cells of the first sheet, from column A on; rows without any value are left out.

    The reader lays a sheet out as a whole rectangle, so it is given the sheet in pieces.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            name = _first_sheet(archive)
            others = {n: archive.read(n) for n in archive.namelist() if n != name and "/worksheets/" not in n}
            shows = shown_by(others.get("xl/styles.xml", b""))
            bytes_read = 0
            for piece in _pieces(archive, name):
                buffer = BytesIO()
                with zipfile.ZipFile(buffer, "w") as part:
                    for other, content in others.items():
                        part.writestr(other, content)
                    # errors the reader leaves empty, and of formats it knows nothing
                    part.writestr(name, as_shown(ERROR_CELL.sub(rb'\1"str"', piece), shows))
                buffer.seek(0)
                with CalamineWorkbook.from_filelike(buffer) as book:
                    for number, cells in enumerate(book.get_sheet_by_index(0).iter_rows(), 1):
                        if number > bytes_read and any(c not in ("", None) and str(c).strip() for c in cells):
                            bytes_read = number
                            yield number, cells
    except (CalamineError, KeyError):
        raise BadInput("工作簿已损坏，无法读取") from None


def _first_sheet(archive: zipfile.ZipFile) -> str:
    """The part that holds the first sheet. Raises BadInput when there is none, KeyError when its part is missing."""
    sheet = SHEET.search(archive.read("xl/workbook.xml"))
    if sheet is None:
        raise BadInput("工作簿中没有工作表")
    links = archive.read("xl/_rels/workbook.xml.rels").split(b"<")
    link = next((x for x in links if b'Id="' + sheet[1] + b'"' in x), b"")
    target = TARGET.search(link)
    if target is None:
        raise KeyError("sheet")
    place = target[1].decode().removeprefix("/xl/")
    return archive.getinfo(f"xl/{place}").filename


def _pieces(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    """A sheet cut into sheets of ROWS_AT_ONCE rows; the rows keep their numbers."""
    head, foot, held, size, number, until = b"", b"", bytearray(), 0, 0, ROWS_AT_ONCE
    with archive.open(name) as part:
        while block := part.read(BLOCK):
            held += block
            if not head:
                begin = SHEET_DATA.search(held)
                if begin is None:
                    continue
                head, prefix = bytes(held[: begin.end()]), begin[1]
                foot = b"</" + prefix + b"sheetData></" + prefix + b"worksheet>"
                del held[: begin.end()]
            start = 0
            for row in ROW.finditer(held, size):
                size = row.end()
                stated = ROW_NUMBER.search(row[0])
                number = int(stated[1]) if stated else number + 1
                if number > until:
                    yield head + held[start : row.start()] + foot
                    start, until = row.start(), -(-number // ROWS_AT_ONCE) * ROWS_AT_ONCE
            del held[:start]
            size = max(0, size - start)
    yield head + held
