"""A draft tried on the records of a year: each is judged as it is and as the draft would judge it. Nothing is stored of
them: they are read in a session of its own that is rolled back.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.templates import (
    CONCLUSION,
    ENDED,
    FINDINGS,
    LEFT,
    STATES,
    TemplateTrial,
    TemplateTrialLine,
    TemplateVersion,
)
from tejian.inspection.records import api as records
from tejian.kit.database import bulk, jobs
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Row
from tejian.kit.ground.user import User
from tejian.kit.records.crud import record
from tejian.messages.api import Trial
from tejian.system.accounts.api import account
from tejian.system.rules.api import VOID, instead, trying

from .outcome import base_of, outcome, rows_of
from .parts import PARTS
from .ruling import in_force

LOCK = "template trials"
TRIAL = Trial(TemplateTrial, "报告模板试算", "/businessPro/reportTemplate/trial?id={id}", STATES, ENDED)
BLOCK = 50
COLUMNS = ("trial_id", "appbuss_id", "seisn", "reportno", "equname", "unitname", "inspdate", "way", "before", "after")
NAMES = (*COLUMNS, "more", "less")
SAID = 1000
HINT = "info"  # the level of what needs nothing
CONFORMS = {"r": "√"}
Judged = tuple[str, tuple[str, ...]]  # the conclusion that follows, and what is found


def begin(db: Session, me: User, key: str) -> Row:
    """Try a version on the records of the last year."""
    version = visible_or_refuse(db, me, TemplateVersion, key)
    if version.step == VOID:
        raise Refused(f"{version.name}已作废，不能试算")
    today = clock.today()
    row = TemplateTrial(
        version_id=version.id,
        name=version.name,
        orgid=me.org_id,
        firstday=clock.add_months(today, -12),
        lastday=today,
        madeby=me.name,
        createby=me.id,
        state="waiting",
    )
    db.add(row)
    db.flush()
    jobs.enqueue(db, "inspection.try_template", lock=LOCK, trial_id=row.id)
    return record(row)


@jobs.job("inspection.try_template", retry=0, queue="imports")
def run(db: Session, trial_id: str) -> None:
    """Carry a trial out; its result is stored with its end, or nothing."""
    TRIAL.run(db, trial_id, _carry_out)


def _carry_out(db: Session, row: TemplateTrial) -> dict[str, Any]:
    me = account(db, row.createby)
    if me is None:
        raise Refused("账号已停用，没有试算")
    version = visible_or_refuse(db, me, TemplateVersion, row.version_id)
    rules = instead(db, as_published(db, version, clock.today()))
    with jobs.new_session() as reading:  # nothing that is judged is written
        try:
            reading.info["me"] = me
            reading.execute(text("set local statement_timeout = 0"))
            ids = records_of(reading, me, version.template, row.firstday, row.lastday)
            jobs.note(TemplateTrial, row.id, state="running", total=len(ids), passed=0)
            lines: list[tuple[Any, ...]] = []
            for start in range(0, len(ids), BLOCK):
                lines += _lines(reading, row.id, ids[start : start + BLOCK], rules)
                jobs.note(TemplateTrial, row.id, passed=min(start + BLOCK, len(ids)))
        finally:
            reading.rollback()
    model: Any = TemplateTrialLine.__table__
    bulk.copy(db, model, [model.c[name] for name in NAMES], lines)
    counts = {way: sum(line[7] == way for line in lines) for way in (CONCLUSION, FINDINGS, LEFT)}
    message = f"{len(ids)}份记录，{counts[CONCLUSION]}份结论变化，{counts[FINDINGS]}份检查结果变化"
    message += f"，{counts[LEFT]}份不能判定" if counts[LEFT] else ""
    own = {"conclusions": counts[CONCLUSION], "findings": counts[FINDINGS], "left": counts[LEFT]}
    return {**own, "state": "done", "message": message, "total": len(ids), "passed": len(ids)}


def as_published(db: Session, version: TemplateVersion, day: date) -> dict[str, list[dict[str, str]]]:
    """All rule tables of templates as they would be."""
    found = outcome(rows_of(db, version), base_of(db, version), version.template)
    ended = {row.id for row in found.ended}
    rows = [(row.tbl, row.seq, row.data) for row in in_force(db, day) if row.id not in ended]
    rows += [(one.tbl, one.seq, one.data) for one in found.fresh]
    rows.sort(key=lambda one: one[1])
    return {table: [data for tbl, _seq, data in rows if tbl == table] for table in PARTS}


def records_of(db: Session, me: User, template: str, first: date, last: date) -> Sequence[str]:
    """The items whose record was handed in, inspected in these days by this template."""
    codes = {one.template_code for one in records.seisorts(db) if template in one.item_templates}
    query = select(AppBuss.id).join(OriginalRecord, OriginalRecord.appbuss_id == AppBuss.id)
    query = query.where(
        AppBuss.visible(me), AppBuss.mother_id == "", AppBuss.enteredat.is_not(None), OriginalRecord.template.in_(codes)
    )
    return db.scalars(query.where(OriginalRecord.inspdate.between(first, last)).order_by(AppBuss.id)).all()


def _lines(db: Session, trial: str, ids: Sequence[str], rules: Any) -> Iterator[tuple[Any, ...]]:
    for row in db.scalars(select(AppBuss).where(AppBuss.id.in_(ids)).order_by(AppBuss.id)).all():
        own = (trial, row.id, row.seisn, row.reportno, row.equname, row.unitname, row.inspdate)
        places = {(one["template"], one["item_no"]): one["seq"] for one in records.items_of_row(db, row)}
        before = _judged(db, row, {seq: seq for seq in places.values()})
        with trying(db, rules):
            moved = {
                one["seq"]: places.get((one["template"], one["item_no"]), "") for one in records.items_of_row(db, row)
            }
            after = _judged(db, row, moved)
        if isinstance(before, str):
            continue
        if isinstance(after, str):
            yield (*own, LEFT, before[0], "", after[:SAID], "")
        elif before != after:
            more = "；".join(one for one in after[1] if one not in before[1])
            less = "；".join(one for one in before[1] if one not in after[1])
            way = FINDINGS if before[0] == after[0] else CONCLUSION
            if way == CONCLUSION or more or less:
                yield (*own, way, before[0], after[0], more[:SAID], less[:SAID])
    db.expunge_all()


def _judged(db: Session, row: AppBuss, places: Mapping[str, str]) -> Judged | str:
    """What the rules of this session say of a record, or why they say nothing.

    `places` says under which number an item stands in the record; one that is new counts as conforming.
    """
    try:
        stored = records.record_or_refuse(db, row)
        db.expunge(stored)  # what is put in other places is a copy
        stored.results = {seq: stored.results.get(old, {}) if old else CONFORMS for seq, old in places.items()}
        examined = records.examine(db, row, stored)
        findings = records.findings_of(db, row, stored, examined=examined)
    except Refused as refusal:
        return refusal.message
    except (ValueError, LookupError, ArithmeticError) as wrong:
        return f"不能判定：{wrong}"
    return examined.judgement.verdict.code, tuple(dict.fromkeys(one.text for one in findings if one.level != HINT))
