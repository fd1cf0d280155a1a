"""The medians of the times on site in the demo city, as a night of the platform counts them."""

from sqlalchemy import func, select

from tejian.inspection.durations.api import NIGHT
from tejian.inspection.models.durations import SiteTime
from tejian.kit.database import db as kit_db
from tejian.kit.database import jobs


def make() -> None:
    """The night's job, once; it goes on by itself. A second start makes nothing."""
    with kit_db.new_session.begin() as db:
        if not db.scalar(select(func.count()).select_from(SiteTime)):
            jobs.enqueue(db, NIGHT)
