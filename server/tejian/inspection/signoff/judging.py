"""What stands against sending and signing a sheet, and against what the owner disagrees with."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.inspection.models.signoff import HELD, UNSETTLED, OwnerDissent, OwnerSheet, OwnerSheetLine
from tejian.inspection.models.turnaround import CLOSED, FINISHED, kept
from tejian.inspection.models.turnaround import TurnaroundItem as T
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing

S, L, D = OwnerSheet, OwnerSheetLine, OwnerDissent


def sheet_of_institute(me: User) -> Any:
    """本机构的人员"""
    return S.orgid == me.org_id


def dissent_of_institute(me: User) -> Any:
    """检验机构的人员"""
    return D.orgid == me.org_id


def items_on(db: Session, sheet_id: str, *, lock: bool = False) -> list[T]:
    """The devices of a sheet, in the order of their numbers."""
    on = select(L.item_id).where(L.sheet_id == sheet_id)
    query = select(T).where(T.id.in_(on)).order_by(T.objectno, T.id)
    return list(db.scalars(query.with_for_update(of=T) if lock else query))


def refuse_items(db: Session, items: Sequence[T], but: str = "") -> str | None:
    """The sentence where a device is not finished, stands on another sheet, or the owner disagrees with it."""
    if open_ := next((one for one in items if one.step != FINISHED), None):
        return f"{open_.objectno}还没有完工，不能签认"
    keys = {one.id: one.objectno for one in items}
    held = select(L.item_id, S.sheetno).join(S, S.id == L.sheet_id)
    held = held.where(L.item_id.in_(keys), S.step.in_(HELD), S.id != but).order_by(S.sheetno).limit(1)
    if other := db.execute(held).first():
        return f"{keys[other.item_id]}已在签认单{other.sheetno}上"
    on_sheets = select(L.item_id, L.sheet_id).where(L.item_id.in_(keys)).subquery()
    unsettled = select(D.dissentno, T.objectno).select_from(T)
    unsettled = unsettled.outerjoin(on_sheets, on_sheets.c.item_id == T.id)
    unsettled = unsettled.join(D, or_(D.item_id == T.id, D.sheet_id == on_sheets.c.sheet_id))
    unsettled = unsettled.where(T.id.in_(keys), D.step.in_(UNSETTLED)).order_by(D.dissentno).limit(1)
    if wrong := db.execute(unsettled).first():
        return f"{wrong.objectno}的不符合项{wrong.dissentno}没有关闭，不能签认"
    return None


def has_items(d: Doing) -> str | None:
    """签认单上有设备"""
    return None if items_on(d.db, d.subject.id) else "签认单上没有设备"


def items_ready(d: Doing) -> str | None:
    """设备已完工，没有未关闭的不符合项"""
    return refuse_items(d.db, items_on(d.db, d.subject.id, lock=True), d.subject.id)


def no_own_work(d: Doing) -> str | None:
    """签认人没有参加检验"""
    own = any(d.me.id in one.inspectors for one in items_on(d.db, d.subject.id))
    return "参加检验的人员不能代业主签认" if own else None


def why_past(due: date) -> str | None:
    """The sentence where the day until which an answer is asked for has gone."""
    return f"答复期限{due}已过" if due < clock.today() else None


def due_ahead(d: Doing) -> str | None:
    """答复期限未过"""
    return why_past(d.subject.due)


def asked_in_time(d: Doing) -> str | None:
    """所要求的答复期限未过"""
    return why_past(d.form["due"])


def project_not_closed(d: Doing) -> str | None:
    """项目没有关闭"""
    project = d.db.scalars(kept(d.subject.project_id)).one()
    return f"项目{project.projectno}已关闭" if project.step == CLOSED else None


def replied_by_another(d: Doing) -> str | None:
    """关闭人不是答复人"""
    return "不符合项由答复人以外的人关闭" if d.subject.replier_id == d.me.id else None
