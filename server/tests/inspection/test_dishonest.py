"""What a record may not say of a machine: a dishonest inspector tries it at each door and is stopped."""

import time
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import unproven

from .conftest import Office
from .test_conclusions import AUDITS, SORTS, Sort, built, record, save

SUBMIT = "/api/appbuss/submitRecord"
CRANE, VESSEL, TRUCK = (next(one for one in SORTS if one.kind == kind) for kind in ("4110", "2150", "5110"))
FASTEST = 0.02  # seconds for the checks of a report


def of(sort: Sort, **params: str) -> Sort:
    return Sort(sort.kind, sort.seisort, sort.testsort, sort.best, sort.failed, params=params, facts=sort.facts)


def seq_of(office: Office, item: AppBuss, number: str) -> int:
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    return next(int(one["seq"]) for one in screen["items"] if one["item_no"] == number)


def refused(office: Office, item: AppBuss) -> str:
    """Why the record is not handed in; nothing of it moves."""
    said = office.refused("jianyan1", SUBMIT, id=item.id)
    office.db.expire_all()
    made = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    assert (office.item(item.id).step, made.inspdate) == ("BGLR", made.inspdate)
    assert office.db.scalar(select(func.count()).select_from(Report).where(Report.appbuss_id == item.id)) == 0
    return said


@pytest.mark.parametrize(
    "sort", [CRANE, VESSEL, TRUCK, *(one for one in SORTS if one.kind in ("1100", "9100"))], ids=str
)
def test_a_record_that_inspected_nothing_concludes_nothing(office: Office, sort: Sort) -> None:
    item = built(office, sort)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    rows = [{"seq": one["seq"], "r": "—", "n": "无此项"} for one in screen["items"]]
    saved = save(office, item, results=rows, facts=sort.facts)
    assert saved["proposal"]["code"] == ""
    assert "不能填“—”" in saved["proposal"]["reason"]
    assert not any(one["allowed"] for one in saved["conclusions"])
    save(office, item, conclusion=sort.best)
    assert "不能填“—”" in refused(office, item)


@pytest.mark.parametrize(
    ("sort", "number", "sentence"),
    [
        (of(CRANE, cabin="无"), "3.4", "司机室型式为无"),
        (of(VESSEL, quickopen="0"), "13", "不是快开门式"),
        (of(TRUCK, exmark="否", explace="否"), "28", "防爆"),
    ],
)
def test_what_the_machine_does_not_have_does_not_conform(
    office: Office, sort: Sort, number: str, sentence: str
) -> None:
    item = built(office, sort)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    one = next(one for one in screen["items"] if one["item_no"] == number)
    assert one["result"] == "—"  # it begins so, and all-conforming leaves it
    assert sentence in screen["impossible"][str(one["seq"])]["√"]
    office.filled(item)
    saved = save(office, item, results=[{"seq": one["seq"], "r": "√"}])
    said = [each for each in saved["findings"] if each["seq"] == one["seq"] and each["level"] == "error"]
    assert any(sentence in each["text"] for each in said)
    assert saved["proposal"]["code"] == ""
    save(office, item, conclusion=sort.best)
    assert sentence in refused(office, item)


def test_one_lift_does_not_hang_on_ropes_and_on_belts(office: Office) -> None:
    item = office.built()
    record(office, item).equipment = {**office.known(item), "insinspdate": "2005-06-01"}
    office.db.commit()
    office.filled(item)
    ropes, belts = (seq_of(office, item, number) for number in ("A1.2.5.1", "A1.2.5.2"))
    saved = save(office, item, results=[{"seq": ropes, "r": "√"}, {"seq": belts, "r": "√"}])
    assert any(one["seq"] == belts and "不能同时有结果" in one["text"] for one in saved["findings"])
    assert "不能同时有结果" in refused(office, item)


def test_a_sheave_for_less_than_the_speed_of_the_lift_fails(office: Office) -> None:
    item = office.built()
    record(office, item).equipment = {**office.known(item), "runvelocity": "2.5", "hasnonmetalsheave": "1"}
    office.db.commit()
    office.filled(item)
    sheave = seq_of(office, item, "A1.2.5.7")
    saved = save(office, item, results=[{"seq": sheave, "r": "√", "v": {"runvelocity": "0.875"}}])
    assert saved["proposal"]["code"] == "1032"
    assert f"第{sheave}项" in saved["proposal"]["reason"]


def test_a_strength_check_below_the_pressure_of_the_archive_is_none(office: Office) -> None:
    item = built(office, of(VESSEL, workpress_shell="0.8"))
    office.filled(item)
    stored = record(office, item).measures["thick"]
    rows = [{**one, "press": "0.5"} for one in stored["rows"]]
    saved = save(office, item, tables={"thick": {"params": stored["params"], "rows": rows}}, facts=VESSEL.facts)
    assert any("校核压力不得低于档案的最高工作压力 0.8 MPa" in one["text"] for one in saved["findings"])
    save(office, item, conclusion=saved["proposal"]["code"])
    assert "校核压力不得低于" in refused(office, item)


def test_what_was_measured_has_its_rows(office: Office) -> None:
    item = built(office, VESSEL)
    office.filled(item)
    tables = {code: {"empty": "1"} for code in ("ndt", "press")}
    saved = save(office, item, tables=tables, facts=VESSEL.facts)
    said = " ".join(one["text"] for one in saved["findings"] if one["level"] == "error")
    assert "须有“无损检测汇总”的行" in said
    save(office, item, conclusion=saved["proposal"]["code"])
    assert "须有“无损检测汇总”的行" in refused(office, item)


@pytest.mark.parametrize("door", ["audit", "approve"])
def test_a_result_changed_behind_is_stopped_at_audit_and_approval(office: Office, door: str) -> None:
    item = built(office, of(CRANE, cabin="无"))
    office.filled(item)
    save(office, item, conclusion="1041")
    office.good("jianyan1", SUBMIT, id=item.id)
    done = AUDITS[:1] if door == "audit" else AUDITS
    for login, path in done:
        office.good(login, f"/api/appbuss/{path}", ids=item.id)
    behind = record(office, item)
    cab = str(
        next(one["seq"] for one in records.items_of_row(office.db, office.item(item.id)) if one["item_no"] == "3.4")
    )
    behind.results = {**behind.results, cab: {"r": "√"}}
    office.db.commit()
    login, path = AUDITS[1] if door == "audit" else ("pizhun", "approveReport")
    said = office.refused(login, f"/api/appbuss/{path}", ids=item.id, opinion="已核实，同意签发")
    assert "司机室型式为无" in said
    assert office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).all() == []


def test_the_checks_of_a_report_are_quick(office: Office) -> None:
    item = office.built()
    office.filled(item)
    db, row = office.db, office.item(item.id)
    stored = record(office, item)

    def once(what: Any) -> float:
        start = time.perf_counter()
        what()
        return time.perf_counter() - start

    found = records.judged_record(db, row).found
    behind = records.behind_of(db, row, stored, found)
    rules = records.evidence(db)
    assert min(once(lambda: unproven(rules, found.items, behind)) for _ in range(5)) < FASTEST
    assert min(once(lambda: records.impossible(db, row, found)) for _ in range(5)) < FASTEST
