"""Terminations as tests begin with them."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select, update

from tejian.kit.ground import clock
from tejian.lifts.ending.nightly import every_night
from tejian.lifts.models.binding import LiftBinding
from tejian.lifts.models.ending import LiftTermination
from tests.inspection.conftest import Office

from . import binding

API = "/api/liftTermination"
HANDED = {"keysback": "1", "recordsback": "1", "lastvisit": str(clock.today()), "receiver": "胡斌"}
MOVES: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("qiye", "submit", {}),
    ("weibao", "answer", {"answer": "0", "answersaid": "尚欠两个季度的费用"}),
    ("jianguan", "audit", {}),
    ("qiye", "handover", HANDED),
)


def drafted(office: Office, of: Any, login: str = "qiye", **more: Any) -> LiftTermination:
    """A draft about the lift of a binding, with ten days to go."""
    form = {"equcode": of.equcode, "cause": "03", "explain": "物业更换，新合同已签"}
    form |= {"lastday": str(clock.today() + timedelta(days=10))}
    key = office.good(login, f"{API}/save", **form | more)["id"]
    return row_of(office, key)


def saved(office: Office, **more: Any) -> LiftTermination:
    return drafted(office, binding.bound(office), **more)


def row_of(office: Office, key: str) -> LiftTermination:
    return office.db.scalars(select(LiftTermination).where(LiftTermination.id == key)).one()


def through(office: Office, row: LiftTermination, last: str = "handover") -> LiftTermination:
    """Carried on as far as this move."""
    for login, move, form in MOVES:
        office.good(login, f"{API}/{move}", id=row.id, **form)
        if move == last:
            break
    return row_of(office, row.id)


def finished(office: Office) -> LiftTermination:
    """One whose last day was yesterday, as the night finds it."""
    row = through(office, saved(office))
    before = clock.today() - timedelta(days=1)
    office.db.execute(update(LiftBinding).where(LiftBinding.id == row.binding_id).values(validto=before))
    office.db.commit()
    every_night(office.db)
    office.db.commit()
    return row_of(office, row.id)
