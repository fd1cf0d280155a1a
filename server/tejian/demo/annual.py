"""The annual figures of the demo city: the year that runs and the two before it."""

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tejian.statistics.annual import api as service

YEARS = 3


def build(db: Session) -> None:
    """Counted from what the city holds, as the nightly job does it."""
    today = clock.today()
    for year in range(today.year - YEARS + 1, today.year + 1):
        service.count(db, year, SYSTEM.name)
