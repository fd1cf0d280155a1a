"""到期提醒: a short message to who uses what falls due, seldom to one unit, each morning or at a clerk's wish."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import and_, func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.inspection.records import api as records
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.database.jobs import job
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.web.edge import Answer
from tejian.messages.api import PHONE, send_sms, tell
from tejian.messages.models import Sms
from tejian.system.accounts.api import users_of
from tejian.system.models.organisations import Org
from tejian.system.organisations import api as calendar
from tejian.system.settings.api import number

from .forms import REMINDERS
from .lists import idle

LATE, DUE, DETECTION = "CQTX", "DQTX", "JCDQ"  # templates (C665)
MOST = 200  # devices picked at once
NAMED = 3  # units that the answer names


@dataclass(frozen=True)
class Reminder:
    """What one unit is told: how many devices, the first of their dates, and the telephone of that device."""

    template: str
    unit: str
    count: int
    first: date
    phone: str


def _lately(db: Session) -> Any:
    """The reminders that are not long enough ago for another one."""
    since = clock.now() - timedelta(days=int(records.settings(db)["remind_days"]))
    return and_(Sms.template.in_((LATE, DUE, DETECTION)), Sms.createtime > since)


def _reminded(db: Session, units: Iterable[Unit]) -> dict[str, datetime]:
    """When units were reminded last, by their code, as far as that is not long enough ago."""
    query = select(Sms.datacode, func.max(Sms.createtime))
    query = query.where(Sms.datacode.in_([one.code for one in units]), _lately(db))
    return {code: at for code, at in db.execute(query.group_by(Sms.datacode))}  # noqa: C416


def _units(db: Session, keys: Collection[str]) -> dict[str, Unit]:
    return {one.id: one for one in db.scalars(select(Unit).where(Unit.id.in_(keys), Unit.enabled))}


def _send(db: Session, unit: Unit, what: Reminder, *, sms: bool = True, box: bool = True) -> bool:
    """Send to the telephone of the device, else of the unit, and tell the accounts of the unit; False without one."""
    numbers = (what.phone, unit.mobile, unit.tel)
    receiver = next((one for one in numbers if one and PHONE.fullmatch(one)), "")
    data = {"unitname": unit.name, "count": str(what.count), "date": str(what.first)}
    if sms and send_sms(db, what.template, receiver, data, unit.code) is None:
        return False
    accounts = users_of(db, unit.id) if box else []
    if box and not sms and not accounts:
        return False
    late = what.template == LATE
    title = f"{what.count} 台设备{'已超过检验有效期' if late else '的检验将到期'}，最早 {what.first}，请申报检验"
    tell(db, accounts, "到期提醒", title, route="/home")
    return True


# -- each morning -------------------------------------------------------------------------------------------------


def _kinds(db: Session) -> Sequence[tuple[str, Any, Any]]:
    """The templates with the date that each is about and the devices that it concerns, what is worst first."""
    today = clock.today()
    ahead = today + timedelta(days=int(records.settings(db)["apply_days"]))
    return (
        (LATE, E.ninspdate, E.ninspdate < today),
        (DUE, E.ninspdate, E.ninspdate.between(today, ahead)),
        (DETECTION, E.ndetdate, and_(E.equclass == codes.LIFT, E.ndetdate.between(today, ahead))),
    )


def _waiting(db: Session, org: str, template: str, day: Any, concerned: Any, most: int) -> Sequence[Reminder]:
    """Of units that were not reminded lately those whose devices are due first."""
    reminder = select(Sms.id).where(Sms.datacode == Unit.code, _lately(db))
    phones = func.array_agg(aggregate_order_by(E.id, day)).filter(E.usetelsort == "1")
    query = (
        select(E.useorgsysid, func.count(), func.min(day), phones)
        .join(Unit, Unit.id == E.useorgsysid)
        .where(E.cheorgsysid == org, E.equDel == 0, E.equstatus.in_(codes.RUNNING), concerned, idle())
        .where(Unit.enabled, Unit.code != "", ~reminder.exists())
        .group_by(E.useorgsysid)
        .order_by(func.min(day), E.useorgsysid)
        .limit(most)
    )
    rows = [(*row, (keys or [""])[0]) for *row, keys in db.execute(query)]
    of_device = select(E.id, E.usetel).where(E.id.in_([device for *_, device in rows]))
    phone = {key: number for key, number in db.execute(of_device)}  # noqa: C416
    return [Reminder(template, unit, count, first, phone.get(device, "")) for unit, count, first, device in rows]


@job("inspection.reminders", daily="09:10")
def remind_all(db: Session) -> None:
    """On working days, of every institute so many units as it sends to in a day."""
    if not calendar.is_working(db, clock.today()):
        return
    most = number(db, "sms.reminders_per_day", 500)
    orgs = db.scalars(select(Org.id).where(Org.kind == "institute").order_by(Org.id)).all()
    for org in orgs:
        db.info["me"] = replace(SYSTEM, org_id=org)
        left = most
        for template, day, concerned in _kinds(db):
            reminders = _waiting(db, org, template, day, concerned, left) if left else ()
            units = _units(db, [one.unit for one in reminders])
            left -= sum(_send(db, units[one.unit], one) for one in reminders)
            db.flush()
    db.info["me"] = SYSTEM


# -- at a clerk's wish --------------------------------------------------------------------------------------------


def remind(db: Session, me: User, form: Input) -> Answer[list[str]]:
    """Remind the units of the picked devices; gives their names. Who cannot be reminded is named with the reason."""
    field = form["datefield"]
    if field not in REMINDERS:
        raise BadInput("日期：请从选项中选择", field="datefield")
    devices = many_visible_or_refuse(db, me, E, form.ids)
    if len(devices) > MOST:
        raise Refused(f"一次最多提醒{MOST}台设备的单位")
    return told_words([tell_units(db, devices, field)])


@dataclass(frozen=True)
class Told:
    """Which units were reminded, and why others were not."""

    sent: Sequence[str]
    left: Sequence[str]


def tell_units(db: Session, devices: Sequence[E], field: str, *, sms: bool = True, box: bool = True) -> Told:
    """One reminder to each unit of these devices, by short message and to its accounts, or by one of them."""
    of_unit: dict[str, list[E]] = {}
    for one in devices:
        of_unit.setdefault(one.useorgsysid, []).append(one)
    units = _units(db, of_unit)
    last = _reminded(db, units.values())
    sent: list[str] = []
    left = ["没有使用单位，或单位已停用"] * (of_unit.keys() > units.keys())
    for key, unit in units.items():
        if sms and unit.code in last:
            left.append(f"{unit.name}{last[unit.code]:%Y-%m-%d}已提醒过")
        elif _send(db, unit, _of_picked(unit, of_unit[key], field), sms=sms, box=box):
            sent.append(unit.name)
        else:
            left.append(f"{unit.name}没有{'手机号码，或短信模板未启用' if sms else '平台账户'}")
    return Told(sent, left)


def told_words(told: Sequence[Told]) -> Answer[list[str]]:
    """The names of those who were reminded; refused when nobody was."""
    sent = [name for one in told for name in one.sent]
    left = [words for one in told for words in one.left]
    words = "；".join(left[:NAMED]) + (f" 等{len(left)}家" if len(left) > NAMED else "")
    if not sent:
        raise Refused(f"没有发出短信：{words}")
    return Answer(sent, {"next": f"没有提醒的：{words}"} if left else {})


def due_by(device: E, field: str) -> date | None:
    """The day of a list of what falls due: a column of the device, or a fact of its technical document."""
    day = getattr(device, field) if hasattr(E, field) else device.params.get(field)
    return date.fromisoformat(day) if isinstance(day, str) else day or None


def _of_picked(unit: Unit, devices: Sequence[E], field: str) -> Reminder:
    """What the unit is told of these devices; of those that are late alone, when some are."""
    late = [one for one in devices if (day := due_by(one, field)) and day < clock.today()]
    about = sorted(late or devices, key=lambda one: due_by(one, field) or date.max)
    template = DETECTION if field == "ndetdate" else LATE if late else DUE
    phone = next((one.usetel for one in about if PHONE.fullmatch(one.usetel)), "")
    return Reminder(template, unit.id, len(about), due_by(about[0], field) or clock.today(), phone)
