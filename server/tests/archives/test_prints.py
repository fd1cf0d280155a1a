"""Labels, cards and combined prints of devices: what stands in them and who may make them."""

import io
from typing import Any

from pypdf import PdfReader

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit

from .conftest import Archive
from .test_valves import add, calibration

PRINT = "/api/common/commonPrint"


def printed(archive: Archive, login: str, kind: str, ids: Any, **more: Any) -> Any:
    archive.office.call.user = archive.office.user(login)
    archive.db.commit()
    try:
        return archive.office.call.client.post(PRINT, data={"printType": kind, "ids": ids, **more})
    finally:
        archive.office.call.user = None
        archive.db.expire_all()


def words(answer: Any) -> list[str]:
    assert answer.headers["content-type"] == "application/pdf", answer.text[:200]
    pages = PdfReader(io.BytesIO(answer.content)).pages
    return ["".join(page.extract_text().split()) for page in pages]


def of_one_unit(archive: Archive) -> list[Equipment]:
    first = archive.first(Equipment.equclass == "3000")
    rows = archive.db.query(Equipment).where(Equipment.useorgsysid == first.useorgsysid, Equipment.equclass == "3000")
    return list(rows.order_by(Equipment.equcode))


def test_labels_fill_the_sheet_from_the_chosen_place(archive: Archive) -> None:
    rows = of_one_unit(archive)[:3]
    pages = words(printed(archive, "yewu", "BQ5030", [e.id for e in rows]))
    assert len(pages) == 1 and all(e.usecertno in pages[0] and e.equidentcode in pages[0] for e in rows)
    assert len(words(printed(archive, "yewu", "BQ5030", [e.id for e in rows], skip="34"))) == 2
    said = printed(archive, "yewu", "BQ7050", [rows[0].id], skip="10").json()
    assert said["errorMsg"] == "起始位置：应在 1 到 10 之间"


def test_several_documents_of_one_unit_come_as_one(archive: Archive) -> None:
    rows = of_one_unit(archive)[:3]
    ids, unit = [e.id for e in rows], archive.unit(rows[0].useorgsysid)
    wanted = ["SBQD", "SYBZ", "SBKP", "BQ7050"]
    pages = words(printed(archive, "yewu", "HBDY", ids, documents=wanted))
    assert len(pages) == 1 + 2 + 3 + 1
    assert unit.code in pages[0] and "特种设备使用标志" in pages[1] and "特种设备卡片" in pages[3]
    other = archive.first(Equipment.useorgsysid != unit.id)
    said = printed(archive, "yewu", "HBDY", [*ids, other.id], documents=wanted).json()
    assert said["errorMsg"] == "合并打印只能选同一使用单位的设备"
    assert printed(archive, "yewu", "HBDY", ids).json()["errorMsg"] == "打印内容：请选择"
    assert printed(archive, "yewu", "HBDY", ids, documents="HBDY").json()["errorMsg"] == "打印内容：请选择"


def test_a_device_without_certificate_has_no_use_mark(archive: Archive) -> None:
    row = of_one_unit(archive)[0]
    row.usecertno = ""
    archive.db.flush()
    said = printed(archive, "yewu", "SYBZ", [row.id]).json()
    assert said["errorMsg"] == f"{row.equname} {row.equcode} 没有使用登记证，不能打印使用标志"


def test_labels_need_their_permission_and_one_foreign_device_refuses_all(archive: Archive) -> None:
    ids = [e.id for e in of_one_unit(archive)[:2]]
    for kind in ("BQ5030", "SBKP", "SBQD", "SYBZ", "HBDY"):
        assert printed(archive, "caiwu", kind, ids).status_code == 403
    assert printed(archive, "yewu", "BQ5030", [*ids, "0" * 32]).status_code == 403
    assert archive.office.post("caiwu", "/api/labels/sizes")["status"] == 403
    sizes = archive.office.good("yewu", "/api/labels/sizes")
    assert [(s["code"], s["width"], s["height"]) for s in sizes] == [("BQ5030", "50", "30"), ("BQ7050", "70", "50")]


def test_a_valve_label_needs_a_calibration_that_passed(archive: Archive) -> None:
    valve = add(archive)
    said = printed(archive, "yewu", "AQFBP", [valve.id]).json()
    assert said["errorMsg"] == "安全阀 AQ-2024-001 最近校验不合格或没有校验，不能打印标牌"
    archive.office.good("yewu", "/api/samvalve/calibrate", **calibration(valve.id))
    page = words(printed(archive, "yewu", "AQFBP", [valve.id]))[0]
    assert "安全阀校验合格" in page and "AQ-2024-001" in page and "1MPa" in page
    assert printed(archive, "weibao", "AQFBP", [valve.id]).status_code == 403
    assert archive.units(Unit.isuse)
