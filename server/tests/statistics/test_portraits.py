"""Portraits: every figure is what its own rows count, in a fixed number of statements; the list of unqualified."""

from datetime import date, timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from sqlalchemy import event, func, select, update

from tejian.archives.common.identifiers import make_uscc
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.ground import clock
from tejian.statistics.months import month_starts
from tests.archives.conftest import Archive
from tests.archives.test_unit_roles import authority

PORTRAIT = "/api/statistics/portrait"
LISTS = {
    "/bsArchives/equipment/allEquipentQuery": "/api/eqdbase/eqdBasic/findEqdList",
    "/bsArchives/unit/businessorgEquList": "/api/unitbasic/findEquipmentList",
    "/bsArchives/unit/reports": "/api/statistics/findReportList",
    "/bsArchives/person/corapply": "/api/person/findList",
    "/bsArchives/unit/licences": "/api/unitlicence/findList",
    "/bsArchives/InspectionManagement/eqmDetSearch": "/api/thirdreport/detection/findList",
}


def rows_behind(archive: Archive, route: str) -> int:
    parts = urlsplit(route)
    said = archive.get("yewu", LISTS[parts.path], **dict(parse_qsl(parts.query))).json()
    assert said["isSuccess"], said["errorMsg"]
    return int(said["data"]["count"])


def spread(archive: Archive, devices: list[Equipment]) -> None:
    """Some overdue, some due soon, some that failed."""
    today = clock.today()
    for k, device in enumerate(devices):
        device.ninspdate = today + timedelta(days=[-3, 10, 30, 31, 200][k % 5])
        device.ndetdate = today - timedelta(days=1) if k % 2 else today
        device.ninspdate2, device.delaydate, device.inspecting = None, None, False
        device.unqualcode = "1032" if k % 4 == 0 else ""
    archive.db.commit()


@pytest.mark.parametrize("role", ["use", "maintain", "install"])
def test_each_figure_is_what_its_rows_count(archive: Archive, role: str) -> None:
    archive.office.approved()  # before the dates are set: it sets those of its own device
    lift = archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid != "")
    unit = archive.unit(lift.useorgsysid if role == "use" else lift.maiorgsysid)
    mine = Equipment.useorgsysid == unit.id if role == "use" else Equipment.maiorgsysid == unit.id
    devices = list(archive.db.scalars(select(Equipment).where(mine).order_by(Equipment.id)))
    archive.db.execute(update(Equipment).values(insorgname=""))
    for device in devices:
        device.insorgname = unit.name if role == "install" else device.insorgname
    spread(archive, devices)
    shown = archive.office.good("yewu", PORTRAIT, role=role, id=unit.id)
    figures = {f["key"]: f for f in shown["figures"]}
    assert figures["devices"]["value"] == len(devices)
    assert figures["overdue"]["value"] == sum(k % 5 == 0 for k in range(len(devices))) > 0
    assert figures["soon"]["value"] == sum(k % 5 in (1, 2) for k in range(len(devices))) > 0
    assert figures["unqualified"]["value"] == sum(k % 4 == 0 for k in range(len(devices))) > 0
    for figure in figures.values():
        if figure["key"] != "detoverdue":
            assert rows_behind(archive, figure["route"]) == figure["value"], figure
    for row in shown["classes"]:
        assert rows_behind(archive, row["route"]) == row["total"], row
    for chart in shown["charts"]:
        for n, route in enumerate(chart["routes"]):
            assert sum(s["values"][n] for s in chart["series"]) <= rows_behind(archive, route), (chart["key"], route)


def test_a_report_of_this_month_is_in_the_chart_and_the_events(archive: Archive) -> None:
    item = archive.office.approved()
    shown = archive.office.good("yewu", PORTRAIT, role="use", id=item.unitsysid)
    reports = next(c for c in shown["charts"] if c["key"] == "reports")
    assert reports["months"][-1] == clock.today().strftime("%Y-%m")
    assert reports["series"][0]["values"][-1] == 1
    assert item.reportno in {e["number"] for e in shown["events"]}


def test_an_authority_is_portrayed_by_its_area(archive: Archive) -> None:
    area = archive.first(Equipment.equclass == "3000").areacode
    unit = authority(archive, area, 5_200, "测试区局")
    shown = archive.office.good("yewu", PORTRAIT, role="supervise", id=unit.id)
    wanted = archive.db.scalar(select(func.count()).where(Equipment.areacode.startswith(area)))
    devices = next(f for f in shown["figures"] if f["key"] == "devices")
    assert devices["value"] == wanted == rows_behind(archive, devices["route"])


def test_an_institute_is_portrayed_by_its_organisation(archive: Archive) -> None:
    org = archive.office.user("yewu").org_id
    form = {"name": "宁波市特种设备检验研究院", "code": make_uscc(77_100_001), "unittype": "06", "areacode": "330200"}
    form |= {"address": "x", "contact": "王芳", "tel": "13805748888", "orgsysid": org}
    unit = archive.office.good("yewu", "/api/unitbasic/inspection/save", **form)
    archive.office.approved()
    shown = archive.office.good("yewu", PORTRAIT, role="inspect", id=unit["id"])
    figures = {f["key"]: f for f in shown["figures"]}
    assert figures["devices"]["value"] == archive.db.scalar(select(func.count()).where(Equipment.cheorgsysid == org))
    assert rows_behind(archive, figures["devices"]["route"]) == figures["devices"]["value"]
    assert rows_behind(archive, figures["reports"]["route"]) == figures["reports"]["value"] == 1


def test_a_portrait_takes_a_fixed_number_of_statements(archive: Archive) -> None:
    unit = archive.unit(archive.first(Equipment.equclass == "3000").useorgsysid)
    counts = []
    for more in (0, 20):
        for device in archive.db.scalars(select(Equipment).where(Equipment.useorgsysid != unit.id).limit(more)):
            device.useorgsysid = unit.id
        archive.db.commit()
        seen: list[str] = []
        connection = archive.db.connection()
        event.listen(connection, "before_cursor_execute", lambda *a, seen=seen: seen.append(a[2]))
        archive.office.good("yewu", PORTRAIT, role="use", id=unit.id)
        counts.append(sum(s.lstrip().upper().startswith("SELECT") for s in seen))
    assert counts[0] <= counts[1] <= 16


def test_a_role_that_a_unit_has_not_is_refused(archive: Archive) -> None:
    user = archive.units(Unit.isuse, ~Unit.ismaintain)[0]
    assert archive.office.refused("yewu", PORTRAIT, role="maintain", id=user.id) == f"{user.name}不是维保单位"
    assert archive.office.refused("yewu", PORTRAIT, role="king", id=user.id) == "画像类型不正确"
    assert archive.office.post("yewu", PORTRAIT, role="use", id="0" * 32)["status"] == 403
    assert archive.office.post("qiye", PORTRAIT, role="use", id=user.id)["status"] == 403


def test_candidates_have_the_role(archive: Archive) -> None:
    found = archive.office.good("yewu", "/api/statistics/portraitUnits", role="maintain")
    assert {c["id"] for c in found} == {u.id for u in archive.units(Unit.ismaintain)}
    one = archive.units(Unit.ismaintain)[0]
    named = archive.office.good("yewu", "/api/statistics/portraitUnits", role="maintain", name=one.name[2:6])
    assert one.id in {c["id"] for c in named}


@pytest.mark.parametrize(
    ("today", "ahead", "first", "last"),
    [
        (date(2026, 1, 31), False, date(2025, 2, 1), date(2026, 1, 1)),
        (date(2026, 12, 1), False, date(2026, 1, 1), date(2026, 12, 1)),
        (date(2026, 12, 31), True, date(2026, 12, 1), date(2027, 11, 1)),
    ],
)
def test_twelve_months_cross_the_year(today: date, ahead: bool, first: date, last: date) -> None:
    starts = month_starts(today, ahead=ahead)
    assert (len(starts), starts[0], starts[-1]) == (12, first, last)


# -- devices that did not qualify -----------------------------------------------------------------------------------


def unqualified(archive: Archive, **query: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = archive.get("yewu", "/api/statistics/findUnqualifiedList", **query).json()["data"][
        "list"
    ]
    return rows


def test_an_unqualified_device_shows_its_report_and_how_far_it_is(archive: Archive) -> None:
    assert unqualified(archive) == []
    item = archive.office.approved()
    device = archive.one(item.equdatasysid)
    device.unqualcode = "1032"
    record = archive.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    record.rectifydue, record.opinionno = clock.today() + timedelta(days=3), "TZS-1"
    archive.db.commit()
    row = unqualified(archive)[0]
    assert (row["reportno"], row["rectifydue"], row["days"], row["seisn"]) == (
        item.reportno,
        str(clock.today() + timedelta(days=3)),
        3,
        item.seisn,
    )
    assert (row["closingName"], row["late"]) == ("复检中", "0")  # the item still waits for print and release
    assert unqualified(archive, closing="1") == []


@pytest.mark.parametrize(
    ("status", "days", "closing", "late"),
    [("1", 3, "待整改", "0"), ("1", -1, "整改逾期", "1"), ("2", -1, "已停用", "0")],
)
def test_the_closing_state_follows_from_deadline_and_use(
    archive: Archive, status: str, days: int, closing: str, late: str
) -> None:
    item = archive.office.approved()
    item.step = "DONE"
    device = archive.one(item.equdatasysid)
    device.unqualcode, device.equstatus = "1032", status
    record = archive.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    record.rectifydue = clock.today() + timedelta(days=days)
    archive.db.commit()
    row = unqualified(archive)[0]
    assert (row["closingName"], row["late"], row["days"]) == (closing, late, days)
