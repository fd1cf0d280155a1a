"""Excel files of lists: their words instead of codes, no live formulas."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, islice
from pathlib import Path
from typing import Any

from tejian.kit.forms.columns import Col, cell
from tejian.kit.papers import sheet

MIME = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PAUSE = 0.004  # seconds after each block of rows, for others; the process that writes them is slower in any case
FEW = 5_000  # rows that are written before another process would have begun


def workbook(title: str, columns: Sequence[Col], blocks: Iterable[Iterable[Mapping[str, Any]]]) -> Path:
    """A one-sheet workbook of the rows in a file of its own, which whoever sends it removes."""
    head = sheet.Head(title, [c.label for c in columns], [max(8, c.width / 7) for c in columns])
    rows = _rows(columns, blocks)
    first = list(islice(rows, FEW))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.xlsx"
        if len(first) < FEW:
            sheet.write(path, head, first)
        else:
            sheet.write_apart(path, head, chain(first, rows))
        handle, name = tempfile.mkstemp(suffix=".xlsx")
        os.close(handle)
        shutil.move(path, name)
    return Path(name)


def _rows(columns: Sequence[Col], blocks: Iterable[Iterable[Mapping[str, Any]]]) -> Iterator[sheet.Row]:
    for block in blocks:
        for row in block:
            yield [_value(row, c) for c in columns]
        time.sleep(PAUSE)


def _value(row: Mapping[str, Any], col: Col) -> Any:
    value = row.get(col.name)
    if col.type == "date" and isinstance(value, date):
        return sheet.day(value)
    shown = cell(row, col)
    if isinstance(shown, int | float) and not isinstance(shown, bool):
        return shown
    return None if shown in (None, "") else str(shown)[:32_000]
