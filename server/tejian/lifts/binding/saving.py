"""What declarations cannot say of a binding: which lift is meant, whose it is, what it replaces, who audits."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.care.changes.api import authority_of
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.lifts.models.binding import (
    BOUND,
    CHANGE,
    DRAFT,
    RUNNING,
    STATION_KINDS,
    WITH_UNIT,
    LiftBinding,
    RescueStation,
)

from .judging import bound_of
from .process import BINDING


def _before(db: Session, me: User, row: LiftBinding, values: dict[str, Any]) -> None:
    if not me.unit_id:
        raise Refused("电梯绑定由维保单位申请")
    if not row.id:
        unit = db.scalars(select(Unit).where(Unit.id == me.unit_id)).one()
        if not unit.ismaintain:
            raise Refused(f"{unit.name}不是维保单位")
        row.createby, row.maiorgsysid, row.maiorgname = me.id, unit.id, unit.name
        BINDING.put(db, row, DRAFT)
    lift = _lift(db, str(values.get("equcode") or row.equcode))
    values["equcode"] = row.equcode = lift.equcode
    row.equdatasysid, row.useplace, row.areacode = lift.id, lift.useplace, lift.areacode
    row.unitsysid, row.unitname = lift.useorgsysid, lift.useorgname
    authority = authority_of(db, lift.areacode)
    row.regorg = authority.org_id or authority.id if authority else ""
    before = bound_of(db, lift.id)
    if (values.get("bindkind") or row.bindkind) != CHANGE:
        row.replaces_id = ""
    elif before is None or before.maiorgsysid != row.maiorgsysid:
        raise BadInput("绑定类别：这台电梯没有本单位生效的绑定，请选择新绑定", field="bindkind")
    else:
        row.replaces_id = before.id


def _lift(db: Session, code: str) -> E:
    """The lift in use of this code: a unit that will maintain it does not see it yet."""
    found = db.scalars(select(E).where(E.equcode == code.strip().upper(), E.equDel == 0)).first()
    if found is None or found.equclass != codes.LIFT:
        raise BadInput("电梯的设备代码：没有这台电梯", field="equcode")
    return found


HOOKS = Hooks(_before)


def stations(db: Session, me: User) -> list[Option]:
    """The stations in service."""
    S = RescueStation
    rows = db.scalars(select(S).where(S.enabled).order_by(S.areacode, S.kind, S.name).limit(2000))
    return [{"value": one.id, "label": f"{one.name}（{STATION_KINDS.get(one.kind, '')}）"} for one in rows]


def _before_station(db: Session, me: User, row: RescueStation, values: dict[str, Any]) -> None:
    if not row.id:
        row.createby = me.id
    name = values.get("name") or row.name
    same = select(RescueStation.id).where(RescueStation.name == name)
    if db.scalar(same.where(RescueStation.id != row.id) if row.id else same):
        raise Refused(f"救援站{name}已登记", "DUPLICATE", field="name")
    if "unitsysid" in values:
        key = values["unitsysid"] or ""
        row.unitname = db.scalar(select(Unit.name).where(Unit.id == key)) or ""


def _before_station_goes(db: Session, me: User, row: RescueStation) -> None:
    C = LiftBinding
    used = select(C.bindno, C.equcode).where(C.station_id == row.id, C.step.in_((BOUND, *RUNNING, *WITH_UNIT)))
    if found := db.execute(used.limit(1)).first():
        raise Refused(f"救援站{row.name}已绑定电梯{found[1]}，请先变更绑定或停用")


STATION_HOOKS = Hooks(_before_station, before_delete=_before_station_goes)
