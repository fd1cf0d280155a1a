"""Every check of reports in use speaks on a real record: one fault is put into a clean record of its template as a
person would enter it, or as the archive, an instrument or a certificate would hold it. A fault that cannot be entered
names the sentence of the guard before it."""

from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tejian import data
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import ERROR, WARN
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NoPermission, Refused

from .planted_records import DAY, HOUR, Case, Planting, Way, stated
from .test_all_combinations import undone

CASES = stated()
OF_RECORD: dict[tuple[str, str], list[Case]] = {}
for _case in CASES:
    OF_RECORD.setdefault((_case["kind"], _case["sort"]), []).append(_case)
LEVEL = {row["code"]: ERROR if row["level"] == "hard" else WARN for row in data.rows("report_checks") if not row["off"]}


def said(planting: Planting, way: Way, case: Case, *parts: str) -> list[dict[str, Any]]:
    """What the page says of the check of a case after these parts of it; all of it is undone again."""
    changes = [one for part in parts for one in case.get(part, ())]
    move = case.get("move", ()) if "fault" in parts else ()
    with undone(planting.db):
        found = planting.heard(way, changes, move)
    return [one for one in found if one["check"] == case["check"]]


def refused(planting: Planting, way: Way, case: Case) -> str:
    """The sentence that refuses a fault before any check; the record is as it was."""
    stored = select(OriginalRecord.version).where(OriginalRecord.appbuss_id == way.item)
    before = planting.db.scalar(stored)
    try:
        said(planting, way, case, "clean", "fault")
    except (BadInput, NoPermission, Refused, IntegrityError) as why:
        assert planting.db.scalar(stored) == before
        return str(why.args[0] if isinstance(why, IntegrityError) else why)
    return "没有拒绝"


def judged(planting: Planting, way: Way, case: Case) -> str:
    """What is wrong with the answer to a case; '' when the check speaks of the fault and of nothing else."""
    if guard := case.get("guard"):
        sentence = refused(planting, way, case)
        return "" if guard in sentence else f"没有由“{guard}”拒绝：{sentence[:200]}"
    if clean := said(planting, way, case, "clean"):
        return f"没有差错也说：{clean[0]['text']}"
    parts = ("fault",) if case.get("alone") else ("clean", "fault")
    spoken = said(planting, way, case, *parts)
    found = [planting.masked(one["text"]) for one in spoken]
    if found != case["says"]:
        return f"应说{case['says']}，说了{found}"
    return "" if {one["level"] for one in spoken} == {LEVEL[case["check"]]} else f"级别不是{LEVEL[case['check']]}"


def test_every_check_in_use_has_a_fault_on_a_real_record_or_a_guard_before_it() -> None:
    assert sorted(one["check"] for one in CASES) == sorted(LEVEL)
    assert [one["check"] for one in CASES if one.get("guard")] == ["N02", "P03", "P04", "P05", "X02", "C02"]


@pytest.mark.parametrize(("kind", "sort"), OF_RECORD)
def test_a_planted_fault_speaks_on_a_real_record_and_a_clean_one_is_silent(db: Session, kind: str, sort: str) -> None:
    planting = Planting(db)
    way = planting.clean(kind, sort)
    wrong = {one["check"]: why for one in OF_RECORD[kind, sort] if (why := judged(planting, way, one))}
    assert not wrong, "\n".join(f"{check}：{why}" for check, why in wrong.items())


def test_a_number_written_otherwise_is_no_change_of_the_archive(db: Session) -> None:
    """The ledger gives 25.00 of what the record took as 25."""
    planting = Planting(db)
    way = planting.clean("7310", "0401")
    case: Case = {"check": "N13", "fault": [{"since": {"nominaldia": "32"}}]}
    assert said(planting, way, case) == []
    changed = "记录生成后档案的公称通径(流道直径)由“25”改为“32.00”，请确认报告采用的值"
    assert [one["text"] for one in said(planting, way, case, "fault")] == [changed]


def test_a_reason_for_many_inspections_of_a_day_holds_when_one_more_is_made(db: Session) -> None:
    """The inspector goes on while the report is audited: who agrees shall not be refused for that."""
    planting = Planting(db)
    way = planting.clean("3110", "0211")

    def many(count: int) -> dict[str, Any]:
        return next(one for one in planting.heard(way, [{"other": {"count": count}}]) if one["check"] == "P11")

    first = many(12)
    with clock.at(datetime.combine(DAY, HOUR)):
        planting._save(way, reasons={first["key"]: "两组分头检验，时间已核实"})
    second = many(1)
    assert [first["text"], second["text"]] == [f"检验一等当日检验{n}台，超过12台，请核实检验时间" for n in (13, 14)]
    assert second["reason"] == "两组分头检验，时间已核实"
