"""Taking drafts away: nothing was owed yet, so nothing has to be reversed."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.charges import Charge, ChargeItem
from tejian.charging.money import api as money
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing

from .process import CHARGE


def delete_drafts(db: Session, me: User, ids: Sequence[str]) -> None:
    """Delete drafts; their items may be registered again."""
    if not ids:
        raise Refused("请选择")
    rows = many_visible_or_refuse(db, me, Charge, ids, lock=True)
    if fixed := next((row for row in rows if row.step != at.DRAFT), None):
        raise Refused(f"{fixed.chargesysid}已提交，不能删除，请作废")
    _delete(db, rows)


def _delete(db: Session, rows: Sequence[Charge]) -> None:
    ids = [row.id for row in rows]
    items = set(db.scalars(select(ChargeItem.appbuss_id).where(ChargeItem.charge_id.in_(ids))))
    for row in rows:
        db.delete(row)
    db.flush()
    money.tell(db, items)


def cancel(d: Doing, items: Sequence[str]) -> None:
    """A declaration is void: drafts of its items go, and charges that nobody has paid are void with it."""
    own = select(ChargeItem.charge_id).where(ChargeItem.appbuss_id.in_(items), ChargeItem.live)
    query = select(Charge).where(Charge.id.in_(own)).order_by(Charge.id).with_for_update()
    charges = list(d.db.scalars(query.execution_options(populate_existing=True)))
    _delete(d.db, [one for one in charges if one.step == at.DRAFT])
    void = CHARGE.follow(d, "void", [one for one in charges if one.step != at.DRAFT])
    if void:
        money.tell_items(d.db, void)
