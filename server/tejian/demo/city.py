"""Builds the demo city in an empty database: everything from one seed, so that it is the same every time."""

from datetime import datetime, time, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.care.quality import api as watching
from tejian.inspection.records import api as book
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tejian.system.models.accounts import SysUser

from . import (
    accounts,
    changes,
    devices,
    earlier,
    exchange,
    history,
    instruments,
    iot,
    oldrecords,
    persons,
    piping,
    products,
    queries,
    sources,
    units,
    works,
)
from .actors import Actors, Days
from .draw import lots

SEED = 20_241_128
ARCHIVED = 400  # days since when the archives of the older devices are kept here


def build(db: Session) -> devices.Made | None:
    """Accounts, units, devices and instruments; gives the devices with those that the real process shall inspect.

    None when the database is not empty.
    """
    if db.scalar(select(SysUser.id).limit(1)):
        return None
    db.info["me"] = SYSTEM
    today, rnd = clock.today(), lots(SEED)
    orgs = accounts.organisations(db)
    people = accounts.people(db, orgs, today)
    using, others = units.use_units(rnd), units.other_units(rnd)
    persons.enrich(using, others)
    public = persons.institutions(orgs)
    begin = datetime.combine(today - timedelta(days=ARCHIVED), time(9), clock.SHANGHAI)
    with clock.at(begin):
        db.add_all([*using, *(u for group in others.values() for u in group), *public])
        db.flush()
    people["qiye"].unit_id = using[0].id
    people["weibao"].unit_id = others["maintain"][0].id
    people["jiance"].unit_id = others["maintain"][1].id
    instruments.load(db, rnd, orgs[accounts.INSTITUTE], today)
    city = devices.make(rnd, using, others, orgs, book.dates_book(db), today)
    made = city.devices
    with clock.at(begin):
        db.add_all(d for d in made if d.prodate and d.prodate < begin.date())
        db.flush()
    db.add_all(made)
    db.flush()
    with clock.at(begin):  # vessels and lines of a plant stand there since their archives do
        piping.load(db, city, using, book.dates_book(db), today)
        of_key = {unit.id: unit for unit in using}
        for device in made:
            devices.settle(device, of_key[device.useorgsysid], today)
        db.flush()
    city.taken.update(earlier.taken_from(city, today, set(Days(db, today).days)))
    earlier.sent_away(made, city.taken)
    with clock.at(begin):  # what was brought over from the old system was there from the start
        history.load(db, city, people, orgs, book.dates_book(db))
    works.lifts(db, using, others, orgs, today)
    db.add_all(devices.lots_of_cylinders(using, others, orgs, book.dates_book(db), today))
    products.load(db, made, others, orgs, today)
    persons.parts(db, today, using, others, public)
    persons.people(db, today, using, others, made)
    exchange.reports(db, today, made, others, public)
    queries.load(db, people)
    sources.load(db, people)
    oldrecords.load(db, Actors(db).users["dangan"], using, others["maintain"], today)
    iot.load(db, made, today)
    changes.build(db)
    watching.settle(db)
    return city
