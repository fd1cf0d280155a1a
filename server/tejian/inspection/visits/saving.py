"""Books a visit: one online application for each inspection and institute, all of them or none."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.models.online import OnlineApplication
from tejian.inspection.models.visits import WAIT, UnitVisit
from tejian.inspection.online import api as online
from tejian.inspection.records import api as records
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.database.numbering import number_of
from tejian.kit.forms.formview import taken
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User

from .days import next_working, unfit
from .forms import Booking
from .process import VISIT

NAMED = 5  # devices that a sentence names; the others are counted
HEAD = ("inscontactname", "INSCONTACTTEL", "remark", "earlyreason")


def book(db: Session, me: User, form: Booking) -> str:
    """Declare the devices and send them, joined by a visit; gives its number. One that cannot be refuses them all."""
    if not me.unit_id:
        raise Refused("约检由使用单位的账户办理")
    wished, closed = _days(db, form)
    wanted = _wanted(form)
    devices = {one.id: one for one in many_visible_or_refuse(db, me, Equipment, list(wanted))}
    groups = {what: [devices[key] for key in keys] for what, keys in _by_project(wanted).items()}
    _refuse(db, me, groups, wished, bool(form.earlyreason))
    unit = visible_or_refuse(db, me, Unit, me.unit_id)
    visit = UnitVisit(unitsysid=unit.id, unitname=unit.name, equcount=len(devices), createby=me.id)
    visit.wished, visit.closed = [str(one) for one in wished], [str(one) for one in closed]
    VISIT.put(db, visit, WAIT)
    db.add(visit)
    db.flush()
    number_of(db, visit, "visitno")
    head = {name: form[name] for name in HEAD}
    head |= {"plandate": str(wished[0]), "afterstop": "1" if form.afterstop else "0"}
    for what, own in sorted(groups.items()):
        sent = {"ids": [one.id for one in own], "project": str(what), **head}
        numbers = online.declare(db, me, taken(online.BATCH, db, me, sent))
        for one in db.scalars(select(OnlineApplication).where(OnlineApplication.onlineno.in_(numbers))):
            one.visit_id = visit.id
    db.flush()
    return visit.visitno


def _days(db: Session, form: Booking) -> tuple[list[date], list[date]]:
    """The wished days in their order and the closed ones. Refuses what cannot be."""
    wished, closed = list(dict.fromkeys(form.wished)), sorted(set(form.closed))
    if not wished:
        raise BadInput("期望日期：请至少选一天", field="wished")
    for one in wished:
        if why := unfit(db, one, closed):
            raise BadInput(why, field="wished")
    if past := next((one for one in closed if one < clock.today()), None):
        raise BadInput(f"不便日期{past}已过", field="closed")
    return wished, closed


def _wanted(form: Booking) -> dict[str, online.Project]:
    """Device → what it is to be declared for."""
    if not form.items:
        raise BadInput("请选择要约检的设备", field="items")
    wanted: dict[str, online.Project] = {}
    for one in form.items:
        if one.id in wanted:
            raise BadInput("同一台设备选了两次，请核对", field="items")
        wanted[one.id] = online.Project(*one.project.split("-"))
    return wanted


def _by_project(wanted: Mapping[str, online.Project]) -> dict[online.Project, list[str]]:
    found: dict[online.Project, list[str]] = defaultdict(list)
    for key, what in wanted.items():
        found[what].append(key)
    return found


def _refuse(
    db: Session,
    me: User,
    groups: Mapping[online.Project, Sequence[Equipment]],
    wished: Sequence[date],
    early: bool,
) -> None:
    """Refuse the whole booking for what cannot be declared, and for days that all lie behind a due date."""
    lines = []
    for what, devices in groups.items():
        why = {} if early else dict(online.early_ones(db, what, devices))
        why |= online.why_not(db, me.unit_id, what, devices)
        for one in devices:
            sentence = why.get(one.id) or _too_late(db, one, what, wished)
            if sentence:
                lines.append(f"{one.equcode or one.equname}：{sentence}")
    if lines:
        more = f" 等{len(lines)}台" if len(lines) > NAMED else ""
        raise Refused(f"{'；'.join(lines[:NAMED])}{more}")


def _too_late(db: Session, device: Equipment, what: online.Project, wished: Sequence[date]) -> str:
    """Why days that are all behind the due date of a device will not do; one that can come no sooner may."""
    due = records.due_day(db, device, what.seisort, what.testsort)
    if due is None or min(wished) <= due or next_working(db) > due:
        return ""
    return f"应在{due}前检验，期望日期都在其后"
