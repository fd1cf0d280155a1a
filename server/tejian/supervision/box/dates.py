"""The calendar of the unit: due dates of its devices, visits, terms of what is to be mended, certificates that end."""

from collections.abc import Iterator
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import FIRST_DUE
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.inspection.models.visits import AGREED, ASKED, UnitVisit
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.papers.ics import Event, calendar
from tejian.kit.web.edge import File

from .devices import own_devices
from .mends import mends
from .persons import persons

MOST = 2000  # devices
MONTH, WEEK, DAY = 30, 7, 1  # days ahead of which a calendar reminds


def _devices(db: Session, me: User) -> Iterator[Event]:
    columns = E.id, E.equname, E.equcode, E.useplace, FIRST_DUE, E.ndetdate
    used = own_devices(me), E.equstatus.in_(codes.RUNNING)
    for key, name, code, place, due, tested in db.execute(select(*columns).where(*used).order_by(E.id).limit(MOST)):
        for kind, day in (("检验", due), ("检测", tested)):
            if day:
                title = f"{name}下次{kind}日期"
                yield Event(f"{key}-{kind == '检测':d}", day, title, place, f"设备代码{code}", MONTH)


def _visits(db: Session, me: User) -> Iterator[Event]:
    V = UnitVisit
    query = select(V).where(V.unitsysid == me.unit_id, V.step.in_((ASKED, AGREED))).order_by(V.id.desc()).limit(MOST)
    for one in db.scalars(query):
        for day in one.days:
            yield Event(
                f"{one.id}-{day}",
                date.fromisoformat(day),
                f"上门检验（约检{one.visitno}，{one.equcount}台）",
                ahead=DAY,
            )


def _terms(db: Session, me: User) -> Iterator[Event]:
    for one in mends(db, me):
        if one["due"]:
            yield Event(
                one["id"], date.fromisoformat(one["due"]), f"{one['number']}整改期限", text=one["text"], ahead=WEEK
            )
    for cert in persons(db, me)["ending"]:
        title = f"{cert['name']}{cert['item']}证书到期"
        yield Event(f"cert-{cert['certno']}", date.fromisoformat(cert["validto"]), title, ahead=MONTH)


def calendar_file(db: Session, me: User) -> File:
    """The calendar file of the own unit. Refuses an account of none."""
    unit = db.scalar(select(Unit.name).where(Unit.id == me.unit_id)) if me.unit_id else None
    if unit is None:
        raise Refused("日历由使用单位的账户下载")
    events = [*_devices(db, me), *_visits(db, me), *_terms(db, me)]
    content = calendar(f"{unit}特种设备", clock.now(), sorted(events, key=lambda one: (one.day, one.key)))
    return File(content, "text/calendar; charset=utf-8", f"特种设备日历{unit}.ics")
