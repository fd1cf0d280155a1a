"""What charging says of business items: the state of their charge, which the release of a report asks for."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.database import bulk
from tejian.kit.ground.ports import Port
from tejian.kit.process.doing import Doing

# C643 from what has got least far: a declaration is as far as the least of its items
ORDER = ("", "0", "7", "1", "2", "3", "6", "4", "5", "8", "9")

# charging gives up what it registered for items that are void; nothing was paid, which a guard has seen
give_up: Port[[Doing, Sequence[str]], None] = Port("charges of void items", lambda d, items: None)

# in words what a unit owes past its day; '' when nothing
arrears: Port[[Session, str], str] = Port("arrears of a unit", lambda db, unit: "")

# why items may not be released on credit, of those together: limit, lateness; by their keys
credit_refused: Port[[Session, Sequence[str]], Mapping[str, str]] = Port("credit of items", lambda db, items: {})

# why items whose release on credit was approved are kept none the less
credit_stopped: Port[[Session, Sequence[str]], Mapping[str, str]] = Port("credit that stopped", lambda db, items: {})

# by when an item that is released on credit now is to be paid
credit_until: Port[[Session, str], date | None] = Port("term of credit", lambda db, item: None)

# in words what an item whose charge is paid in parts still owes, and what of that now; '' when nothing
owed_now: Port[[Session, str], str] = Port("parts that an item owes", lambda db, item: "")


def cancel_charges(d: Doing) -> None:
    """取消未缴费的收费登记"""
    give_up(d, d.db.scalars(select(AppBuss.id).where(AppBuss.appmain_id == d.subject.id)).all())


def note_charges(db: Session, states: Mapping[str, tuple[str, Decimal | None]]) -> None:
    """Write state and fee of items, and the state of their declarations. Rows are locked in key order."""
    query = select(AppBuss).where(AppBuss.id.in_(states)).order_by(AppBuss.id).with_for_update()
    rows = db.scalars(query.execution_options(populate_existing=True)).all()
    mains = {row.appmain_id for row in rows}
    bulk.change(db, [(row, now) for row in rows if (now := _charged(row, *states[row.id]))])
    headers = select(AppMain).where(AppMain.id.in_(mains)).order_by(AppMain.id).with_for_update()
    locked = db.scalars(headers.execution_options(populate_existing=True)).all()
    of_items = select(AppBuss.appmain_id, func.array_agg(AppBuss.chargestate.distinct()))
    of_items = of_items.where(AppBuss.appmain_id.in_(mains), AppBuss.step != at.VOID).group_by(AppBuss.appmain_id)
    states_of_mains = {key: own for key, own in db.execute(of_items)}  # noqa: C416
    for main in locked:
        main.chargestate = min(states_of_mains.get(main.id, ()), key=ORDER.index, default=main.chargestate)
    db.flush()


def _charged(row: AppBuss, state: str, fee: Decimal | None) -> dict[str, Any]:
    """What changes on an item; nothing when all stands there already."""
    now = {"chargestate": state, "fee": row.fee if fee is None else fee}
    return now if (row.chargestate, row.fee) != (now["chargestate"], now["fee"]) else {}
