"""Counts the devices, inspections, units and persons of a year: one statement each, over everything."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import Date, and_, case, cast, distinct, except_, func, or_, outerjoin, select, union
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import due_date
from tejian.archives.models.changes import StateChange as S
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.items import issued


def _county(column: Any) -> Any:
    return func.left(column, 6)


def _reported(first: date, upto: date) -> Any:
    """Items whose inspection lies in these days and whose report has been issued."""
    return and_(B.inspdate.between(first, upto), issued())


def _first_after(column: Any, upto: date) -> Any:
    """What a device had before its first change after a day: what it had on that day."""
    before = select(S.equdatasysid, column.label("had")).where(S.day > upto, column != "")
    return before.ext(distinct_on(S.equdatasysid)).order_by(S.equdatasysid, S.day, S.createtime).subquery()


def _then(upto: date) -> tuple[Any, Any, Any]:
    """Status and county of a device on a day, and the tables that say so."""
    status, place = _first_after(S.fromstatus, upto), _first_after(S.fromarea, upto)
    joined = outerjoin(E, status, status.c.equdatasysid == E.id).outerjoin(place, place.c.equdatasysid == E.id)
    return (
        func.coalesce(status.c.had, E.equstatus),
        _county(func.coalesce(place.c.had, E.areacode)),
        joined,
    )


def devices(first: date, upto: date) -> Any:
    """Devices by county and class as they were at the end of `upto`: one pass over the archive."""
    then, area, tables = _then(upto)
    began = func.coalesce(E.regdate, E.usestartdate, cast(E.createtime, Date))
    conditions = (
        then.not_in(codes.OFF),
        then.in_(codes.RUNNING),
        then == codes.STOPPED,
        then.in_(codes.OFF),
        E.regdate.between(first, upto),
    )
    counts = (func.count(case((condition, 1))) for condition in conditions)
    counted = select(area, E.equclass, *counts).select_from(tables)
    return counted.where(E.equDel == 0, began <= upto, then != codes.MOVED_OUT).group_by(area, E.equclass)


def missed(first: date, upto: date, closed: bool) -> Any:
    """Devices in use whose inspection was due by `upto` and was not made by then.

    A device inspected only afterwards no longer shows it: the item of that inspection keeps the day in `duedate`.
    """
    then, area, tables = _then(upto)
    day = upto + timedelta(days=1) if closed else upto
    passed = select(E.id).where(E.ninspdate < day, due_date() < day)
    late = select(B.equdatasysid).where(B.inspdate > upto, issued(), B.duedate <= upto)
    # taken away before the devices are read: by an index alone, and few are left
    inspected = select(B.equdatasysid).where(_reported(first, upto), B.seisort == at.PERIODIC)
    counted = select(area, E.equclass, func.count()).select_from(tables)
    conditions = (E.id.in_(except_(union(passed, late), inspected)), E.equDel == 0, then.in_(codes.RUNNING))
    return counted.where(*conditions).group_by(area, E.equclass)


def inspections(first: date, upto: date) -> Any:
    """Reported inspections of these days by county, class and kind: all, those that did not qualify, and devices."""
    area, bad = _county(B.areacode).label("area"), func.count(case((B.unqualcode != "", 1)))
    each = select(area, B.equclass, B.seisort, func.count().label("n"), bad.label("bad"))
    each_device = each.where(_reported(first, upto)).group_by(area, B.equclass, B.seisort, B.equdatasysid).subquery()
    by = (each_device.c.area, each_device.c.equclass, each_device.c.seisort)
    return select(*by, func.sum(each_device.c.n), func.sum(each_device.c.bad), func.count()).group_by(*by)


def units(db: Session, upto: date) -> dict[str, int]:
    """Units that use devices, the living archives of the others by what they do, persons with a valid certificate."""
    alive = and_(Unit.unitDel == 0, cast(Unit.createtime, Date) <= upto)
    alive = and_(alive, or_(Unit.canceldate.is_(None), Unit.canceldate > upto))
    kinds = {"maintainers": Unit.ismaintain, "makers": Unit.ismaker, "installers": Unit.isinstall}
    counts = select(*(func.count(case((kind, 1))).label(name) for name, kind in kinds.items()))
    by_kind = db.execute(counts.select_from(Unit).where(alive)).mappings().one()
    # grouped, not count(distinct): that would sort two million keys; and from the index alone
    using = select(E.useorgsysid).where(E.equDel == 0, E.useorgsysid != "").group_by(E.useorgsysid).subquery()
    users = select(func.count()).select_from(using)
    valid = and_(PersonCert.held == "", PersonCert.validto >= upto, cast(PersonCert.createtime, Date) <= upto)
    persons = select(func.count(distinct(PersonCert.person_id))).join(Person, Person.id == PersonCert.person_id)
    return {
        "useunits": db.scalar(users) or 0,
        **by_kind,
        "persons": db.scalar(persons.where(valid, Person.status != codes.LEFT)) or 0,
    }
