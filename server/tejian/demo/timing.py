"""When the inspectors of the demo city are on site: one place after the other, about as long as standards say."""

import random
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.durations.api import minutes_of
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord

FIRST, LAST = 8 * 60 + 30, 15 * 60  # minutes of the day: records are written from three o'clock on


def clocks(db: Session, row: AppBuss, day: date) -> dict[str, str]:
    """`begunat` and `endedat` of a record of a day, behind what the same people or instruments have on it already.

    Nothing where the day is full: that record does not say its times. What it takes depends on the item alone.
    """
    rnd = random.Random(f"on site {row.seisn}")
    usual = minutes_of(db, [row], day)[row.id].minutes
    place = 0.8 + 0.4 * random.Random(row.unitsysid).random()  # some sites are easier than others
    took = max(15, round(usual * place * rnd.uniform(0.85, 1.2)))
    begins = _free_from(db, row, day, rnd)
    if begins + took > LAST:
        return {}
    return {"begunat": _clock(begins), "endedat": _clock(begins + took)}


def _free_from(db: Session, row: AppBuss, day: date, rnd: random.Random) -> int:
    B, R = AppBuss, OriginalRecord
    theirs = B.inspectors.overlap(row.inspectors) | B.instruments.overlap(row.instruments)
    query = select(R.endedat, B.unitsysid).join(B, B.id == R.appbuss_id).where(R.endedat != "", B.id != row.id)
    rows = db.execute(query.where(B.cheorg == row.cheorg, B.inspdate == day, theirs).order_by(R.endedat.desc())).all()
    if not rows:
        return FIRST + rnd.randrange(0, 40, 5)
    ended, unit = rows[0]
    way = 5 if unit == row.unitsysid else rnd.randrange(20, 50, 5)
    return int(ended[:2]) * 60 + int(ended[3:]) + way


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"
