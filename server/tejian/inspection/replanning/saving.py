"""Asking, and who may be chosen in the answer."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS, MAIN, choices
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.replanning import DAY, KINDS, WAIT, TaskRequest
from tejian.kit.database.audit import plain
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing, Reason
from tejian.kit.records.crud import Saved
from tejian.messages.api import tell
from tejian.system.models.accounts import SysUser

from .process import PAGE, REPLAN

COPIED = ("seisn", "unitname", "equname", "useplace", "plandate")


class AgreeStart(TypedDict):
    """What the answer begins with: the task as it is, with what was wished."""

    scinspector: str
    coinspectors: str
    plandate: str | None
    version: int


def ask(db: Session, me: User, form: Input) -> Saved:
    """Ask for another day or another person; the task stays as it is."""
    item = visible_or_refuse(db, me, AppBuss, form["appbuss_id"], lock=True)
    if item.step not in at.REPLANNED:
        raise Refused(f"{item.seisn}当前环节为{BUSINESS.name_of(item.step)}，不能申请改期换人")
    if item.scinspector != me.id:
        raise NoPermission("只有主检可以申请改期、换人")
    if db.scalar(select(TaskRequest.id).where(TaskRequest.appbuss_id == item.id, TaskRequest.step == WAIT)):
        raise Refused(f"{item.seisn}已有未答复的改期换人申请")
    made = TaskRequest(appbuss_id=item.id, kind=form["kind"], reason=form["reason"], applicant=me.name)
    for name in COPIED:
        setattr(made, name, getattr(item, name))
    made.people = item.inspectornames[:256]
    if made.kind == DAY:
        made.wantday = form["wantday"]
        if made.wantday < clock.today():
            raise BadInput("希望日期：不得早于今天", field="wantday")
        if made.wantday == item.plandate:
            raise BadInput("希望日期：就是原来的安排日期", field="wantday")
    elif form["wantperson"]:
        made.wantperson = form["wantperson"]
        made.wantname = db.scalar(select(SysUser.name).where(SysUser.id == made.wantperson)) or ""
    REPLAN.put(db, made, WAIT)
    db.add(made)
    db.flush()
    REPLAN.log(Doing(db, me, made, reason=Reason(made.reason)), "ask", "申请", "", WAIT)
    title = f"{made.seisn} {made.unitname} {me.name}申请{KINDS[made.kind]}"
    tell(db, [item.arrangedby], "改期换人", title, f"{title}：{made.reason}", PAGE)
    return {"id": made.id, "version": made.version}


def _items(db: Session, me: User, ids: list[str]) -> list[AppBuss]:
    """The tasks of requests."""
    keys = [one.appbuss_id for one in many_visible_or_refuse(db, me, TaskRequest, ids)]
    return list(many_visible_or_refuse(db, me, AppBuss, keys))


def wishes(db: Session, me: User, ids: list[str]) -> list[Option]:
    """Colleagues who may inspect the picked tasks."""
    return choices(db, me, many_visible_or_refuse(db, me, AppBuss, ids))


def mains(db: Session, me: User, ids: list[str]) -> list[Option]:
    return choices(db, me, _items(db, me, ids), MAIN)


def people(db: Session, me: User, ids: list[str]) -> list[Option]:
    return choices(db, me, _items(db, me, ids))


def agree_start(db: Session, me: User, key: str) -> AgreeStart:
    """The wished day, and the people that are arranged; a wished person does not take anybody's place by himself."""
    row = visible_or_refuse(db, me, TaskRequest, key)
    item = visible_or_refuse(db, me, AppBuss, row.appbuss_id)
    others = [one for one in item.inspectors if one != item.scinspector]
    return {
        "scinspector": row.wantperson or item.scinspector,
        "coinspectors": ",".join(one for one in others if one != row.wantperson),
        "plandate": plain(row.wantday or item.plandate),
        "version": row.version,
    }
