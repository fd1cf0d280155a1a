"""How long an inspection takes: the hours of its standard (a higher area's), shared by the two who do it."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from sqlalchemy.orm import Session

from tejian.inspection.models.items import AppBuss
from tejian.kit.ground.ports import Port
from tejian.system.settings.api import number

PEOPLE = 2  # who share the hours of a report
NORM_HOURS: Port[[Session, Sequence[AppBuss], date], dict[str, tuple[Decimal, str]]] = Port("hours of an inspection")


def minutes_of(db: Session, rows: Sequence[AppBuss], on: date) -> dict[str, int]:
    """How long two people are at an item: the hours of its standard shared, else the usual minutes."""
    norms, usual = NORM_HOURS(db, rows, on), number(db, "inspection.plan.item_minutes", 60)
    return {one.id: round(norms[one.id][0] * 60 / PEOPLE) if one.id in norms else usual for one in rows}
