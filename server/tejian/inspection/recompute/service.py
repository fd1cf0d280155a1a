"""What an administrator does with runs: begin a preview, look at it, confirm or drop it."""

from datetime import datetime

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.recompute import OPEN, STATES, WAYS, DateRun
from tejian.inspection.rules.api import LABELS
from tejian.kit.database import jobs
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import hold, visible_or_refuse
from tejian.kit.forms.form import Form, OneId
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import shaped
from tejian.system.settings.api import version

from .running import LOCK


class Reason(Form):
    reason: str = Field(title="原因", min_length=2, max_length=500)


class Confirm(OneId):
    later: bool = Field(False, title="写入推迟的日期")  # dates that become later are only written when this is said


class Ways(TypedDict):
    earlier: int
    later: int
    added: int


class DateChange(TypedDict):
    """Changes of one date of one class by one rule, with some of the devices."""

    equclass: str
    ruleid: str
    field: str
    fieldName: str
    way: str
    wayName: str
    count: int
    examples: list[str]


class Left(TypedDict):
    equclass: str
    reason: str
    count: int


class Run(TypedDict):
    """A recomputation; `passed` devices were looked at, `left` could not be computed."""

    id: str
    version: int
    reason: str
    state: str
    stateName: str
    passed: int
    changed: int
    left_count: int
    written: int
    skipped: int
    message: str
    user_name: str
    at: datetime
    ended: datetime | None
    ways: Ways
    summary: list[DateChange]
    left: list[Left]


def begin(db: Session, me: User, form: Reason) -> Run:
    """A new run whose preview is made by a job. One run at a time."""
    hold(db, LOCK)
    if db.scalar(select(DateRun.id).where(DateRun.state.in_(OPEN)).limit(1)):
        raise Refused("已有未结束的重算，请先确认或放弃")
    row = DateRun(user_id=me.id, user_name=me.name, reason=form.reason)
    db.add(row)
    db.flush()
    jobs.enqueue(db, "inspection.preview_dates", lock=LOCK, run_id=row.id)
    security_event(db, "下次日期重算", "预览", form.reason)
    return shown(row)


def confirm(db: Session, me: User, form: Confirm) -> Run:
    """Have the dates of a preview written; refused when the rules changed since."""
    row = visible_or_refuse(db, me, DateRun, form.id, lock=True)
    if row.state not in ("ready", "failed") or not row.changed:
        raise Refused("没有待确认的日期变化" if row.state == "ready" else f"当前状态为{STATES[row.state]}，不能确认")
    if row.rules != version(db, "rule"):
        raise Refused("预览后业务规则又有修改，请放弃后重新预览")
    row.state, row.later, row.user_id, row.user_name, row.message = "writing", form.later, me.id, me.name, ""
    db.flush()
    jobs.enqueue(db, "inspection.write_dates", lock=LOCK, run_id=row.id)
    kinds = "全部" if form.later else "提前与补上的"
    security_event(db, "下次日期重算", "确认写入", f"{kinds}日期，共{row.changed}处变化")
    return shown(row)


def drop(db: Session, me: User, form: OneId) -> None:
    """Give a preview up; its changes stay to be looked at."""
    row = visible_or_refuse(db, me, DateRun, form.id, lock=True)
    if row.state not in ("ready", "failed"):
        raise Refused(f"当前状态为{STATES[row.state]}，不能放弃")
    row.state, row.ended = "dropped", clock.now()
    security_event(db, "下次日期重算", "放弃", row.reason)


def detail(db: Session, me: User, form: OneId) -> Run:
    return shown(visible_or_refuse(db, me, DateRun, form.id))


def shown(row: DateRun) -> Run:
    ways: Ways = {"earlier": row.earlier_count, "later": row.later_count, "added": row.added_count}
    summary = [{**s, "fieldName": LABELS.get(s["field"], s["field"]), "wayName": WAYS[s["way"]]} for s in row.summary]
    days = {"at": row.createtime, "ended": row.ended}
    return shaped(Run, row, stateName=STATES[row.state], ways=ways, summary=summary, **days)
