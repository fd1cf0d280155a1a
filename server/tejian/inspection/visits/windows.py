"""The days of a visit as the planning reads them: what the unit wishes, and what it cannot."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.online import OnlineApplication as A
from tejian.inspection.models.visits import UnitVisit


@dataclass(frozen=True)
class Window:
    """Of one visit; `wished` in the order in which the unit named them."""

    id: str
    visitno: str
    wished: tuple[date, ...]
    closed: frozenset[date]

    def open_on(self, days: Iterable[date]) -> frozenset[date]:
        """Those of the days that the unit did not close."""
        return frozenset(days) - self.closed


def windows(db: Session, declarations: Collection[str]) -> Mapping[str, Window]:
    """Declaration → the days of the visit that it was made for; those of no visit are left out."""
    query = select(A.appmain_id, UnitVisit).join(UnitVisit, UnitVisit.id == A.visit_id)
    rows = db.execute(query.where(A.appmain_id.in_(declarations), A.appmain_id != "", A.visit_id != "")).all()
    return {main: _window(visit) for main, visit in rows}


def _window(visit: UnitVisit) -> Window:
    wished = tuple(date.fromisoformat(one) for one in visit.wished)
    return Window(visit.id, visit.visitno, wished, frozenset(date.fromisoformat(one) for one in visit.closed))


def day_of(window: Window, may: Sequence[frozenset[date]], last: date | None) -> date | None:
    """The first wished day on which everything of a visit can be done: one visit, one day. None: there is none.

    `may` holds for each part of the visit the days on which somebody can do it; `last` is the first due date that is
    still to come, behind which a wish gives way to the law.
    """
    free = (one for one in window.wished if one not in window.closed and (last is None or one <= last))
    return next((one for one in free if all(one in days for days in may)), None)
