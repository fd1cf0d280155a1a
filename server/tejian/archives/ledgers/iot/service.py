"""Bind terminals to lifts, and settle events: confirm, send to the maintenance unit, close."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.iot import CLOSED, CONFIRMED, SENT, TRAPPED, LiftEvent, LiftIot, online
from tejian.kit.database.db import hold, many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.messages.api import tell

from . import rules
from .receiving import accounts_of

MOST = 200


def before_save(db: Session, me: User, row: LiftIot, values: dict[str, Any]) -> None:
    """A terminal belongs to one lift, and a lift has one terminal; another lift needs a new registration."""
    values["devno"] = str(values.get("devno") or row.devno).strip().upper()
    code = str(values.pop("equcode", None) or "")
    if row.id:
        lift = visible_or_refuse(db, me, Equipment, row.equdatasysid, lock=True)
        if code and code != lift.equcode:
            raise BadInput("设备代码：终端换装到另一台电梯时，请删除后重新登记", field="equcode")
    else:
        named = db.scalars(select(Equipment).where(Equipment.equcode == code, Equipment.visible(me))).first()
        if named is None or named.equclass != codes.LIFT:
            raise BadInput("设备代码：没有这台电梯", field="equcode")
        lift = visible_or_refuse(db, me, Equipment, named.id, lock=True)
        row.equdatasysid = lift.id
        hold(db, f"lift terminal {lift.id}")
        if other := db.scalar(select(LiftIot.devno).where(LiftIot.equdatasysid == lift.id)):
            raise Refused(f"这台电梯已登记终端{other}", "DUPLICATE")
    same = select(LiftIot.id).where(LiftIot.devno == values["devno"])
    if db.scalar(same.where(LiftIot.id != row.id) if row.id else same):
        raise Refused(f"终端{values['devno']}已登记在其他电梯上", "DUPLICATE", field="devno")
    lift.params = {**lift.params, "iotflag": "1", "iotdevno": values["devno"]}


def before_delete(db: Session, me: User, row: LiftIot) -> None:
    """The lift's archive no longer names the terminal; its events stay with the lift."""
    lift = visible_or_refuse(db, me, Equipment, row.equdatasysid, lock=True)
    kept = {k: v for k, v in lift.params.items() if k != "iotdevno"}
    lift.params = kept | {"iotflag": "0"}


def beside(db: Session, row: LiftIot) -> dict[str, Any]:
    return {"equcode": db.scalar(select(Equipment.equcode).where(Equipment.id == row.equdatasysid)) or ""}


class IotSummary(TypedDict):
    total: int
    online: int
    offline: int
    open: int
    faulty: int
    trapped: int
    today: int


def summary(db: Session, me: User) -> IotSummary:
    """The figures above the lists: terminals, silent ones, lifts with open events, people shut in, events of today."""
    terminals = select(func.count(), func.count().filter(online())).where(LiftIot.visible(me))
    total, alive = db.execute(terminals).one()
    still_open = LiftEvent.state != CLOSED
    query = select(
        func.count(), func.count(func.distinct(LiftEvent.equdatasysid)), func.count().filter(LiftEvent.type == TRAPPED)
    ).where(still_open, LiftEvent.visible(me))
    waiting, lifts, trapped = db.execute(query).one()
    midnight = clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
    today = select(func.count()).where(LiftEvent.at >= midnight, LiftEvent.visible(me))
    return {
        "total": total,
        "online": alive,
        "offline": total - alive,
        "open": waiting,
        "faulty": lifts,
        "trapped": trapped,
        "today": db.scalar(today) or 0,
    }


def _taken(db: Session, me: User, ids: Sequence[str], step: str) -> list[LiftEvent]:
    if len(set(ids)) > MOST:
        raise Refused(f"一次最多处理{MOST}条数据")
    rows = many_visible_or_refuse(db, me, LiftEvent, ids, lock=True)
    words = dict(dictionary.words(db, me.dict_version).get("C751", {}))
    for row in rows:
        if said := rules.refuse_step(step, row.state, words):
            raise Refused(said)
    return rows


def confirm(db: Session, me: User, ids: Sequence[str]) -> int:
    """确认: somebody has seen the event and takes it for real."""
    rows = _taken(db, me, ids, "confirm")
    for row in rows:
        row.state, row.confirmedby, row.confirmedat = CONFIRMED, me.name, clock.now()
    return len(rows)


def dispatch(db: Session, me: User, ids: Sequence[str]) -> int:
    """派单: the maintenance unit of each lift is told to go there."""
    rows = _taken(db, me, ids, "dispatch")
    lifts = {e.id: e for e in many_visible_or_refuse(db, me, Equipment, [r.equdatasysid for r in rows])}
    for row in rows:
        if not lifts[row.equdatasysid].maiorgsysid:
            raise Refused(f"电梯{lifts[row.equdatasysid].equcode}没有维保单位，不能派单")
    people = accounts_of(db, {e.maiorgsysid for e in lifts.values()})
    words = dictionary.words(db, me.dict_version).get("C750", {})
    for row in rows:
        lift = lifts[row.equdatasysid]
        row.state, row.sentto, row.sentby, row.sentat = SENT, lift.maiorgname, me.name, clock.now()
        title = f"{lift.useplace} 电梯{lift.ele96333code or lift.equcode} {words.get(row.type, '')}，请到场处置"
        route = f"/bsArchives/equipment/elevatorForm?id={lift.id}"
        tell(db, people.get(lift.maiorgsysid, []), "电梯派单", title, row.value, route)
    return len(rows)


def close(db: Session, me: User, sent: Input) -> int:
    """关闭: the event is over; what was found and done is written down."""
    rows = _taken(db, me, sent.ids, "close")
    for row in rows:
        row.state, row.handled, row.closedby, row.closedat = CLOSED, sent["handled"], me.name, clock.now()
    return len(rows)
