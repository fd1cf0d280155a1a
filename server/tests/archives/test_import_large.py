"""A file of ten thousand devices: read in pieces, written whole, and each row that is wrong is named by its number."""

import zipfile
from pathlib import Path

from sqlalchemy import func, select

from tejian.archives.common.identifiers import make_equipment_code
from tejian.archives.models.equipment import Equipment
from tejian.kit.importing import reading

from .test_import import Import, book, imports

__all__ = ["imports"]

ROWS, WRONG = 10_000, {2: "快", 5_001: "99", 5_002: "快", 10_001: "快"}  # rows of the file, at the seams of its pieces


def test_ten_thousand_rows_are_written_and_the_wrong_ones_named(imports: Import, tmp_path: Path) -> None:
    one = imports.lift(1)
    rows = []
    for n in range(1, ROWS + 1):
        own = {"设备代码": make_equipment_code("3110", "33901", 2018 + n // 5_000, n % 5_000)}
        own |= {"*出厂编号(产品编号)": f"IMP{n:05d}", "额定速度（m/s）": WRONG.get(n + 1, 1.75)}
        rows.append(one | own)
    before = imports.db.scalar(select(func.count()).select_from(Equipment))
    content = book(rows, imports.head())
    done = imports.send(content, "valid")
    assert (done["state"], done["written"], done["bad"]) == ("done", ROWS - len(WRONG), len(WRONG))
    assert [(one["row"], one["label"]) for one in done["faults"]] == [(row, "额定速度") for row in WRONG]
    assert imports.db.scalar(select(func.count()).select_from(Equipment)) == before + ROWS - len(WRONG)
    file = tmp_path / "large.xlsx"
    file.write_bytes(content)
    with zipfile.ZipFile(file) as archive:
        held = [one.count(b"<row ") for one in reading._pieces(archive, "xl/worksheets/sheet1.xml")]
    assert len(held) >= 3 and max(held) <= reading.ROWS_AT_ONCE + 1 and sum(held) >= ROWS
