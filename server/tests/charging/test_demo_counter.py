"""What the counter of the demo city did today: a transfer over two charges, one that waits, batches that wait."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from tejian.archives.models.units import Unit
from tejian.charging.checking.proof import contradictions
from tejian.charging.models.batches import BatchRow, ChargeBatch
from tejian.charging.models.charges import Charge
from tejian.charging.models.transfers import BankTransfer
from tejian.charging.money.ledger import settle, write_entry
from tejian.demo import counter
from tejian.demo.actors import Actors
from tejian.kit.ground import clock
from tejian.system.models.accounts import SysUser
from tests.conftest import Real


def owed(db: Any, actors: Actors, unit: Unit, n: int, paid: Decimal = Decimal(0)) -> None:
    """A confirmed charge of a payer, with what came in for it."""
    me = actors.users["shoufei"]
    charge = Charge(chargesysid=f"JFDEMO{n}", nature="应税", orgid=me.org_id, createby=actors.users["yewu"].id)
    charge.payunitsysid, charge.payunitname, charge.amount = unit.id, unit.name, Decimal(100 + n)
    charge.step, charge.status = ("PAID", "4") if paid else ("DUE", "2")
    charge.duedate = clock.today() + timedelta(days=n)
    db.add(charge)
    db.flush()
    write_entry(db, me, charge, "due", charge.amount)
    if paid:
        write_entry(db, me, charge, "paid", paid, way="cash")
    settle(db, charge)


def test_the_counter_of_the_demo_city(real: Real) -> None:
    with real.new_session.begin() as db:
        actors = Actors(db)
        db.info["me"] = actors.users["shoufei"]
        people = select(SysUser.unit_id).where(SysUser.unit_id != "")
        units = db.scalars(select(Unit).where(Unit.id.not_in(people)).order_by(Unit.id).limit(2)).all()
        for n in range(5):
            owed(db, actors, units[n % 2], n)
        owed(db, actors, units[0], 9, Decimal(109))
    counter.make()
    counter.make()  # cut off, it goes on from there
    with real.new_session() as db:
        rows = db.scalars(select(BankTransfer).order_by(BankTransfer.transferno)).all()
        assert [(one.step, one.amount, one.paid, one.chargecount) for one in rows] == [
            ("DONE", 202, 202, 2),
            ("WAIT", 204, 0, 0),
        ]
        batch = db.scalars(select(ChargeBatch)).one()
        assert (batch.kind, batch.step, batch.rowcount, batch.fitting) == ("bill", "PREVIEW", 3, 3)
        said = db.scalars(select(BatchRow.said).order_by(BatchRow.seq)).all()
        assert said[-1].startswith("开票109.00元")
        assert contradictions(db) == []
