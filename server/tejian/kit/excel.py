"""Excel files: written in constant memory without live formulas."""

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import xlsxwriter

from .listview import Col, cell

MIME = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
OPTIONS = {  # every text a text: `=…` is never a formula, an address never a link
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def workbook(title: str, columns: Sequence[Col], blocks: Iterable[Iterable[Mapping[str, Any]]]) -> Path:
    """A one-sheet workbook of the rows in a file of its own, which whoever sends it removes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.xlsx"
        book = xlsxwriter.Workbook(str(path), {**OPTIONS, "tmpdir": folder})
        head = book.add_format({"bold": True, "bg_color": "#F5F7F9", "border": 1, "border_color": "#CFD7DE"})
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        sheet = book.add_worksheet("".join(c for c in title if c not in "[]:*?/\\")[:31])
        sheet.freeze_panes(1, 0)
        for i, col in enumerate(columns):
            sheet.set_column(i, i, max(8, col.width / 7))
            sheet.write_string(0, i, col.label, head)
        line = 0
        for block in blocks:
            for row in block:
                line += 1
                for i, col in enumerate(columns):
                    value = row.get(col.name)
                    if col.type == "date" and isinstance(value, date):
                        sheet.write_datetime(line, i, value, day)  # type: ignore[arg-type]
                    elif isinstance(shown := cell(row, col), int | float) and not isinstance(shown, bool):
                        sheet.write_number(line, i, shown)
                    elif shown not in (None, ""):
                        sheet.write_string(line, i, str(shown)[:32_000])
        if line:
            sheet.autofilter(0, 0, line, len(columns) - 1)
        book.close()
        handle, kept = tempfile.mkstemp(suffix=".xlsx")
        os.close(handle)
        shutil.move(path, kept)
    return Path(kept)
