"""The people of the demo city at work: each call runs as one account, at one moment, in one transaction."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import FormView
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, put
from tejian.system.accounts.api import WIDTH
from tejian.system.models.accounts import Role, SysUser
from tejian.system.organisations.api import exceptions
from tejian.system.settings.api import version


def be_patient(db: Session) -> None:
    """Let this transaction stand while papers are made beside it: on a busy machine they take minutes, and nobody waits
    for what a city that is being made holds."""
    db.execute(text("set local idle_in_transaction_session_timeout = 0"))


class Actors:
    """Accounts by login as the kit sees them."""

    def __init__(self, db: Session):
        roles = {r.id: r for r in db.scalars(select(Role))}
        self.users: dict[str, User] = {}
        for u in db.scalars(select(SysUser)):
            own = [roles[r] for r in u.role_ids]
            self.users[u.login] = User(
                id=u.id,
                name=u.name,
                login=u.login,
                org_id=u.org_id,
                dept_id=u.dept_id,
                unit_id=u.unit_id,
                area=u.areacode,
                scope=max((r.scope for r in own), key=WIDTH.index),
                permissions=frozenset(p for r in own for p in r.permissions),
                roles=tuple(u.role_ids),
                groups=tuple(u.group_ids),
                dict_version=version(db, "dict"),
                signed=True,
            )

    def do(self, login: str, moment: datetime, work: Callable[[Session, User], Any]) -> Any:
        """Carry `work` out as this account at this moment, and not later than now: what happens this afternoon has not
        happened, and lines from the future are what an auditor looks for."""
        me = self.users[login]
        with clock.at(min(moment, clock.now())), kit_db.new_session.begin() as db:
            be_patient(db)
            db.info["me"] = me
            db.info["request_no"] = kit_db.new_id()
            return work(db, me)


class Days:
    """Working days around today, from the calendar of the database."""

    def __init__(self, db: Session, today: date):
        first, last = today - timedelta(days=760), today + timedelta(days=40)
        odd = exceptions(db, first, last)
        span = (first + timedelta(days=i) for i in range((last - first).days))
        self.days = [d for d in span if odd.get(d, d.weekday() < 5)]

    def on_or_before(self, day: date) -> int:
        """The place of the last working day not after `day`."""
        return max(i for i, d in enumerate(self.days) if d <= day)

    def at(self, place: int, hour: int, minute: int = 0) -> datetime:
        return datetime.combine(self.days[place], time(hour, minute), clock.SHANGHAI)


def enter(
    model: type[Any], values: Mapping[str, Any], hooks: Hooks, form: FormView | None = None
) -> Callable[[Session, User], str]:
    """A new record by a person, saved as its form saves it; gives its key."""

    def make(db: Session, me: User) -> str:
        row = model()
        put(db, me, row, dict(values), hooks, form)
        return str(row.id)

    return make
