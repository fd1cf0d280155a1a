"""A table that somebody brings, whatever program wrote it: its format, and its lines with their cells."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tejian.kit.ground.errors import BadInput
from tejian.kit.importing import apart

from . import dbases, texts

XLSX, CSV, DBF, ZIP = "xlsx", "csv", "dbf", "zip"
FORMATS = {XLSX: "Excel", CSV: "文本", DBF: "DBF", ZIP: "压缩包"}
ENDINGS = {".xlsx": XLSX, ".csv": CSV, ".txt": CSV, ".tsv": CSV, ".dbf": DBF, ".zip": ZIP}
MEMOS = (".dbt", ".fpt")
ROWS_MOST = 2_000_000
COLUMNS_MOST = 400
NO_TABLE = "只能迁入Excel（.xlsx）、文本（.csv、.txt）、DBF（.dbf，备注文件一起上传）和压缩包（.zip）"


@dataclass(frozen=True)
class Written:
    """How a table is written; what does not concern its format is empty."""

    format: str
    encoding: str = ""
    separator: str = ""


def format_of(name: str) -> str:
    """The format by the ending of a name. Raises BadInput."""
    for ending, known in ENDINGS.items():
        if name.lower().endswith(ending):
            return known
    raise BadInput(NO_TABLE)


def judged(path: Path, known: str) -> Written:
    """How a file is written that is said to be of this format. Raises BadInput for what is not."""
    if known == XLSX:
        apart.check(path, ROWS_MOST)
        return Written(XLSX)
    if known == DBF:
        dbases.check(path)
        return Written(DBF, dbases.CHINESE)
    encoding = texts.encoding_of(path)
    return Written(CSV, encoding, texts.separator_of(path, encoding))


def lines(path: Path, written: Written) -> Iterator[tuple[int, list[object]]]:
    """Number and cells of each line that holds something; the first is the heading. Raises BadInput."""
    if written.format == XLSX:
        finding = apart.rows(path)
    elif written.format == DBF:
        finding = dbases.lines(path)
    else:
        finding = texts.lines(path, written.encoding, written.separator)
    for number, cells in finding:
        if len(cells) > COLUMNS_MOST:
            raise BadInput(f"第{number}行有{len(cells)}列，最多{COLUMNS_MOST}列")
        yield number, cells
