"""Safety valves: where they hang, what a calibration must say, and when the next is due."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.ledgers.valves import rules
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.valves import SafetyValve, ValveCalibration
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months

from .conftest import Archive

SAVE, CALIBRATE = "/api/samvalve/save", "/api/samvalve/calibrate"


def valve_form(archive: Archive, **more: Any) -> dict[str, Any]:
    host = archive.first(Equipment.equclass == "2000")
    form = {"valveno": "AQ-2024-001", "valvemodel": "A48Y-16C", "valvetype": "01", "nominaldia": "50"}
    return form | {"setpress": "1.0", "hostequid": host.id, "makedate": "2020-01-01"} | more


def add(archive: Archive, **more: Any) -> SafetyValve:
    made = archive.office.good("yewu", SAVE, **valve_form(archive, **more))
    return valve(archive, made["id"])


def valve(archive: Archive, key: str) -> SafetyValve:
    return archive.db.scalars(select(SafetyValve).where(SafetyValve.id == key)).one()


def calibration(key: str, **more: Any) -> dict[str, Any]:
    form = {"id": key, "caldate": str(clock.today()), "calmode": "01", "calmedium": "01", "setpress": "1.0"}
    return form | {"actualset": "1.01", "sealpress": "0.9", "calresult": "7011", "calman": "王强"} | more


def rows(archive: Archive) -> int:
    return archive.db.scalar(select(func.count()).select_from(ValveCalibration)) or 0


def test_a_valve_takes_unit_and_area_from_its_host(archive: Archive) -> None:
    host = archive.first(Equipment.equclass == "2000")
    row = add(archive)
    assert (row.useorgsysid, row.areacode, row.hostequclass) == (host.useorgsysid, host.areacode, "2000")
    assert (row.setpress, row.params["makedate"], row.status) == (Decimal("1.0"), "2020-01-01", "1")
    again = archive.office.post("yewu", SAVE, **valve_form(archive))
    assert (again["errorCode"], again["errorMsg"]) == ("DUPLICATE", "安全阀编号 AQ-2024-001 已登记")
    alone = archive.office.post("yewu", SAVE, **{**valve_form(archive, valveno="X2"), "hostequid": ""})
    assert (alone["status"], alone["errorMsg"]) == (422, "使用单位：没有安装设备时必填")
    assert archive.db.scalar(select(func.count()).select_from(SafetyValve)) == 1


def test_the_next_date_follows_from_the_cycle(archive: Archive) -> None:
    row = add(archive)
    said = archive.office.good("yewu", CALIBRATE, **calibration(row.id, calreportno="AQ1", labelno="B1"))
    now = valve(archive, row.id)
    assert now.nextcaldate == add_months(clock.today(), 12) == date.fromisoformat(said["nextcaldate"])
    assert (now.calresult, now.calreportno, now.labelno) == ("7011", "AQ1", "B1")
    earlier = clock.today() - timedelta(days=400)
    archive.office.good("yewu", CALIBRATE, **calibration(row.id, caldate=str(earlier)))
    assert valve(archive, row.id).caldate == clock.today() and rows(archive) == 2


@pytest.mark.parametrize(
    ("change", "field", "sentence"),
    [
        ({"calmode": ""}, "calmode", "校验方式：必填"),
        ({"actualset": ""}, "actualset", "实际整定压力：必填"),
        ({"calman": ""}, "calman", "校验人员：必填"),
        ({"calresult": "1031"}, "calresult", "校验结果：请从选项中选择"),
        ({"caldate": "2199-01-01"}, "caldate", "校验日期：不得晚于今天"),
        ({"caldate": "2019-01-01"}, "caldate", "校验日期：不得早于制造日期 2020-01-01"),
        ({"sealpress": "1.0"}, "sealpress", "密封试验压力：应小于整定压力 1 MPa"),
        ({"actualset": "1.04"}, "actualset", "实际整定压力：偏差超过允许值 ±0.03 MPa，不能判为合格"),
        ({"setcyclemonths": "24"}, "setcyclemonths", "校验周期：不超过12个月，延长的只能是36或60个月"),
        ({"setcyclemonths": "36"}, "extapproval", "延长校验周期批准记录：校验周期超过12个月时必填"),
    ],
)
def test_a_wrong_calibration_is_named_and_nothing_is_stored(
    archive: Archive, change: dict[str, str], field: str, sentence: str
) -> None:
    row = add(archive)
    said = archive.office.post("yewu", CALIBRATE, **calibration(row.id, **change))
    assert (said["status"], said["errorMsg"], said["field"]) == (422, sentence, field)
    assert rows(archive) == 0 and valve(archive, row.id).caldate is None


def test_an_extended_cycle_needs_its_approval_and_a_failed_valve_has_no_next_date(archive: Archive) -> None:
    row = add(archive)
    archive.office.good("yewu", CALIBRATE, **calibration(row.id, setcyclemonths="36", extapproval="批复 2026-3"))
    assert valve(archive, row.id).nextcaldate == add_months(clock.today(), 36)
    newest = archive.db.scalars(select(ValveCalibration)).one()
    archive.office.good("yewu", "/api/samvalve/removeCalibration", ids=newest.id)
    assert valve(archive, row.id).nextcaldate is None and rows(archive) == 0
    archive.office.good("yewu", CALIBRATE, **calibration(row.id, calresult="7012", actualset="1.3"))
    assert valve(archive, row.id).nextcaldate is None


def test_who_may_not_write_is_refused(archive: Archive) -> None:
    row = add(archive)
    for login in ("qiye", "zhiliang", "caiwu"):
        assert archive.office.post(login, SAVE, **valve_form(archive, valveno="Z"))["status"] == 403
        assert archive.office.post(login, CALIBRATE, **calibration(row.id))["status"] == 403
    assert archive.office.post("yewu", CALIBRATE, **calibration("0" * 32))["status"] == 403
    assert archive.office.post("yewu", SAVE, **valve_form(archive, hostequid="0" * 32, valveno="Z"))["status"] == 403
    assert rows(archive) == 0 and archive.db.scalar(select(func.count()).select_from(SafetyValve)) == 1


def test_a_unit_with_a_valve_stays_and_gives_it_its_new_name(archive: Archive) -> None:
    unit = archive.office.good("yewu", "/api/unitbasic/save", **archive.unit_form())
    sent = valve_form(archive, hostequid="", useorgsysid=unit["id"])
    key = archive.office.good("yewu", SAVE, **sent)["id"]
    said = archive.office.refused("yewu", "/api/unitbasic/delete", ids=unit["id"])
    assert said == f"{unit['name']}有安全阀，不能删除，可以停用"
    archive.office.good("yewu", "/api/unitbasic/save", id=unit["id"], version=1, name="宁波改名有限公司")
    assert valve(archive, key).useorgname == "宁波改名有限公司"


def test_the_due_list_shows_only_what_is_due(archive: Archive) -> None:
    late, soon = add(archive), add(archive, valveno="AQ-2")
    add(archive, valveno="AQ-3")
    late.nextcaldate, soon.nextcaldate = clock.today() - timedelta(days=1), clock.today() + timedelta(days=30)
    archive.db.flush()
    found = archive.get("yewu", "/api/samvalve/findList", overdue="1").json()["data"]["list"]
    assert [(r["valveno"], r["isOverdue"]) for r in found] == [("AQ-2024-001", "1")]
    found = archive.get("yewu", "/api/samvalve/findList", soon="1").json()["data"]["list"]
    assert [r["valveno"] for r in found] == ["AQ-2"]


def test_cycles() -> None:
    limits = rules.Limits(12, (36, 60), Decimal(3), Decimal("0.015"))
    assert rules.refuse_cycle(12, "", limits) is None and rules.refuse_cycle(6, "", limits) is None
    assert rules.refuse_cycle(60, "x", limits) is None
    assert rules.next_date("7013", date(2024, 2, 29), 12) == date(2025, 2, 28)
    assert rules.next_date("7012", date(2024, 2, 29), 12) is None


def test_a_valve_reads_as_of_any_day(archive: Archive) -> None:
    start = clock.now() - timedelta(days=20)
    with clock.at(start):
        row = add(archive)
    with clock.at(start + timedelta(days=10)):
        form = valve_form(archive, setpress="1.25", makedate="2021-02-03", nominaldia="80")
        archive.office.good("yewu", SAVE, **form, id=row.id, version=row.version)

    def page(days: int, **more: str) -> Any:
        day = (start + timedelta(days=days)).date().isoformat()
        return archive.office.good("yewu", "/api/samvalve/record", id=row.id, asOf=day, **more)

    then, later = page(5), page(15)
    read = [(x["record"]["setpress"], x["record"]["makedate"], x["record"]["nominaldia"]) for x in (then, later)]
    assert [(Decimal(p), made, Decimal(d)) for p, made, d in read] == [
        (Decimal("1"), "2020-01-01", Decimal("50")),
        (Decimal("1.25"), "2021-02-03", Decimal("80")),
    ]
    assert then["record"]["useorgsysidName"] == row.useorgname and then["title"] == "安全阀 AQ-2024-001"
    assert (then["anyDay"], then["asOf"]) == (True, str((start + timedelta(days=5)).date()))
    assert (then["facts"], then["parts"], then["actions"], then["files"]) == ([], [], [], None)
    assert [n["text"] for n in then["notices"]] == ["按所选日期的档案显示，下级记录与附件请回到今天查看"]
    now = archive.office.good("yewu", "/api/samvalve/record", id=row.id)
    assert now["asOf"] is None and len(now["facts"]) == 5 and now["actions"][0]["print"] == "AQFBP"
    early = (start - timedelta(days=1)).date().isoformat()
    for known in ("0", "1"):
        said = archive.office.refused("yewu", "/api/samvalve/record", id=row.id, asOf=early, known=known)
        assert said == f"{early}时还没有这个安全阀的档案"
    assert archive.office.post("yewu", "/api/samvalve/record", id=row.id, asOf="x")["status"] == 422
    assert archive.db.scalars(select(SafetyValve)).one().setpress == Decimal("1.25")  # looking back stores nothing
