"""The jobs behind the records that operations name: whose they are, and why one may not be written any more."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS, STEP_NAMES
from tejian.inspection.models.fieldwork import CONFLICT, MERGED, TAKEN, PackJob, RecordOp
from tejian.inspection.models.fieldwork import OPEN as UNDECIDED
from tejian.inspection.models.fieldwork import RecordConflict as C
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import api as records
from tejian.kit.ground.user import User
from tejian.system.rules import api as rulestore

from .judging import Last, Side, Two
from .merging import MergeRule, merge_rule

RULES = "merge_rules"
FOREIGN = "没有这份原始记录，或不是您的任务"


def merge_rules(db: Session) -> tuple[MergeRule, ...]:
    """The rules in force, in their order."""
    found: tuple[MergeRule, ...] = rulestore.made(
        db, RULES, lambda s: tuple(merge_rule(one) for one in rulestore.rows(s, RULES))
    )
    return found


@dataclass
class Job:
    """A record that operations name. `held` says why nothing is written into it now, `refused` why it is no business of
    the sender."""

    db: Session
    key: str
    row: AppBuss | None = None
    record: OriginalRecord | None = None
    held: str = ""
    refused: str = ""
    conflicts: list[Two] = field(default_factory=list)
    own: dict[str, Last] = field(default_factory=dict)
    others: dict[str, Last] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)  # of guides that were confirmed, by path

    @cached_property
    def named(self) -> records.NamedPlaces | None:
        if self.row is None or self.record is None:
            return None
        return records.named_places(self.db, self.row, self.record)

    @property
    def codes(self) -> dict[str, str]:
        """The numbers that stand on the device."""
        names = ("equcode", "regcode", "usecertno", "equidentcode", "equrepcode")
        values = self.record.equipment if self.record else {}
        found = {name: str(values.get(name) or "") for name in names}
        return {**found, "item": self.row.equcode if self.row else ""}


def jobs_of(db: Session, me: User, keys: Sequence[str]) -> dict[str, Job]:
    """The jobs of these records, their items and records locked in the order of their keys."""
    places_of = select(OriginalRecord.id, OriginalRecord.appbuss_id).where(OriginalRecord.id.in_(keys))
    places = {one.id: one.appbuss_id for one in db.execute(places_of)}
    given = {
        one.record_id: one.appbuss_id
        for one in db.scalars(select(PackJob).where(PackJob.user_id == me.id, PackJob.record_id.in_(keys)))
    }
    wanted = sorted({*places.values(), *given.values()})
    locked = select(AppBuss).where(AppBuss.id.in_(wanted)).order_by(AppBuss.id).with_for_update(of=AppBuss)
    rows = {one.id: one for one in db.scalars(locked.execution_options(populate_existing=True))}
    mine = select(OriginalRecord).where(OriginalRecord.id.in_(places)).order_by(OriginalRecord.id).with_for_update()
    by_key = {one.id: one for one in db.scalars(mine.execution_options(populate_existing=True))}
    return {
        key: _job(db, me, key, by_key.get(key), rows.get(places.get(key) or given.get(key, "")), key in given)
        for key in keys
    }


def _job(db: Session, me: User, key: str, record: OriginalRecord | None, row: AppBuss | None, given: bool) -> Job:
    if row is None or (me.id not in row.inspectors and not given):
        return Job(db, key, refused=FOREIGN)
    job = Job(db, key, row, record)
    if me.id not in row.inspectors:
        job.held = "任务已改派他人"
    elif row.step == at.VOID:
        job.held = "业务已作废"
    elif record is None:
        job.held = "任务已退回，原始记录已作废重建"
    elif row.step != at.ENTER:
        job.held = f"业务当前环节为{STEP_NAMES.get(row.step, row.step)}，不能录入"
    elif not BUSINESS.is_mine(db, me, row):
        job.held = "该报告现在不由您录入"
    return job


def with_history(db: Session, job: Job, terminal: str) -> None:
    """What was written into the record by operations before, and what is undecided in it."""
    each = select(RecordOp).where(RecordOp.record_id == job.key).ext(distinct_on(RecordOp.path))
    each = each.order_by(RecordOp.path, RecordOp.createtime.desc(), RecordOp.seq.desc())
    own = each.where(RecordOp.terminal_id == terminal)
    wrote = each.where(RecordOp.state.in_((TAKEN, MERGED, CONFLICT)))
    job.own = {one.path: _last(one) for one in db.scalars(own)}
    job.others = {one.path: _last(one) for one in db.scalars(wrote)}
    open_ = select(C).where(C.record_id == job.key, C.step == UNDECIDED).order_by(C.createtime, C.id)
    job.conflicts = [_two(one) for one in db.scalars(open_)]


def _last(op: RecordOp) -> Last:
    return Last(op.value, op.base, op.state, op.working, Side(op.user_id, op.user_name, op.terminal_id, op.at))


def _two(row: Any) -> Two:
    mine = Side(row.mine_id, "", row.mineon, row.mineat)
    theirs = Side(row.theirs_id, row.theirs_name, row.theirson)
    return Two(row.path, row.mine, mine, row.theirs, theirs, row.base, row.id, row.working)
