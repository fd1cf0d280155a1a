"""A one-sheet workbook from rows of plain values; a large one is written by a process of its own.

Writing takes most of the time of an export. In the web process everybody else would wait for the interpreter meanwhile;
so the rows go through a pipe to a process that leaves the processor to others, too.
"""

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import xlsxwriter

OPTIONS = {  # every text a text: `=…` is never a formula, an address never a link
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}
ZERO = date(1899, 12, 30).toordinal()  # the day from which Excel counts
GIVES_WAY = 15  # how nice the process is to others
SERVER = Path(__file__).resolve().parents[3]

Row = Sequence[Any]  # texts, numbers and nothing; a day is a list with its number


@dataclass(frozen=True)
class Head:
    """What stands above the rows."""

    title: str
    labels: Sequence[str]
    widths: Sequence[float]


def day(value: date) -> list[int]:
    """A day as a cell of a row."""
    return [value.toordinal() - ZERO]


def write(path: Path, head: Head, rows: Iterable[Row]) -> None:
    """Write the workbook in constant memory."""
    book = xlsxwriter.Workbook(str(path), {**OPTIONS, "tmpdir": str(path.parent)})
    above = book.add_format({"bold": True, "bg_color": "#F5F7F9", "border": 1, "border_color": "#CFD7DE"})
    days = book.add_format({"num_format": "yyyy-mm-dd"})
    sheet = book.add_worksheet("".join(c for c in head.title if c not in "[]:*?/\\")[:31])
    sheet.freeze_panes(1, 0)
    for i, (label, width) in enumerate(zip(head.labels, head.widths, strict=True)):
        sheet.set_column(i, i, width)
        sheet.write_string(0, i, label, above)
    line = 0
    for line, row in enumerate(rows, 1):
        for i, value in enumerate(row):
            if isinstance(value, list):
                sheet.write_number(line, i, value[0], days)
            elif isinstance(value, int | float):
                sheet.write_number(line, i, value)
            elif value:
                sheet.write_string(line, i, value)
    if line:
        sheet.autofilter(0, 0, line, len(head.labels) - 1)
    book.close()


def write_apart(path: Path, head: Head, rows: Iterable[Row]) -> None:
    """The same by a process of its own. Raises CalledProcessError when that failed."""
    command = [sys.executable, "-m", "tejian.kit.papers.sheet", str(path)]
    with subprocess.Popen(command, cwd=SERVER, stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        try:
            process.stdin.write(orjson.dumps(asdict(head)) + b"\n")
            process.stdin.writelines(orjson.dumps(row) + b"\n" for row in rows)
            process.stdin.close()
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


if __name__ == "__main__":
    os.nice(GIVES_WAY)
    sent = iter(sys.stdin.buffer)
    write(Path(sys.argv[1]), Head(**orjson.loads(next(sent))), map(orjson.loads, sent))
