"""The page of the conclusion of each class: its grade, what it permits, its dates by name, the day of the last one."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.records import api as records
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months

from .conftest import Office
from .test_conclusions import SORTS, Sort, approve, built, device, record, repair, save, vessel
from .test_journeys import cn, errors, issued
from .test_of_two_sorts import inspected, prepared, stated
from .test_report_prints import document
from .test_valves import built as valve_built
from .test_valves import filled as valve_filled

CRANE = next(one for one in SORTS if one.kind == "4110")
PERMITS = {"permitpress": "0.7", "permittemp": "80", "permitmedium": "压缩空气"}


def page(office: Office, item: AppBuss) -> dict[str, str]:
    """The pairs and dates of the page of the conclusion, by label."""
    paper = document(office, item)["paper"]
    return {one["label"]: one["value"] for one in (*paper["results"], *paper["dates"])}


def overview(office: Office, item: AppBuss) -> dict[str, str]:
    sections = document(office, item)["paper"]["sections"]
    pairs = next(one["pairs"] for one in sections if one["title"].endswith("设备概况"))
    return {one["label"]: one["value"] for one in pairs}


@pytest.mark.parametrize(
    ("grade", "code", "words", "shown"),
    [("2", "1021", "允许使用", "2 级"), ("3", "1022", "允许使用", "3 级"), ("4", "1024", "监控使用", "4 级")],
)
def test_a_vessel_states_its_new_grade_and_what_it_may_be_used_for(
    office: Office, grade: str, code: str, words: str, shown: str
) -> None:
    sort = vessel()
    sort.params["ssdegree"] = "1"
    item = built(office, sort)
    office.filled(item)
    more = {**repair(office, item), "rectifydue": str(add_months(clock.today(), 1))} if grade != "2" else {}
    facts = {"pressfailed": "0", "worstgrade": grade, **PERMITS} | ({"limits": "降压使用"} if grade == "4" else {})
    save(office, item, facts=facts, conclusion=code, **more)
    made = page(office, item)
    assert made["安全状况等级"] == shown
    assert (made[f"{words}压力"], made[f"{words}温度"], made[f"{words}介质"]) == ("0.7 MPa", "80 ℃", "压缩空气")
    assert not {one for one in made if "（监控）" in one or "本次评定" in one}
    known = overview(office, item)
    assert known["检验前安全状况等级"].startswith("1") and "安全状况等级" not in known


def test_a_vessel_that_fails_permits_nothing_and_has_no_date(office: Office) -> None:
    item = built(office, vessel())
    office.filled(item)
    save(
        office,
        item,
        facts={"pressfailed": "0", "worstgrade": "5", **PERMITS},
        conclusion="1026",
        **repair(office, item),
    )
    assert record(office, item).conclusion == "1026"
    made = page(office, item)
    assert made["安全状况等级"] == "5 级"
    assert not {one for one in made if "使用压力" in one or "使用温度" in one or "使用介质" in one}
    assert {value for label, value in made.items() if label.startswith("下次")} == {"/"}


@pytest.mark.parametrize(
    ("testsort", "own", "other"),
    [
        ("0201", "下次内部检验日期", {"下次外部检验日期（另行检验）": "ninspdate2"}),
        ("0202", "下次外部检验日期", {"下次内部检验日期（另行检验）": "ninspdate"}),
    ],
)
def test_a_boiler_names_the_date_of_its_own_inspection_and_those_that_stand(
    office: Office, testsort: str, own: str, other: dict[str, str]
) -> None:
    made = device(office, Sort("1100", "02", testsort, "1011", "1012"))
    made.ninspdate, made.ninspdate2 = date(2027, 3, 1), date(2027, 2, 1)
    office.db.commit()
    item = prepared(office, made, testsort, facts={"worstgrade": "1", "allowpress": "1.0", "allowtemp": "184"})
    shown, due = page(office, item), record(office, item).nextdate
    assert due and shown[own] == cn(due)
    assert {label: shown.get(label) for label in other} == {n: cn(getattr(made, f)) for n, f in other.items()}
    assert shown["允许使用压力"] == "1.0 MPa" and shown["允许使用温度"] == "184 ℃"
    assert "下次检验日期" not in shown
    save(office, item, conclusion="1012", **repair(office, item), rectifydue=str(add_months(clock.today(), 1)))
    shown = page(office, item)
    assert {label: value for label, value in shown.items() if label.startswith("下次")} == {own: "/"}
    assert "允许使用压力" not in shown, "what may not be used is permitted nothing"


def test_both_inspections_of_a_boiler_that_fail_name_both_dates_as_none(office: Office) -> None:
    item = prepared(office, device(office, Sort("1100", "02", "0204", "", "")), "0204", failed=True)
    shown = {label: value for label, value in page(office, item).items() if label.startswith("下次")}
    assert shown == {"下次内部检验日期": "/", "下次外部检验日期": "/"}


def test_a_ride_states_its_restrictions(office: Office) -> None:
    made = device(office, Sort("6100", "02", "0211", "1061", "1062"))
    made.params = made.params | {"agelimit": "身高1.2米以上", "passpercar": 4, "passtotal": 24}
    office.db.commit()
    item = prepared(office, made, "0211", facts={"ridelimits": "风速15m/s以上停止运行"})
    shown = page(office, item)
    assert shown["限制条件（身高、年龄、天气）"] == "风速15m/s以上停止运行"
    assert shown["乘客身高、年龄限制"] == "身高1.2米以上"
    assert shown["每车（舱）乘坐人数"].startswith("4") and shown["总乘坐人数"].startswith("24")


def test_a_valve_states_its_set_pressure_and_the_numbers_of_seal_and_label(office: Office) -> None:
    item, _valve = valve_built(office)
    saved = valve_filled(office, item)
    office.good("jianyan3", "/api/appbuss/saveRecord", id=item.id, conclusion="7011")
    shown = page(office, item)
    assert saved["proposal"]["code"] == "7011"
    assert (shown["要求整定压力"], shown["实际整定压力"]) == ("1.0000 MPa", "1.003 MPa")  # as it was read
    assert (shown["铅封号"], shown["标牌号"]) == (f"QF{item.seisn[-4:]}", f"BP{item.seisn[-4:]}")


def test_a_valve_that_fails_has_no_seal_no_label_and_no_date(office: Office) -> None:
    item, _valve = valve_built(office)
    bad = {"set1": "1.100", "set2": "1.110", "set3": "1.100", "first": "不合格", "result": "不合格"}
    saved = valve_filled(office, item, ("4", "6"), **bad, nextcaldate=str(add_months(clock.today(), 12)))
    said = [one for one in errors(saved) if "不合格的" in one]
    assert said == ["阀AF-2026-001不合格的，不施铅封、不挂标牌、不写下次校验日期"]


def given(office: Office, item: AppBuss, login: str = "shenhe") -> Any:
    """The next date that the lists of steps show of an item."""
    rows = office.good(login, "/api/appbuss/appBussSheetList", stepcode=at.AUDIT)["list"]
    return next(one["nextdate"] for one in rows if one["seisn"] == item.seisn)


def test_a_failed_report_has_no_next_date_in_the_audit_list(office: Office) -> None:
    made = device(office, CRANE)
    item = prepared(office, made, "0211", failed=True)
    row = office.item(item.id)
    row.duedate = clock.today() + timedelta(days=30)
    office.db.commit()
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    assert not given(office, item)


def test_a_report_names_the_last_inspection_before_its_own(office: Office) -> None:
    """The archive knows a later day by now: of a report written late it is not the last one."""
    made = device(office, CRANE)
    today = clock.today()
    made.inspdate, made.insresult = today - timedelta(days=400), "1041"
    office.db.commit()
    item = prepared(office, made, "0211")
    kept = record(office, item)
    assert document(office, item)["lastinspdate"] == str(today - timedelta(days=400))
    kept.inspdate = today - timedelta(days=500)
    office.db.commit()
    assert document(office, item)["lastinspdate"] == ""


def late(office: Office, item: AppBuss, days: int) -> date:
    """The inspection as it was done some days ago and is only handed in now."""
    day = clock.today() - timedelta(days=days)
    row, kept = office.item(item.id), record(office, item)
    row.inspdate = kept.inspdate = row.acceptdate = day
    kept.nextdate = kept.ruledate = row.nextdate = add_months(kept.nextdate, -2) if kept.nextdate else None
    office.db.commit()
    return day


def test_an_inspection_that_is_entered_late_writes_over_nothing_newer(office: Office) -> None:
    made = device(office, CRANE)
    waiting = prepared(office, made, "0211")
    office.good("jianyan1", "/api/appbuss/submitRecord", id=waiting.id)
    day = late(office, waiting, 61)
    newer = clock.today() - timedelta(days=1)
    made = office.db.get_one(Equipment, made.id)
    made.inspdate, made.insresult, made.insreportno = newer, "1041", "LS400001"
    made.ninspdate = add_months(newer, 24)
    office.db.commit()
    before = (*stated(office, made), made.ninspdate)
    records.update_equipment(office.db, office.item(waiting.id))
    office.db.commit()
    office.db.expire_all()
    made = office.db.scalars(select(Equipment).where(Equipment.id == waiting.equdatasysid)).one()
    assert (*stated(office, made), made.ninspdate) == before
    assert record(office, waiting).inspdate == day


def test_of_two_reports_of_ours_the_one_entered_late_changes_nothing_of_the_newer(office: Office) -> None:
    made = device(office, Sort("9100", "02", "0216", "", ""))
    newer = inspected(office, made, "0216")
    waiting = prepared(office, made, "0215")
    office.good("jianyan1", "/api/appbuss/submitRecord", id=waiting.id)
    late(office, waiting, 61)
    before = stated(office, made)
    assert before[2] == newer.reportno
    records.update_equipment(office.db, office.item(waiting.id))
    office.db.commit()
    assert stated(office, made) == before, "the last inspection of the archive is the newest by its day"
    now = office.db.get_one(Equipment, made.id)
    assert now.params["nfulldate"] == str(record(office, waiting).nextdate), (
        "what the newer one says nothing of follows"
    )


def test_a_signed_report_bears_the_named_date(office: Office) -> None:
    item = prepared(office, device(office, Sort("1100", "02", "0202", "", "")), "0202")
    _made, _report, text = issued(office, item)
    assert f"下次外部检验日期{cn(record(office, item).nextdate)}" in text


def test_approval_takes_the_record(office: Office) -> None:
    item = prepared(office, device(office, CRANE), "0211")
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    assert office.item(item.id).nextdate == record(office, item).nextdate
