"""The counter of the demo city today: a transfer over several charges, one that waits, charges looked at in batches."""

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes
from tejian.charging.batches import api as batches
from tejian.charging.models.batches import ChargeBatch
from tejian.charging.models.charges import Charge
from tejian.charging.models.transfers import BankTransfer
from tejian.charging.transfers import api as transfers
from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import Input, taken
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.system.models.accounts import SysUser

from .actors import Actors
from .charges import carry

log = logging.getLogger(__name__)
PLACES = {nature: place for place, nature in codes.NATURE_OF.items()}
TOGETHER, LOOKED_AT = 2, 5  # charges of one transfer, of one batch


def make() -> None:
    """What the cashier and finance have done since this morning, once."""
    with kit_db.new_session() as db:
        if db.scalar(select(BankTransfer.id).limit(1)):
            return
        actors, owing = Actors(db), _owing(db)
    for n, charges in enumerate(owing[:2]):
        try:
            _transfer(actors, charges, n, booked=n == 0)
        except Refused as refusal:  # a counter without a transfer is better than a city that never arrives
            log.warning("demo counter: %s", refusal.message)
    _look(actors, "shoufei", codes.BY_BILLING, Charge.step == codes.PAID)
    _look(actors, "caiwu", codes.BY_CONFIRMING, Charge.step == codes.WAIT)


def _owing(db: Session) -> list[Sequence[Charge]]:
    """What payers owe that have more than one charge of a nature, those with most first."""
    of_payer: dict[tuple[str, str, str], list[Charge]] = defaultdict(list)
    people = select(SysUser.unit_id).where(SysUser.unit_id != "")  # these pay their own, by their account
    due = select(Charge).where(Charge.step == codes.DUE, Charge.parts == 0, Charge.payunitsysid.not_in(people))
    for one in db.scalars(due.order_by(Charge.duedate, Charge.chargesysid)):
        of_payer[one.orgid, one.payunitsysid, one.nature].append(one)
    several = [rows for rows in of_payer.values() if len(rows) >= TOGETHER]
    return sorted(several, key=lambda rows: (-len(rows), rows[0].chargesysid))


def _transfer(actors: Actors, charges: Sequence[Charge], n: int, *, booked: bool) -> None:
    """One sum of a payer for its two oldest charges."""
    first, two = charges[0], charges[:TOGETHER]
    amount = sum((one.owed - one.received for one in two), Decimal(0))
    sent = {"payunitsysid": first.payunitsysid, "place": PLACES[first.nature], "amount": f"{amount:.2f}"}
    sent |= {"ref": f"ZH{clock.today():%Y%m%d}{n:04}", "arrived": str(clock.today())}

    def register(db: Session, me: User) -> str:
        return transfers.registered(db, me, taken(transfers.ARRIVED, db, me, sent)).id

    key = actors.do("shoufei", clock.now(), register)
    if booked:
        shares = [{"id": one.id, "amount": f"{one.owed - one.received:.2f}"} for one in two]
        actors.do("shoufei", clock.now(), carry(transfers.TRANSFER, "allot", key, shares=shares, ahead="0"))


def _look(actors: Actors, login: str, kind: str, which: Any) -> None:
    """A batch that waits to be carried out: what will become of each is said."""
    with kit_db.new_session() as db:
        if db.scalar(select(ChargeBatch.id).where(ChargeBatch.kind == kind).limit(1)):
            return
        ids = db.scalars(select(Charge.id).where(which).order_by(Charge.chargesysid.desc()).limit(LOOKED_AT)).all()
    if ids:
        actors.do(login, clock.now(), _preview(kind, ids))


def _preview(kind: str, ids: Sequence[str]) -> Callable[[Session, User], Any]:
    return lambda db, me: batches.previewed(db, me, kind, Input({"note": "今日集中办理"}, ids))
