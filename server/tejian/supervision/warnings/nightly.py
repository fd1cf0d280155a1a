"""Counts once an hour what is wrong with each unit. One statement a fact, none a unit."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Date, and_, delete, exists, func, insert, or_, select
from sqlalchemy.orm import Session, aliased

from tejian.archives import codes
from tejian.archives.equipment.api import FIRST_DUE, due_date, is_overdue
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit, UnitLicence
from tejian.kit.database import jobs
from tejian.kit.database.db import hold, new_id
from tejian.kit.ground import clock
from tejian.supervision.models.duties import DAILY, HANDED, DutyRecord
from tejian.supervision.models.warnings import UnitWarning
from tejian.system.settings import api as params

WRONG = ("overdue", "unqualified", "stopped", "licences", "certs", "duties")
ALARM = 3  # days of duty that were not written: on the third the bureau is told
AT_ONCE = 2_000  # rows of one insert
Facts = dict[str, dict[str, Any]]


def stopped_too_long(months: int) -> ColumnElement[bool]:
    """Stopped for so many months: the registration authority must have been told in writing (K4)."""
    since = func.tj_day(E.params["stopdate"].astext).cast(Date)
    return and_(E.equstatus == codes.STOPPED, since <= func.current_date() - func.make_interval(0, months))


def long_stop_months(db: Session) -> int:
    return params.number(db, "archives.stop.notice_months", 12)


@jobs.job("supervision.warnings", retry=1, cron="20 * * * *", queue="imports")
def every_hour(db: Session) -> None:
    """All units anew; since when a unit is warned of stays."""
    hold(db, "supervision.warnings")
    since = {row[0]: row[1] for row in db.execute(select(UnitWarning.unitsysid, UnitWarning.since))}
    facts: Facts = defaultdict(dict)
    for read in (_of_devices, _of_licences, _of_certificates, _of_duties):
        for unit, values in read(db):
            facts[unit] |= values
    db.execute(delete(UnitWarning))
    rows = list(_rows(db, facts, since))
    for begin in range(0, len(rows), AT_ONCE):
        moment = {"createby": "", "updateby": "", "createtime": clock.now(), "updatetime": clock.now(), "version": 1}
        db.execute(insert(UnitWarning), [moment | row for row in rows[begin : begin + AT_ONCE]])


def _of_devices(db: Session) -> Iterator[tuple[str, dict[str, Any]]]:
    late, bad = is_overdue(), and_(E.unqualcode != "", E.equstatus.in_(codes.RUNNING))
    stopped = stopped_too_long(long_stop_months(db))
    worst = func.min(func.least(due_date(), FIRST_DUE)).filter(late)
    counts = [func.count().filter(one) for one in (late, bad, stopped)]
    query = select(E.useorgsysid, func.count(), *counts, worst).where(E.equDel == 0, E.useorgsysid != "")
    query = query.where(E.equstatus.not_in(codes.OFF)).group_by(E.useorgsysid)
    rows: Any = db.execute(query)
    for unit, devices, overdue, unqualified, long, first in rows:
        yield (
            unit,
            {
                "devices": devices,
                "overdue": overdue,
                "unqualified": unqualified,
                "stopped": long,
                "worst": first,
            },
        )


def _of_licences(db: Session) -> Iterator[tuple[str, dict[str, Any]]]:
    L = UnitLicence
    query = select(L.unit_id, func.count()).where(L.held == "", L.validto < func.current_date())
    for unit, count in db.execute(query.group_by(L.unit_id)):
        yield unit, {"licences": count}


def lapsed() -> ColumnElement[bool]:
    """A certificate that ran out while its holder is in post, and no newer one of the item is in force."""
    newer = aliased(PersonCert)
    renewed = exists().where(
        newer.person_id == PersonCert.person_id,
        newer.item == PersonCert.item,
        newer.held == "",
        newer.validto >= func.current_date(),
    )
    return and_(PersonCert.held == "", PersonCert.validto < func.current_date(), ~renewed)


def _of_certificates(db: Session) -> Iterator[tuple[str, dict[str, Any]]]:
    query = select(Person.unit_id, func.count()).join(PersonCert, PersonCert.person_id == Person.id)
    query = query.where(lapsed(), Person.status != codes.LEFT, Person.unit_id != "").group_by(Person.unit_id)
    for unit, count in db.execute(query):
        yield unit, {"certs": count}


def _of_duties(db: Session) -> Iterator[tuple[str, dict[str, Any]]]:
    """Days of the last ones, yesterday the latest, of which a unit that keeps its records here handed none in.

    A unit that never began is not counted: whether it keeps them on paper is seen on site. Two days are nobody's
    alarm yet: the officer of the unit is asked first, its director the next morning (总局令第74号).
    """
    D, today = DutyRecord, clock.today()
    begin = today - timedelta(days=params.number(db, "supervision.duty.window", 7))
    starts = select(D.unitsysid, D.equclass, func.min(D.firstday)).where(D.period == DAILY, D.step == HANDED)
    first = {(unit, kind): day for unit, kind, day in db.execute(starts.group_by(D.unitsysid, D.equclass))}
    recent = D.period == DAILY, D.step == HANDED, D.firstday >= begin, D.firstday < today
    count = select(D.unitsysid, D.equclass, func.count()).where(*recent).group_by(D.unitsysid, D.equclass)
    done = {(unit, kind): n for unit, kind, n in db.execute(count)}
    owed: dict[str, int] = defaultdict(int)
    for key, day in first.items():
        lacking = (today - max(begin, day)).days - done.get(key, 0)
        owed[key[0]] = max(owed[key[0]], lacking)
    yield from ((unit, {"duties": n}) for unit, n in owed.items() if n >= ALARM)


def _rows(db: Session, facts: Facts, since: dict[str, date]) -> Iterator[dict[str, Any]]:
    U = Unit
    bare = and_(U.safemanager == "", U.safeofficer == "", U.safedirector == "")
    known = select(U.id, U.name, U.areacode, bare).where(U.unitDel == 0, U.enabled, U.canceldate.is_(None))
    for unit, name, area, nobody in db.execute(known.where(or_(U.isuse, U.ismaintain, U.isinstall, U.ismaker))):
        own = facts.get(unit, {})
        nostaff = bool(nobody and own.get("devices"))
        if nostaff or any(own.get(n) for n in WRONG):
            head = {"id": new_id(), "unitsysid": unit, "unitname": name, "areacode": area, "nostaff": nostaff}
            zero = dict.fromkeys(("devices", *WRONG), 0)
            yield head | zero | {"worst": None} | own | {"since": since.get(unit, clock.today())}
