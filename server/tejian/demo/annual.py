"""The figures of the demo city: three years of annual tables, and the workload of what was approved before."""

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tejian.quality.workload.api import make_up
from tejian.statistics.annual import api as service

YEARS = 3


def build(db: Session) -> None:
    """Counted from what the city holds, as the nightly jobs do it."""
    make_up(db)
    today = clock.today()
    for year in range(today.year - YEARS + 1, today.year + 1):
        service.count(db, year, SYSTEM.name)
