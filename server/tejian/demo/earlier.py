"""Inspections of the two years before the running business that the real process carries out, with their charges.

Each takes the place of the last visit that the history would have said of its device: its dates stay as they are.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from itertools import count

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at

from . import charges
from .business import EARLIER, Job
from .devices import Made

FIRST, LAST = 728, 225  # days before today; the business of the last months follows them
NOT_SOON = 90  # days until a device is due at least: what is due soon is declared anew
MOST = 24
AWAY = (
    ("330604", "绍兴市上虞区杭州湾上虞经济技术开发区化工三期工地"),
    ("331082", "台州市临海市头门港区码头二期工地"),
)


def taken_from(city: Made, today: date, worked: Collection[date]) -> dict[str, date]:
    """Take some last visits out of the history, from the oldest to the newest: whose they are, and their days.

    They are of days that were `worked`: the process inspects on no other, and the archive says the same day.
    """
    kinds = ("3000", "4000", "5000")
    last = {
        one.id: city.visits[one.id][-1]
        for one in city.devices
        if one.equclass in kinds and one.equstatus == "1" and one.id not in city.left and city.visits[one.id]
        if one.ninspdate and one.ninspdate > today + timedelta(days=NOT_SOON)
    }
    begin, end = today - timedelta(days=FIRST), today - timedelta(days=LAST)
    fit = sorted((day, key) for key, day in last.items() if begin <= day <= end and day in worked)
    picked = fit[:: max(len(fit) // MOST, 1)][:MOST]
    for _day, key in picked:
        city.visits[key].pop()
    return {key: day for day, key in picked}


def sent_away(devices: Iterable[Equipment], taken: Collection[str]) -> None:
    """Some cranes work at sites of another city, where their institute inspects them."""
    cranes = sorted((one for one in devices if one.id in taken and one.equclass == "4000"), key=lambda one: one.equcode)
    for one, (area, site) in zip(cranes, AWAY, strict=False):
        one.areacode, one.useplace, one.superorgsysid = area, site, ""
        one.superorgname = f"{site[:6]}市场监督管理局"
        one.longitude = one.latitude = None


def jobs(db: Session, taken: Mapping[str, date]) -> list[Job]:
    """A declaration for each, whose charge is paid and receipted."""
    seeds = (seed for seed in count(EARLIER) if charges.is_settled(seed))
    devices = {one.id: one for one in db.scalars(select(Equipment).where(Equipment.id.in_(taken)))}
    return [
        Job(next(seeds), devices[key].useorgsysid, (key,), at.DONE, day, devices[key].equclass)
        for key, day in taken.items()
    ]
