"""New sheets of picked devices, and what an owner writes down to disagree with."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.signoff import DRAFT, WRITTEN, OwnerDissent, OwnerSheet, OwnerSheetLine
from tejian.inspection.models.turnaround import CLOSED, TurnaroundItem, kept
from tejian.inspection.models.turnaround import TurnaroundProject as P
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.database.numbering import number_new
from tejian.kit.forms.formview import Input
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, Saved

from .judging import refuse_items, why_past
from .process import DISSENT, SHEET

MOST = 200


def make_sheet(db: Session, me: User, ids: Sequence[str], title: str) -> Saved:
    """A draft with these devices, all finished and of one project; one that is not the user's refuses all."""
    if len(ids) > MOST:
        raise Refused(f"一张签认单最多{MOST}项")
    if me.unit_id:
        raise NoPermission
    items = many_visible_or_refuse(db, me, TurnaroundItem, ids, lock=True)
    if len({one.project_id for one in items}) > 1:
        raise Refused("一张签认单只能有一个大修项目的设备")
    if refusal := refuse_items(db, items):
        raise Refused(refusal)
    project = db.scalars(kept(items[0].project_id)).one()
    if project.step == CLOSED:
        raise Refused(f"项目{project.projectno}已关闭，不能再制签认单")
    row = OwnerSheet(project_id=project.id, orgid=project.orgid, unitsysid=project.unitsysid, title=title)
    row.unitname = project.unitname
    SHEET.put(db, row, DRAFT)
    number_new(db, row)
    db.add(row)
    db.flush()
    db.add_all(OwnerSheetLine(sheet_id=row.id, item_id=one.id) for one in items)
    db.flush()
    return {"id": row.id, "version": row.version}


def _title(_db: Session, _me: User, row: Any, _values: dict[str, Any]) -> None:
    if not row.id:
        raise Refused("签认单从“检验录入”中选完工的设备制作")


SHEET_HOOKS = Hooks(_title)


def _open(db: Session, me: User, key: str) -> P:
    """The project of the owner's own unit that something is written about, while it is not closed."""
    visible_or_refuse(db, me, P, key)
    project: P = db.scalars(kept(key)).one()
    if not me.unit_id or project.unitsysid != me.unit_id:
        raise Refused("不符合项由业主单位的账号提出")
    if project.step == CLOSED:
        raise Refused(f"项目{project.projectno}已关闭，不能再提出不符合项")
    return project


def _belongs(row: OwnerDissent, project: P) -> None:
    row.project_id, row.orgid = project.id, project.orgid
    row.unitsysid, row.unitname = project.unitsysid, project.unitname


def _refuse_past(due: date) -> None:
    if past := why_past(due):
        raise BadInput(past, field="due")


def _dissent(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    _refuse_past(values.get("due", row.due))
    if not row.id:
        _belongs(row, _open(db, me, values["project_id"]))
        DISSENT.put(db, row, WRITTEN)


HOOKS = Hooks(_dissent)


def make_dissent(db: Session, me: User, form: Input) -> Saved:
    """A draft about one device."""
    item = visible_or_refuse(db, me, TurnaroundItem, form["item_id"])
    _refuse_past(form["due"])
    row = OwnerDissent(item_id=item.id, topic=form["topic"], due=form["due"], content=form["content"])
    _belongs(row, _open(db, me, item.project_id))
    DISSENT.put(db, row, WRITTEN)
    number_new(db, row)
    db.add(row)
    db.flush()
    return {"id": row.id, "version": row.version}


def projects(db: Session, me: User) -> list[Option]:
    """The projects of one's own unit that are not closed."""
    query = select(P).where(P.visible(me), P.step != CLOSED).order_by(P.begins.desc(), P.projectno).limit(MOST)
    return [{"value": one.id, "label": f"{one.projectno} {one.name}"} for one in db.scalars(query)]
