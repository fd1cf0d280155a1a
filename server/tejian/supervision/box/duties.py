"""Today's, this week's and this month's record of duty of each class of the unit, and the days that are missing."""

from collections.abc import Sequence
from datetime import date, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment as E
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.user import User
from tejian.supervision.duties.api import DUTIES, bounds, is_late
from tejian.supervision.models.duties import DAILY, HANDED, MONTHLY, PERIODS, WEEKLY, DutyRecord

from .devices import own_devices

BACK = 7  # days before today that are looked through for missing ones


class Duty(TypedDict):
    """A record that is to be, or was, handed in; `id` is '' until it was begun."""

    id: str
    period: str
    periodName: str
    firstday: str
    stepName: str
    handed: bool
    wrong: int


class ClassDuties(TypedDict):
    """Of a class of devices; `missing` are the days before today that nobody handed in."""

    equclass: str
    name: str
    devices: int
    duties: list[Duty]
    missing: list[str]


def duties(db: Session, me: User) -> list[ClassDuties]:
    """The duties of each class that the unit has: two statements, by the index of the unit."""
    if not me.unit_id:
        return []
    counted = select(E.equclass, func.count()).where(own_devices(me)).group_by(E.equclass)
    counts: dict[str, int] = dict(db.execute(counted).all())
    today, D = clock.today(), DutyRecord
    since = min(bounds(MONTHLY, today)[0], bounds(WEEKLY, today)[0], today - timedelta(days=BACK))
    rows = db.scalars(select(D).where(D.unitsysid == me.unit_id, D.firstday >= since)).all()
    names = words(db, me.dict_version).get("C601", {})
    return [
        {
            "equclass": kind,
            "name": names.get(kind, kind),
            "devices": counts[kind],
            "duties": [_duty(rows, kind, period, today) for period in (DAILY, WEEKLY, MONTHLY)],
            "missing": _missing(db, rows, kind, today),
        }
        for kind in sorted(counts, key=lambda one: (-counts[one], one))
        if kind in names
    ]


def _of(rows: Sequence[DutyRecord], kind: str, period: str, day: date) -> DutyRecord | None:
    same = (one for one in rows if (one.equclass, one.period, one.firstday) == (kind, period, day))
    return next(same, None)


def _duty(rows: Sequence[DutyRecord], kind: str, period: str, today: date) -> Duty:
    first = bounds(period, today)[0]
    row = _of(rows, kind, period, first)
    return {
        "id": row.id if row else "",
        "period": period,
        "periodName": PERIODS[period],
        "firstday": str(first),
        "stepName": DUTIES.name_of(row.step) if row else "未填写",
        "handed": bool(row and row.step == HANDED),
        "wrong": row.wrong if row else 0,
    }


def _missing(db: Session, rows: Sequence[DutyRecord], kind: str, today: date) -> list[str]:
    """The days without a record, once the unit has begun to write any."""
    own = [one.firstday for one in rows if one.equclass == kind and one.period == DAILY]
    if not own:
        return []
    days = [today - timedelta(days=n) for n in range(BACK, 0, -1)]
    done = {one.firstday for one in rows if (one.equclass, one.period, one.step) == (kind, DAILY, HANDED)}
    return [str(day) for day in days if day >= min(own) and day not in done and is_late(db, DAILY, day)]
