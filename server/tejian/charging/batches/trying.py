"""Many charges by one move each: tried first, and taken back at once, then done, each by itself.

Every charge goes through the move of its own process, with all that may refuse it; nothing is judged here a second
time. Charges are taken in the order of their keys, so two batches never wait for each other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges import api as charges
from tejian.charging.models.batches import BatchRow, ChargeBatch
from tejian.charging.models.charges import Charge
from tejian.charging.money import api as money
from tejian.charging.parts import api as plans
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground.errors import Refused, Unsigned
from tejian.kit.ground.user import User
from tejian.kit.process.steps import MAX_BATCH

CHANGED = "预览以后这张收费单有变动，请重新预览"


@dataclass(frozen=True)
class Kind:
    """What is done with each charge: the move, who may make it, over which amount, and what it is told."""

    label: str
    move: str
    may: str
    amount: Callable[[Session, Charge], Decimal]
    sent: Callable[[Session, Charge], Mapping[str, str]]
    words: str


def _due(db: Session, charge: Charge) -> Decimal:
    """What is to be paid now: of a plan the part that is due."""
    return plans.due_now(plans.parts_of(db, charge), charge)


def _paper(_db: Session, charge: Charge) -> Mapping[str, str]:
    title = charge.invoicetitle or charge.payunitname
    return {"title": title, "taxno": charge.taxno, "email": charge.invoiceemail, "kind": ""}


KINDS = {
    at.BY_CONFIRMING: Kind(
        *("批量确认", "confirm", p.CONFIRM),
        lambda db, charge: charge.amount,
        lambda db, charge: {"status": "2"},
        "应收{amount}元，确认后{step}",
    ),
    at.BY_RECEIVING: Kind(
        *("批量收款", "receive", p.RECEIVE),
        _due,
        lambda db, charge: {"amount": f"{_due(db, charge):.2f}", "way": "cash"},
        "收现金{amount}元，收后{step}",
    ),
    at.BY_BILLING: Kind(
        *("批量开票", "bill", p.BILL),
        lambda db, charge: charge.received - charge.billed,
        _paper,
        "开票{amount}元，抬头{title}，开后{step}",
    ),
}


def _carry(db: Session, me: User, kind: Kind, charge: Charge) -> None:
    """The move of one charge, as its own button would make it."""
    move = charges.CHARGE.by_name[kind.move]
    # at another step there may be nothing to send: the process says where it stands
    read = move.read(db, me, {"ids": charge.id, **kind.sent(db, charge)}) if charge.step in move.frm else None
    charges.CHARGE.do(db, me, kind.move, [charge.id], read)


def _tried(db: Session, me: User, kind: Kind, charge: Charge, seq: int) -> dict[str, Any]:
    """What would become of a charge: the move is made and taken back."""
    row: dict[str, Any] = {"seq": seq, "charge_id": charge.id, "chargeversion": charge.version, "createby": me.id}
    row |= {name: getattr(charge, name) for name in ("chargesysid", "payunitname", "nature")}
    amount, title = kind.amount(db, charge), charge.invoicetitle or charge.payunitname
    trial = db.begin_nested()
    try:
        _carry(db, me, kind, charge)
        sentence, fits = kind.words.format(amount=amount, title=title, step=charges.CHARGE.name_of(charge.step)), True
    except Refused as refusal:
        sentence, fits = refusal.message, False
    finally:
        trial.rollback()
        db.expire_all()
    return row | {"amount": amount if fits else money.ZERO, "fits": fits, "said": sentence[:500]}


def previewed(db: Session, me: User, kind: str, ids: Sequence[str]) -> list[BatchRow]:
    """The rows of a batch, each with what will happen or why nothing will; nothing of it has happened."""
    if not ids:
        raise Refused("请选择")
    if len(set(ids)) > MAX_BATCH:
        raise Refused(f"一次最多处理{MAX_BATCH}条数据")
    found = sorted(many_visible_or_refuse(db, me, Charge, list(dict.fromkeys(ids))), key=lambda one: one.id)
    by_number = {one.id: n for n, one in enumerate(sorted(found, key=lambda one: one.chargesysid), 1)}
    rows = [_tried(db, me, KINDS[kind], one, by_number[one.id]) for one in found]
    return [BatchRow(**one) for one in rows]


def carried_out(db: Session, me: User, batch: ChargeBatch) -> None:
    """Every charge that can be done is done, each by itself: what is refused says why and keeps nothing else back."""
    kind = KINDS[batch.kind]
    for row in rows_of(db, batch, by_key=True):
        _one(db, me, row, lambda charge: _carry(db, me, kind, charge))
    _count(db, batch)


def _one(db: Session, me: User, row: BatchRow, carry: Callable[[Charge], None]) -> None:
    """One charge, once: what was done is not done again, what has changed since it was looked at is left."""
    if row.result:
        return
    query = select(Charge).where(Charge.id == row.charge_id, Charge.visible(me)).with_for_update()
    charge = db.scalars(query.execution_options(populate_existing=True)).first()
    if charge is None or charge.version != row.chargeversion:
        row.result, row.sentence = at.ROW_FAILED, CHANGED
        return
    try:
        with db.begin_nested():
            carry(charge)
        last = money.last_receipt(db, charge)
        row.result, row.sentence = at.ROW_DONE, charges.CHARGE.name_of(charge.step)
        row.entry_id = last.id if last else ""
    except Unsigned:
        raise
    except Refused as refusal:
        row.result, row.sentence = at.ROW_FAILED, refusal.message[:500]


def taken_back(db: Session, me: User, batch: ChargeBatch, why: str) -> int:
    """The payments of a batch taken back, each by the move of its charge; gives how many. What is refused says why."""
    count, move = 0, charges.CHARGE.by_name["take_back"]
    for row in rows_of(db, batch, by_key=True):
        if row.result != at.ROW_DONE:
            continue
        charge = db.scalars(select(Charge).where(Charge.id == row.charge_id).with_for_update()).one()
        last = money.last_receipt(db, charge)
        if last is None or last.id != row.entry_id:
            row.sentence = "之后又有收付款，请在收费单上办理"
            continue
        try:
            with db.begin_nested():
                read = move.read(db, me, {"ids": row.charge_id, "reason": why})
                charges.CHARGE.do(db, me, "take_back", [row.charge_id], read)
            row.result, row.sentence, count = at.ROW_UNDONE, f"已冲销：{why}"[:500], count + 1
        except Unsigned:
            raise
        except Refused as refusal:
            row.sentence = refusal.message[:500]
    _count(db, batch)
    return count


def rows_of(db: Session, batch: ChargeBatch, *, by_key: bool = False) -> Sequence[BatchRow]:
    query = select(BatchRow).where(BatchRow.batch_id == batch.id)
    return db.scalars(query.order_by(BatchRow.charge_id if by_key else BatchRow.seq)).all()


def _count(db: Session, batch: ChargeBatch) -> None:
    rows = rows_of(db, batch)
    finished = [one for one in rows if one.result == at.ROW_DONE]
    batch.done, batch.failed = len(finished), sum(one.result == at.ROW_FAILED for one in rows)
    batch.doneamount = sum((one.amount for one in finished), money.ZERO)
