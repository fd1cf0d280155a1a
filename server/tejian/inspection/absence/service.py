"""Who is away on which day, and what is kept of it."""

from collections.abc import Collection
from datetime import date
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.absence import HALVES, StaffLeave
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.messages.api import tell
from tejian.system.models.accounts import SysUser

_LEAVES = (
    select(StaffLeave)
    .where(StaffLeave.user_id.in_(bindparam("people", expanding=True)))
    .where(StaffLeave.begins <= bindparam("last"), StaffLeave.ends >= bindparam("first"))
    .order_by(StaffLeave.begins, StaffLeave.id)
)


def leaves(db: Session, people: Collection[str], first: date, last: date) -> list[StaffLeave]:
    """The absences of people that touch the days from `first` to `last`."""
    return list(db.scalars(_LEAVES, {"people": list(people), "first": first, "last": last}))


def away_at(db: Session, people: Collection[str], on: date, slot: str) -> list[StaffLeave]:
    """The absences that a task of the day meets: one of a half day is not met by a task of the other half."""
    other = {half for half in HALVES if slot in HALVES and half != slot}
    return [one for one in leaves(db, people, on, on) if one.half not in other]


def away_on(db: Session, people: Collection[str], on: date, slot: str) -> dict[str, str]:
    """Those of the people who are away then, by their key, with the word for it."""
    return {one.user_id: one.word for one in away_at(db, people, on, slot)}


def refuse_away(db: Session, people: Collection[str], on: date, slot: str) -> str | None:
    """The sentence when somebody is away then (report check P08 says the same)."""
    for one in away_at(db, people, on, slot):
        return f"{one.username}在{on}{one.word}，不能作为检验人员"
    return None


def people(db: Session, me: User) -> list[Option]:
    """The colleagues of whom an absence can be written down."""
    mine = select(SysUser).where(SysUser.org_id == me.org_id, SysUser.enabled, SysUser.unit_id == "")
    return [{"value": one.id, "label": one.name} for one in db.scalars(mine.order_by(SysUser.login))]


def _check(db: Session, row: StaffLeave, values: dict[str, Any]) -> None:
    begins, ends = values.get("begins") or row.begins, values.get("ends") or row.ends
    if ends < begins:
        raise BadInput("至：不得早于开始日期", field="ends")
    half = row.half if values.get("half") is None else values["half"]
    if half and begins != ends:
        raise BadInput("时段：半天的只能是一天，请把开始和结束填成同一天", field="half")
    others = away_at(db, [row.user_id], begins, half) if half else leaves(db, [row.user_id], begins, ends)
    if twice := next((one for one in others if one.id != row.id), None):
        raise BadInput(f"从：{row.username}已有{twice.begins}至{twice.ends}的{twice.word}", field="begins")


def _name(db: Session, row: StaffLeave, user_id: str) -> None:
    user = db.scalars(select(SysUser).where(SysUser.id == user_id)).one()
    row.user_id, row.username, row.org_id, row.dept_id = user.id, user.name, user.org_id, user.dept_id


def before_save(db: Session, me: User, row: StaffLeave, values: dict[str, Any]) -> None:
    """Of any colleague; whose absence it is stays."""
    user_id = values.get("user_id") or row.user_id
    if row.id and user_id != row.user_id:
        raise BadInput("人员：不能改到其他人员名下", field="user_id")
    if not row.id:
        _name(db, row, user_id)
    _check(db, row, values)


def before_save_own(db: Session, me: User, row: StaffLeave, values: dict[str, Any]) -> None:
    if row.id and row.user_id != me.id:
        raise Refused("只能修改本人的请假外出")
    if not row.id:
        _name(db, row, me.id)
    _check(db, row, values)


def tell_arrangers(db: Session, me: User, row: StaffLeave, values: dict[str, Any]) -> None:
    """Whoever arranged tasks for those days learns that they want another day or person."""
    mine = select(AppBuss.arrangedby, AppBuss.seisn).where(
        AppBuss.inspectors.contains([row.user_id]),
        AppBuss.plandate.between(row.begins, row.ends),
        AppBuss.step.in_(at.REPLANNED),
        AppBuss.timeslot.not_in([half for half in HALVES if row.half and half != row.half]),
    )
    tasks: dict[str, list[str]] = {}
    for arranger, seisn in db.execute(mine.order_by(AppBuss.seisn)):
        tasks.setdefault(arranger, []).append(seisn)
    for arranger, numbers in tasks.items():
        title = f"{row.username}{row.begins}至{row.ends}{row.word}，已安排的{len(numbers)}件任务须改期或换人"
        tell(db, [arranger], "请假外出", title, f"{title}：{'、'.join(numbers)}", "/businessPro/leave")


def before_delete(db: Session, me: User, row: StaffLeave) -> None:
    if row.begins < clock.today():
        raise Refused(f"{row.username}{row.begins}起的{row.word}已开始，不能删除，可以改结束日期")


def before_delete_own(db: Session, me: User, row: StaffLeave) -> None:
    if row.user_id != me.id:
        raise Refused("只能删除本人的请假外出")
    before_delete(db, me, row)


HOOKS = Hooks(before_save, tell_arrangers, before_delete)
OWN_HOOKS = Hooks(before_save_own, tell_arrangers, before_delete_own)
