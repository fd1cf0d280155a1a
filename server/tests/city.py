"""The small city that every test finds: the demo accounts, a dozen units, six instruments boxes, fifty devices.

Made once into the template database. Run as a program by tests/database.py.
"""

import random
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.care.quality import watching
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.demo import accounts, devices, instruments, units
from tejian.inspection.records import book
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tejian.system.accounts import passwords
from tejian.system.models.accounts import SysUser
from tests.database import QUICK

LIFTS = 30
OWNED = {LIFTS + 1: "4110", LIFTS + 2: "2170", LIFTS + 3: "5110"}


def build(db: Session) -> None:
    """Fill the database; the same every time but for the day."""
    db.info["me"] = SYSTEM
    for first in db.scalars(select(SysUser)):  # the administrator of an installation without demo data
        db.delete(first)
    db.flush()
    today, rnd = clock.today(), random.Random(7)
    orgs = accounts.organisations(db)
    people = accounts.people(db, orgs, today)
    using, others = units.use_units(rnd)[:12], units.other_units(rnd)
    db.add_all([*using, *(u for group in others.values() for u in group)])
    db.flush()
    people["qiye"].unit_id = using[0].id
    people["weibao"].unit_id = others["maintain"][0].id
    people["jiance"].unit_id = others["maintain"][1].id
    instruments.load(db, rnd, orgs[accounts.INSTITUTE], today)
    rules = book.dates_book(db)
    for n in range(1, LIFTS + 21):
        equclass = "3000" if n <= LIFTS else rnd.choice(["4000", "5000", "2000", "1000"])
        kind = "3110" if n <= LIFTS - 5 else rnd.choice([k for k, _ in devices.KINDS[equclass]])
        unit: Unit = using[n % 3] if n <= LIFTS else rnd.choice(using)
        if n in OWNED:  # the enterprise of `qiye` has more than lifts
            equclass, kind, unit = OWNED[n][0] + "000", OWNED[n], using[0]
        device = devices.device_of(rnd, equclass, kind, n, unit, others, orgs, today)
        if n <= LIFTS - 5:
            _lift_that_is_due(device, today)
        device.equstatus = "1"
        devices.inspected(rnd, device, rules, today)
        devices.between(device, rules, today)
        db.add(device)
    watching.settle(db)


def _lift_that_is_due(device: Equipment, today: date) -> None:
    """Seven years old this month: the inspection of the seventh year is due."""
    passed = date(today.year - 7, today.month, 10)
    device.insinspdate = device.cyclebasedate = passed
    device.prodate, device.usestartdate = passed - timedelta(days=200), passed + timedelta(days=10)
    device.regdate = passed + timedelta(days=20)


def main() -> None:
    from tejian.kit.database import db
    from tejian.main import prepare_process

    prepare_process()
    passwords.HASHER = QUICK
    with db.new_session.begin() as session:
        build(session)


if __name__ == "__main__":
    main()
