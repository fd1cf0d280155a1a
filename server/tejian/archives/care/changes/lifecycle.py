"""The state of a device in the world: stopped, in use again, written off, moved. Which state leads where is data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pydantic
from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.equipment import api as equipment
from tejian.archives.equipment.api import lasted, long_stop
from tejian.archives.files import api as attachments
from tejian.archives.models.changes import StateChange
from tejian.archives.models.equipment import Equipment
from tejian.archives.permissions import STATE_CHANGE
from tejian.kit.database import audit
from tejian.kit.database.db import many_visible_or_refuse, new_id
from tejian.kit.forms.form import ManyIds, as_date
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Upload
from tejian.system.models.organisations import Org
from tejian.system.organisations.api import covered_prefix
from tejian.system.rules import api as rulestore
from tejian.system.settings import api as params

from .batch import institutes

MOST = 50
NAMES = {"stop": "停用", "restart": "启用", "logout": "注销", "move": "迁移"}
DAYS = {"stop": "stopdate", "restart": "restartdate", "logout": "logoutdate"}  # the field that keeps the day


@dataclass(frozen=True)
class Order:
    """A change as it was asked for, with everything read and checked that does not depend on the device."""

    act: str
    day: date
    until: date | None
    reason: str
    note: str
    area: str
    place: str
    org: Org | None
    authority: Org | None


@dataclass(frozen=True)
class Facts:
    """What all devices of one call share: words of the states, the open business of each, how long a move is shared."""

    db: Session
    words: Mapping[str, str]
    open: Mapping[str, str]
    shareduntil: date


class StateForm(ManyIds):
    """A change of state of the picked devices, with its proof."""

    act: str = pydantic.Field("", title="变更类型", max_length=16)
    day: str = pydantic.Field("", title="变更日期")
    until: str = pydantic.Field("", title="预计停用至")
    reason: str = pydantic.Field("", title="注销原因", max_length=16)
    note: str = pydantic.Field("", title="原因", max_length=500)
    areacode: str = pydantic.Field("", title="迁入区划", max_length=12)
    useplace: str = pydantic.Field("", title="新使用地点", max_length=256)
    cheorgsysid: str = pydantic.Field("", title="新检验机构", max_length=32)
    type: str = pydantic.Field("", title="附件类型", max_length=8)
    file: Any = None


class StateAnswer(TypedDict):
    ids: list[str]
    count: int
    reminder: str


def change_state(db: Session, me: User, form: StateForm) -> StateAnswer:
    """Stop, restart, write off or move devices: all or none, each with its own row, its proof and its audit trail."""
    require(me, STATE_CHANGE)
    if form.act not in NAMES:
        raise BadInput("变更类型不正确")
    ids = form.ids
    if len(set(ids)) > MOST:
        raise Refused(f"一次最多处理{MOST}条数据")
    order = _read(db, me, form)
    rows = many_visible_or_refuse(db, me, Equipment, ids, lock=True)
    last = _last_days(db, [r.id for r in rows])
    sent = form.file or []
    files = [f for f in (sent if isinstance(sent, list) else [sent]) if isinstance(f, Upload)]
    shared = clock.today() + timedelta(days=params.number(db, "archives.move.shared_days", 90))
    facts = Facts(db, dictionary.words(db, me.dict_version).get("C637", {}), equipment.open_businesses(db, ids), shared)
    changes = [_change_one(me, row, order, facts, last.get(row.id), bool(files)) for row in rows]
    db.add_all(changes)
    db.flush()
    for part in files:
        attachments.keep_for(db, me, "state", [m.id for m in changes], form.type, part)
    return {"ids": [m.id for m in changes], "count": len(changes), "reminder": reminder(db, order)}


def _read(db: Session, me: User, form: StateForm) -> Order:
    act, day = form.act, as_date(form.day, f"{NAMES[form.act]}日期") if form.day else None
    if day is None:
        raise BadInput(f"{NAMES[act]}日期：必填", field="day")
    if day > clock.today():
        raise BadInput(f"{NAMES[act]}日期：不得晚于今天", field="day")
    until = as_date(form.until, "预计停用至") if form.until and act == "stop" else None
    if until is not None and until <= day:
        raise BadInput("预计停用至：应晚于停用日期", field="until")
    words = dictionary.words(db, me.dict_version)
    reason, note = form.reason, form.note
    if act == "logout" and reason not in words.get("C639", {}):
        raise BadInput("注销原因：请从选项中选择", field="reason")
    if act in ("stop", "move") and not note:
        raise BadInput(f"{NAMES[act]}原因：必填", field="note")
    area, place = form.areacode, form.useplace
    org = None
    if act == "move":
        if area not in words.get("AREA", {}):
            raise BadInput("迁入区划：请从选项中选择", field="areacode")
        if not place:
            raise BadInput("新使用地点：必填，最多256个字", field="useplace")
        if wanted := form.cheorgsysid:
            org = next((o for o in institutes(db) if o.id == wanted), None)
            if org is None:
                raise BadInput("新检验机构：请从选项中选择", field="cheorgsysid")
    authority = authority_of(db, area) if act == "move" else None
    return Order(act, day, until, reason if act == "logout" else "", note, area, place, org, authority)


def authority_of(db: Session, area: str) -> Org | None:
    """The authority that watches over an area: the bureau or bureau's office with the nearest area code."""
    bureaus = select(Org.id).where(Org.kind == "bureau")
    query = select(Org).where(or_(Org.kind == "bureau", Org.parent_id.in_(bureaus)), Org.enabled, Org.areacode != "")
    near = [o for o in db.scalars(query) if area.startswith(covered_prefix(o.areacode))]
    return max(near, key=lambda o: len(covered_prefix(o.areacode)), default=None)


def _last_days(db: Session, ids: Sequence[str]) -> dict[str, date]:
    """The day of the last state change of each device."""
    query = select(StateChange.equdatasysid, func.max(StateChange.day)).where(StateChange.equdatasysid.in_(ids))
    return {row[0]: row[1] for row in db.execute(query.group_by(StateChange.equdatasysid))}


def rule_for(db: Session, act: str, row: Equipment, reason: str) -> dict[str, str] | None:
    """The first row of the table of state changes that fits; none when the state of the device does not allow it."""
    for rule in rulestore.rows(db, "state_change"):
        fits = rule["act"] == act and row.equstatus in rule["fromstatus"].split(",")
        fits = fits and (not rule["regstatus"] or row.regstatus in rule["regstatus"].split(","))
        if fits and rule["reason"] in ("", reason):
            return rule
    return None


def _change_one(me: User, row: Equipment, order: Order, facts: Facts, last: date | None, proved: bool) -> StateChange:
    name = f"{row.equname} {row.equcode}".strip()
    rule = rule_for(facts.db, order.act, row, order.reason)
    if rule is None:
        raise Refused(f"{name}的使用状态为{facts.words.get(row.equstatus, '未知')}，不能{NAMES[order.act]}")
    if rule["proof"] == "1" and not proved:
        raise Refused(f"{NAMES[order.act]}须上传证明材料")
    if rule["closed"] == "1" and row.id in facts.open:
        raise Refused("该设备存在在办业务，不能操作")
    _refuse_day(row, name, order, last)
    _refuse_use(row, name, order, facts.open.get(row.id, ""))
    change = StateChange(
        id=new_id(),
        equdatasysid=row.id,
        action=order.act,
        day=order.day,
        until=order.until,
        reason=order.reason,
        note=order.note,
        equclass=row.equclass,
        equcode=row.equcode,
        equname=row.equname,
        useorgname=row.useorgname,
        by_name=me.name,
        fromstatus=row.equstatus,
        fromarea=row.areacode,
        fromplace=row.useplace,
        fromorg=row.cheorgsysid,
        fromorgname=row.cheorgsysname,
    )
    row.equstatus, row.regstatus = rule["tostatus"] or row.equstatus, rule["toregstatus"] or row.regstatus
    if field := DAYS.get(order.act):
        params = {k: v for k, v in row.params.items() if not (order.act == "stop" and k == "restartdate")}
        row.params = params | {field: order.day.isoformat()} | ({"logoutreason": order.reason} if order.reason else {})
    if order.act == "move":
        _move(row, order)
        change.shareduntil = facts.shareduntil
    change.tostatus, change.toarea, change.toplace = row.equstatus, row.areacode, row.useplace
    change.toorg, change.toorgname = row.cheorgsysid, row.cheorgsysname
    audit.holds_from(row, order.day)
    return change


def _refuse_day(row: Equipment, name: str, order: Order, last: date | None) -> None:
    act = NAMES[order.act]
    if last and order.day < last:
        raise Refused(f"{name}：{act}日期不得早于上一次状态变更日期{last}")
    for earliest, what in ((row.prodate, "制造日期"), (row.usestartdate, "投入使用日期")):
        if earliest and order.day < earliest:
            raise Refused(f"{name}：{act}日期不得早于{what}{earliest}")


def _refuse_use(row: Equipment, name: str, order: Order, open_number: str) -> None:
    """No use before the inspection that is due (TSG 08), nor after one that failed; no move to where it stands."""
    if order.act == "restart" and (due := _overdue(row)):
        then = f"在办检验{open_number}合格后才能启用" if open_number else "请先申报检验，合格后启用"
        raise Refused(f"{name}的下次检验日期{due}已过，{then}")
    if order.act == "restart" and row.unqualcode:
        raise Refused(f"{name}最近检验结论不合格，复检合格后才能启用")
    if order.act == "move" and (order.area, order.place) == (row.areacode, row.useplace):
        raise Refused(f"{name}已在该地点，无须迁移")


def _overdue(row: Equipment) -> date | None:
    """The statutory inspection date that has passed: no use before an inspection (TSG 08)."""
    dues = [max(row.ninspdate, row.delaydate) if row.delaydate and row.ninspdate else row.ninspdate, row.ninspdate2]
    past = [d for d in dues if d is not None and d < clock.today()]
    return min(past) if past else None


def _move(row: Equipment, order: Order) -> None:
    """New place, and who watches over it there: the nearest authority of the area, the named institute."""
    row.areacode, row.useplace, row.longitude, row.latitude = order.area, order.place, None, None
    if order.authority is not None:
        row.superorgsysid, row.superorgname = order.authority.id, order.authority.name
    if order.org is not None and order.org.id != row.cheorgsysid:
        row.cheorgsysid, row.cheorgsysname, row.chedeptid = order.org.id, order.org.name, ""


def reminder(db: Session, order: Order) -> str:
    """What the user must still do: a long stop is told to the registration authority (K4 of the supervision rules)."""
    months = params.number(db, "archives.stop.notice_months", 12)
    long = order.act == "stop" and lasted(order.day, order.until or clock.today()) >= months
    return long_stop(db) if long else ""


def takes_files(db: Session, me: User, row: StateChange) -> None:
    """Proof can be added by whoever may change states; it stays as it is for the others."""
    require(me, STATE_CHANGE)
