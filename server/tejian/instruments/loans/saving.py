"""How a loan is applied for: by whom it is for, in days that can be, of an instrument that is fit and free."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.instruments.models import ASKED, USABLE, Instrument, InstrumentLoan
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, put

from .judging import taken, unfit
from .process import LOAN


def instruments(db: Session, me: User) -> list[Option]:
    """The instruments of the institute that can be used today, with the day until which each is good."""
    X = Instrument
    mine = (X.visible(me), X.org_id == me.org_id, X.status.in_(USABLE), X.nextcal >= clock.today())
    rows = db.scalars(select(X).where(*mine).order_by(X.instno).limit(2000))
    return [{"value": one.id, "label": f"{one.instno} {one.name} {one.model}（有效期至{one.nextcal}）"} for one in rows]


def _before(db: Session, me: User, row: InstrumentLoan, values: dict[str, Any]) -> None:
    if row.id and row.borrower_id != me.id:
        raise Refused("只能修改本人的借用申请")
    key = values.get("instrument_id") or row.instrument_id
    begins, ends = _days(row, values)
    (one,) = many_visible_or_refuse(db, me, Instrument, [key], lock=True)
    if one.org_id != me.org_id:
        raise Refused(f"{one.name}（{one.instno}）不是本机构的仪器，不能借用")
    if wrong := unfit(db, me, one, ends) or taken(db, one, begins, ends, [row.id or ""]):
        raise Refused(wrong)
    if not row.id:
        row.orgid, row.createby, row.borrower_id = me.org_id, me.id, me.id
        LOAN.put(db, row, ASKED)


def _days(row: InstrumentLoan, values: Mapping[str, Any]) -> tuple[Any, Any]:
    """From and to when it is asked for. Raises BadInput."""
    begins, ends = values.get("fromday") or row.fromday, values.get("dueday") or row.dueday
    if begins < clock.today():
        raise BadInput("借用日期：不能早于今天", field="fromday")
    if ends < begins:
        raise BadInput("应还日期：不能早于借用日期", field="dueday")
    return begins, ends


def _before_delete(db: Session, me: User, row: InstrumentLoan) -> None:
    if row.borrower_id != me.id:
        raise Refused("只能删除本人的借用申请")


HOOKS = Hooks(_before, before_delete=_before_delete)


def ask(db: Session, me: User, sent: Input) -> str:
    """One application for each picked instrument, or none at all: what stands against one of them refuses them all."""
    if not sent.ids:
        raise Refused("请选择数据")
    for one in many_visible_or_refuse(db, me, Instrument, sent.ids, lock=True):
        put(db, me, InstrumentLoan(), {**sent.values, "instrument_id": one.id}, HOOKS)
    return f"已申请借用{len(sent.ids)}台仪器"
