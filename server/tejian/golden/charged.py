"""Fee cases carried out: accepted items, the registration of their charge, its commitment and its confirmation."""

from datetime import datetime, time
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging.charges import api as charges_api
from tejian.charging.codes import BASIS_PAPER
from tejian.charging.models import charges as charges_models
from tejian.charging.models.charges import Charge, ChargeLine
from tejian.kit.ground import clock

from . import fees
from .answers import Answer
from .cases import Case
from .papers import put_paper
from .world import World

HOUR = time(9)


def carry(db: Session, world: World, case: Case, fields: fees.Fields) -> Answer:
    """Register, commit and confirm what a case charges; the answer is what is then owed, line by line.

    Where something is missing, or no row of the table applies, it is what the registration shows before that.
    """
    charge = fees.read(db, case, fields)
    with clock.at(datetime.combine(max(item.acceptdate for item in charge.items), HOUR)):
        db.info["me"] = clerk = world.users["受理"]
        for one in db.scalars(select(charges_models.ReliefPolicy).where(charges_models.ReliefPolicy.enabled)):
            one.enabled = False  # those of the case alone
        policies = fees.policies(db, charge)
        for one in policies:
            one.enabled = True  # as agreed to
        db.add_all(policies)
        rows = [world.accepted(item) for item in charge.items]
        form = charge.form(rows)
        shown = fees.of_draft(charges_api.worked_out(db, rows, form, world.unit.id))
        if shown.missing or not shown.fees:
            return shown
        return _owed(db, [_confirmed(db, world, one) for one in charges_api.register(db, clerk, form)])


def _confirmed(db: Session, world: World, charge: Charge) -> Charge:
    """A charge that others than who registered it agreed to."""

    def move(who: str, name: str, **values: Any) -> None:
        me = world.users[who]
        db.info["me"] = me
        read = charges_api.CHARGE.by_name[name].read(db, me, {"ids": charge.id, **values})
        charges_api.CHARGE.do(db, me, name, [charge.id], read)

    if charge.byhand:
        put_paper(db, charge, BASIS_PAPER)
    move("受理", "commit")
    if charges_api.waits_for_consent(db, charge):
        move("批准", "agree_discount")
    move("审核", "confirm", status="2")
    return charge


def _owed(db: Session, charges: list[Charge]) -> Answer:
    keys = [one.id for one in charges]
    lines = db.scalars(select(ChargeLine).where(ChargeLine.charge_id.in_(keys)).order_by(ChargeLine.charge_id))
    owed = sum((one.owed for one in charges), Decimal(0))
    return Answer(fees=[(one.feecode or fees.BY_HAND, f"{one.amount:.2f}") for one in lines], total=f"{owed:.2f}")
