"""The checks of reports over HTTP: hints at entry, refusals and reasons at the moves, and what is kept of them."""

import time
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tejian import data
from tejian.archives.codes import LIFT
from tejian.archives.equipment.api import every_field
from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.records import CheckRun
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import book, gathering, service
from tejian.inspection.records.examined import examine
from tejian.inspection.records.pictures import attached
from tejian.inspection.rules.api import CALLS, names_in, report_check, speak
from tejian.inspection.rules.checks import name_of
from tejian.inspection.rules.derived import DAYS, MONTHS, YEARS
from tejian.instruments.models import Instrument
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.kit.ground.reasons import RULE
from tests.asked import asked_of

from .conftest import SUBMIT, Office

STATEMENTS = 14  # of the checks of a report, however many items, people and instruments it has

SAVE, ITEM, AUDIT = "/api/appbuss/saveRecord", "/api/appbuss/getItem", "/api/appbuss/auditReport"
REMARK = {"remark": "详见××"}
LEFT = "文字中有未填写的占位内容：“××”"


def record(office: Office, item: AppBuss) -> OriginalRecord:
    return office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()


def runs(office: Office, item: AppBuss) -> list[CheckRun]:
    return list(office.db.scalars(select(CheckRun).where(CheckRun.appbuss_id == item.id).order_by(CheckRun.createtime)))


def ready(office: Office, **more: Any) -> tuple[AppBuss, list[dict[str, Any]]]:
    """A whole record with its conclusion, and what the checks say of it."""
    item = office.built()
    return item, concluded(office, item, **more)


def concluded(office: Office, item: AppBuss, **more: Any) -> list[dict[str, Any]]:
    """Fill a record in with its conclusion; what the checks say of it."""
    proposal = office.filled(item)["proposal"]
    findings: list[dict[str, Any]] = office.good("jianyan1", SAVE, id=item.id, conclusion=proposal["code"], **more)[
        "findings"
    ]
    return findings


def test_a_hint_says_where_it_belongs(office: Office) -> None:
    item = office.built()
    findings = office.good("jianyan1", ITEM, id=item.id)["findings"]
    first = next(one for one in findings if one["check"] == "X01")
    assert (first["level"], first["key"], first["text"]) == ("error", "", f"第{first['seq']}项使用资料：没有结果")
    assert first["seq"] == 1
    site = next(one for one in findings if one["check"] == "X18")
    assert (site["field"], site["text"][:9]) == ("conditions", "检验条件没有填写：")


def test_each_of_two_questions_of_one_check_has_an_answer_of_its_own(office: Office) -> None:
    """Else the record could never be handed in: the second reason would take the place of the first."""
    items = office.confirmed(3)
    office.good("jianyan1", "/api/appbuss/buildReport", ids=[one.id for one in items])
    *alike, item = (office.item(one.id) for one in items)
    concluded(office, item)
    reasons = ("第一台另测，数值相同", "第二台另测，数值相同")
    for number, other in enumerate(alike):  # the second comes when the first is answered
        concluded(office, other)
        office.good("jianyan1", SUBMIT, id=other.id)
        record(office, other).results = record(office, item).results
        findings = office.good("jianyan1", ITEM, id=item.id)["findings"]
        sisters = [one for one in findings if one["check"] == "X12"]
        assert [one["reason"] for one in sisters] == [*reasons[:number], ""]
        others = {one["key"]: "已核实，情况属实" for one in findings if one["key"] and not one["reason"]}
        office.good("jianyan1", SAVE, id=item.id, reasons={**others, sisters[-1]["key"]: reasons[number]})
    findings = office.good("jianyan1", ITEM, id=item.id)["findings"]
    assert [one["reason"] for one in findings if one["check"] == "X12"] == [*reasons]
    office.good("jianyan1", SUBMIT, id=item.id, reasons={})
    assert office.item(item.id).step == "BGQR"


def test_a_hard_check_refuses_the_submission_and_stores_nothing(office: Office) -> None:
    item, _ = ready(office)
    watched = [{"seq": 12, "r": "×", "n": "制动力矩不足", "m": "1"}]
    said = office.refused("jianyan1", SUBMIT, id=item.id, results=watched, **REMARK)
    assert "重点项目第12项不能监护使用" in said
    assert (office.item(item.id).step, record(office, item).remark, runs(office, item)) == ("BGLR", "", [])


def test_a_soft_check_asks_for_a_reason_that_the_auditor_sees(office: Office) -> None:
    item, findings = ready(office, **REMARK)
    asked = next(one for one in findings if one["text"] == LEFT)
    assert (asked["level"], asked["check"], asked["key"], asked["reason"]) == ("warn", "X15", "X15_remark", "")
    reasons = {one["key"]: "已核实，情况属实" for one in findings if one["key"]}
    for short in ({}, {"X15_remark": "无"}, {"X15_remark": "   无 "}):
        said = office.refused("jianyan1", SUBMIT, id=item.id, reasons={**reasons, "X15_remark": ""} | short)
        assert said == f"{LEFT}，须写明原因（{RULE}）"
        assert (office.item(item.id).step, runs(office, item)) == ("BGLR", [])
    office.good("jianyan1", SUBMIT, id=item.id, reasons=reasons | {"X15_remark": "型号即为××"})
    assert office.item(item.id).step == "BGQR"
    run = runs(office, item)[0]
    line = next(one for one in run.findings if one["check"] == "X15")
    assert (line["text"], line["reason"], line["name"]) == (LEFT, "型号即为××", run.by_name)
    assert (run.step, len(run.digest)) == ("BGLR", 64)
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    shown = office.good("shenhe", "/api/appbuss/getAudit", id=item.id)["findings"]
    answer = next(one for one in shown if one["check"] == "X15")
    assert (answer["reason"], answer["by"]) == ("型号即为××", "陈立峰")


def test_a_reason_answers_one_sentence_and_no_other(office: Office) -> None:
    item, _ = ready(office, **REMARK)
    saved = office.good("jianyan1", SAVE, id=item.id, reasons={"X15_remark": "型号即为××"})
    assert next(one for one in saved["findings"] if one["check"] == "X15")["reason"] == "型号即为××"
    saved = office.good("jianyan1", SAVE, id=item.id, remark="待填")
    assert next(one for one in saved["findings"] if one["check"] == "X15")["reason"] == ""


def test_a_reason_for_a_late_report_holds_on_the_next_day(office: Office) -> None:
    item, _ = ready(office)
    now = clock.now()

    def late(days: int, **form: Any) -> dict[str, Any]:
        with clock.at(now + timedelta(days=days)):
            saved = office.good("jianyan1", SAVE, id=item.id, **form)
        found: dict[str, Any] = next(one for one in saved["findings"] if one["check"] == "T08")
        return found

    first = late(30, reasons={"T08_inspdate": "等待使用单位补充资料"})
    second = late(33)
    assert first["text"] != second["text"] and second["text"].startswith("检验结束已")
    assert [one["reason"] for one in (first, second)] == ["等待使用单位补充资料"] * 2


def test_a_hard_check_refuses_at_audit_whatever_is_said(office: Office) -> None:
    item = office.verified()
    behind = record(office, item)
    behind.results = {**behind.results, "12": {**behind.results["12"], "m": True}}
    office.db.commit()
    before = len(runs(office, item))
    said = office.refused("shenhe", AUDIT, ids=item.id, opinion="同意，情况已经核实")
    assert "重点项目第12项不能监护使用" in said
    assert (office.item(item.id).step, len(runs(office, item))) == ("BGSH", before)


def test_who_audits_now_is_judged_and_not_who_audited_before(office: Office) -> None:
    item = office.verified()
    row = office.item(item.id)
    row.auditedby = row.enteredby  # as a return from the approval leaves an earlier round behind
    office.db.commit()
    office.good("shenhe", AUDIT, ids=item.id)
    assert office.item(item.id).auditedby == office.user("shenhe").id


def test_every_move_keeps_what_the_checks_said(office: Office) -> None:
    item = office.approved()
    assert [one.step for one in runs(office, item)] == ["BGLR", "BGSH", "BGSP"]


def test_instruments_must_suit_the_item_and_are_those_really_used(office: Office) -> None:
    """A box for lifts does for no boiler: each measured item names the type that it presupposes."""
    item, _ = ready(office)
    box = office.db.scalars(select(Instrument).where(Instrument.boxno == "7 号")).all()
    saved = office.good("jianyan1", SAVE, id=item.id, instruments=[one.id for one in box])
    assert {one["instno"] for one in record(office, item).instruments} == {one.instno for one in box}
    texts = [one["text"] for one in saved["findings"] if one["check"] == "Y05"]
    assert any("第31项平衡系数有实测值，但没有列出钳形电流表或平衡系数测试仪" in one for one in texts)
    assert "钳形电流表" in office.refused("jianyan1", SUBMIT, id=item.id)
    box = office.item(item.id).instruments
    office.db.get_one(OriginalRecord, record(office, item).id).instruments = []
    office.db.commit()
    own = [one["id"] for one in office.good("jianyan1", ITEM, id=item.id)["tools"]["proposed"]]
    assert 0 < len(own) < len(box)
    saved = office.good("jianyan1", SAVE, id=item.id, instruments=own)
    assert [one for one in saved["findings"] if one["check"] in ("Y05", "Y09", "Y13")] == []


def test_a_foreign_instrument_asks_for_a_reason(office: Office) -> None:
    item, _ = ready(office)
    other = office.db.scalars(select(Instrument).where(Instrument.boxno == "3 号")).first()
    assert other is not None
    used = [*office.item(item.id).instruments, other.id]
    saved = office.good("jianyan1", SAVE, id=item.id, instruments=used)
    said = [one["text"] for one in saved["findings"] if one["check"] == "Y09"]
    assert said == [f"{other.name}{other.instno}不在本任务的工具箱中，也没有借用记录"]


def test_an_archive_that_changed_since_is_taken_anew_or_refuses(office: Office) -> None:
    item, _ = ready(office)
    lift = office.db.get_one(Equipment, item.equdatasysid)
    old, lift.prono = lift.prono, "26T77777"
    office.db.commit()
    said = office.refused("jianyan1", SUBMIT, id=item.id)
    assert f"由“{old}”改为“26T77777”，请更新设备信息后再提交" in said
    saved = office.good("jianyan1", SAVE, id=item.id, refresh="1")
    assert [one for one in saved["findings"] if one["check"] == "N12"] == []
    assert record(office, item).equipment["prono"] == "26T77777"


def test_what_the_checks_read_is_gathered(office: Office) -> None:
    """A name that nobody gives would leave its check silent for ever."""
    item, _ = ready(office)
    stored = record(office, item)
    row = office.item(item.id)
    facts = gathering.facts_of(office.db, row, stored, examine(office.db, row, stored), [], attached(office.db, row))
    known = set(facts.all_names) | {one.name for one in every_field()}
    known |= {name_of(f"{row['template']}:{row['item_no']}") for row in data.rows("report_items")}
    limits = list(data.rows("report_item_limits"))
    known |= {name_of(f"{row['template']}:{row['item_no']}") + f"_{row['field']}" for row in limits}
    tables = list(data.rows("report_tables"))
    known |= {f"{row['table_code']}_{row['column']}" for row in tables} | {
        f"{row['table_code']}_count" for row in tables
    }
    cells = {row["column"] for row in tables}
    listed = {name for rows in facts.lists.values() for one in rows for name in one} | LATER
    unknown = {}
    for row in data.rows("report_checks"):
        check = report_check(row)
        own = known | LATER | set(check.params) | {name for name, _ in check.lets}
        own |= cells if check.each in ("row", "cell") else listed if check.each == "list" else OF_ITEM
        if not check.off and (left := names_in(check.condition) - own):
            unknown[check.code] = sorted(left)
    assert unknown == {}


OF_ITEM = {"result", "note", "key", "monitored", "measure", "valued", "photo", "excused", "values_inside", "inside"}
OF_ITEM |= {"untrue", "item_no", "duty"}
OF_ITEM |= {"low", "high", "bounded", "value", "seq", "name", "unit", "code", "unvalued", "unjudged"}
LATER = {"controlled", "count", "nextcaldate", "other"}  # of lists that this report has not
LATER |= {"declared", "design", "taken"}  # of safety valves
LATER |= {"waits", "sampleno", "itemname", "stepname", "edition"}  # of samples at a laboratory
LATER |= {"label"}  # of a fee that a parameter found otherwise changes
LATER |= {one["name"] for one in data.rows("record_fields")}  # what records of other sorts state
LATER |= {"prev_reportno", "prev_unqualcode", "loadtestdue", "ropeyears", *DAYS, *MONTHS, *YEARS}


def test_the_checks_of_a_report_ask_the_database_a_fixed_number_of_times(office: Office) -> None:
    item, _ = ready(office)
    row, stored = office.item(item.id), record(office, item)
    facts = gathering.facts_of(office.db, row, stored, examine(office.db, row, stored), [], attached(office.db, row))
    checks = book.checks_for(office.db, row.equclacode, row.seisort, row.testsort)
    assert row.equclass == LIFT
    start = time.perf_counter()
    speak(checks, facts, "BGSP", CALLS)
    pure = time.perf_counter() - start

    start = time.perf_counter()
    with asked_of(office.db) as statements:
        service.findings_of(office.db, row, stored)
    print(
        f"\n{len(checks)} checks of {len(facts.items)} items: {pure * 1000:.1f} ms; "
        f"with what they read {(time.perf_counter() - start) * 1000:.1f} ms"
    )
    assert len(statements) == STATEMENTS, statements


def shared_instruments(office: Office, item: AppBuss, **other: Any) -> int:
    """Another record of the day names the instruments of this one; gives how many these are.

    `other` says what is otherwise there: its unit, its times; somebody else inspects, unless it says who.
    """
    times = {name: other.pop(name) for name in ("begunat", "endedat") if name in other}
    row = office.item(item.id)
    columns = {c.key: getattr(row, c.key) for c in AppBuss.__mapper__.column_attrs}
    columns |= {"id": new_id(), "seisn": "DT2026099999", "inspdate": clock.today(), "reportno": ""}
    columns |= {"inspectors": [office.user("jianyan4").id], "scinspector": office.user("jianyan4").id}
    columns |= other
    office.db.add(AppBuss(**columns))
    mine = record(office, item)
    office.db.add(OriginalRecord(appbuss_id=columns["id"], template="DT-DJ", instruments=mine.instruments, **times))
    office.db.commit()
    return len(mine.instruments)


def shared_said(office: Office, item: AppBuss, **times: str) -> list[str]:
    found = office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, **times)["findings"]
    return [one["text"] for one in found if one["check"] == "Y08"]


def test_instruments_that_another_record_of_the_day_names_are_asked_about_once(office: Office) -> None:
    item = office.built()
    office.filled(item)
    used = shared_instruments(office, item)
    shared = shared_said(office, item)
    assert len(shared) == 1
    assert f"等{used}件仪器当日也列在业务DT2026099999的记录中" in shared[0]


@pytest.mark.parametrize(
    ("other", "times", "said"),
    [
        ({"begunat": "09:30", "endedat": "10:30"}, ("10:00", "11:00"), "在10:00～10:30也用于业务DT2026099999（东门）"),
        ({"begunat": "09:30", "endedat": "10:00"}, ("10:00", "11:00"), ""),  # one after the other
        ({"begunat": "09:30", "endedat": "10:30", "unitsysid": "same"}, ("10:00", "11:00"), ""),  # one machine room
        ({"begunat": "09:30", "endedat": "10:30", "inspectors": "same"}, ("10:00", "11:00"), "在10:00～10:30也用于"),
        ({"begunat": "", "endedat": "", "inspectors": "same"}, ("10:00", "11:00"), ""),  # he takes his box along
    ],
)
def test_an_instrument_is_not_on_two_sites_at_a_time(
    office: Office, other: dict[str, Any], times: tuple[str, str], said: str
) -> None:
    item = office.built()
    office.filled(item)
    if other.pop("unitsysid", "") != "same":
        other["unitsysid"] = new_id()
    if other.get("inspectors") == "same":
        other["inspectors"] = office.item(item.id).inspectors
    shared_instruments(office, item, useplace="东门", **other)
    shared = shared_said(office, item, begunat=times[0], endedat=times[1])
    assert bool(shared) is bool(said) and all(said in one for one in shared)
