"""A number is read as its cell shows it: 0012 is no 12, 25% no 0.25, and a mere 12 stays one."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from tejian.kit.importing.cells import measured
from tejian.kit.importing.reading import rows


def read(folder: Path, cells: list[tuple[Any, str]]) -> list[str]:
    """The cells of one line, each with its format, as an import has them."""
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for column, (value, shown) in enumerate(cells):
            sheet.write(0, column, value, book.add_format({"num_format": shown}))
    path = folder / "formats.xlsx"
    path.write_bytes(out.getvalue())
    [(_, found)] = list(rows(path))
    return [str(one) for one in found]


@pytest.mark.parametrize(
    ("value", "shown", "words"),
    [
        (12, "0000", "0012"),
        (12345, "0000", "12345"),
        (0, "000", "000"),
        (7, '"DT-"000', "DT-007"),
        (7, '000"号"', "007号"),
        (7, "\\A00", "A07"),
        (3, '"A&B<"00', "A&B<03"),
        (0.25, "0%", "25%"),
        (0.255, "0.0%", "25.5%"),
        (0.125, "0.00%", "12.50%"),
        (0.005, "0%", "1%"),  # as the cell shows it
        (1.2, "0%;[红色]-0%", "120%"),
        (1234567, "#,##0", "1234567.0"),  # the same number
        (12, "0", "12.0"),
        (12, "General", "12.0"),
        (-5, "0000", "-5.0"),
        ("0012", "0000", "0012"),  # a text is a text
    ],
)
def test_a_number_is_what_its_cell_shows(tmp_path: Path, value: Any, shown: str, words: str) -> None:
    assert read(tmp_path, [(value, shown)]) == [words]


def test_every_row_of_a_long_sheet_and_its_days_are_read(tmp_path: Path) -> None:
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        padded, day = book.add_format({"num_format": "00000"}), book.add_format({"num_format": "yyyy-mm-dd"})
        for n in range(5_003):  # over the pieces in which a sheet is read
            sheet.write(n, 0, n, padded)
            sheet.write(n, 1, 46_000, day)
    path = tmp_path / "long.xlsx"
    path.write_bytes(out.getvalue())
    found = list(rows(path))
    assert [cells[0] for _, cells in found] == [f"{n:05d}" for n in range(5_003)]
    assert {str(cells[1])[:10] for _, cells in found} == {"2025-12-09"}


def test_a_share_is_understood_where_a_share_is_asked() -> None:
    assert measured("25%", "%") == ("25", "", "")
    assert measured("25%", "")[0] == "25%", "a field of another unit refuses it aloud"
