"""What the forms of a notice write."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.models.construction import DRAFT, OPEN, ConstructionDevice, ConstructionNotice
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, put

from .judging import devices_of, refuse_device, unit_of
from .process import NOTIFICATION

MOST = 100
COPIED = ("equname", "equcode", "equclacode", "prono", "model", "porgname")


def _refuse_filed(notice: ConstructionNotice) -> None:
    if notice.step not in OPEN:
        raise Refused(f"施工告知{notice.notifyno}{NOTIFICATION.name_of(notice.step)}，不能再修改")


def _refuse_other_side(me: User, notice: ConstructionNotice) -> None:
    """Who wrote a notice mends it."""
    if notice.byunit == me.unit_id:
        return
    raise Refused(
        "该告知由施工单位登记，须退回由其修改" if notice.byunit else "该告知由检验机构登记，请联系检验机构修改"
    )


def before_notice(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A notice is changed until it is filed; its devices hold its class and its user."""
    if row.id:
        _refuse_other_side(me, row)
        _refuse_filed(row)
    start, end = (values.get(name) or getattr(row, name) for name in ("startdate", "enddate"))
    if end < start:
        raise BadInput(f"计划竣工日期{end}不得早于计划开工日期{start}", field="enddate")
    for key, name in (("unitsysid", "unitname"), ("contractor_id", "contractorname")):
        if values.get(key):
            setattr(row, name, unit_of(db, values[key]).name)
    if not row.id:
        row.cheorg = me.org_id
        NOTIFICATION.put(db, row, DRAFT)
        return
    for name, label in (("equclass", "设备种类"), ("unitsysid", "使用单位")):
        if values.get(name, getattr(row, name)) != getattr(row, name) and devices_of(db, row):
            raise BadInput(f"告知已有设备，不能改{label}，请先删除设备", field=name)


def before_device(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    notice = visible_or_refuse(db, me, ConstructionNotice, row.notice_id or values["notice_id"], lock=True)
    _refuse_other_side(me, notice)
    _refuse_filed(notice)
    key = values.get("equdatasysid") or row.equdatasysid
    others = [one for one in devices_of(db, notice) if one.id != row.id]
    if any(one.equdatasysid == key for one in others):
        raise BadInput("该设备已在本告知中", field="equdatasysid")
    if len(others) >= MOST:
        raise Refused(f"一份告知最多{MOST}台设备")
    device = db.scalars(select(Equipment).where(Equipment.id == key)).one()
    if sentence := refuse_device(notice, device):
        raise BadInput(sentence, field="equdatasysid")
    for name in COPIED:
        setattr(row, name, getattr(device, name))
    if not row.seq:
        last = select(func.max(ConstructionDevice.seq)).where(ConstructionDevice.notice_id == notice.id)
        row.seq = (db.scalar(last) or 0) + 1


def before_delete(db: Session, me: User, row: Any) -> None:
    key = getattr(row, "notice_id", row.id)
    notice = db.scalars(select(ConstructionNotice).where(ConstructionNotice.id == key)).one()
    _refuse_other_side(me, notice)
    _refuse_filed(notice)
    if isinstance(row, ConstructionNotice) and row.filed:
        raise Refused("提交过的告知不能删除，请注销")


def before_own(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A notice that a contractor writes: itself, for the user whose code it gives."""
    unit = visible_or_refuse(db, me, Unit, me.unit_id)
    if not (unit.isinstall and unit.enabled):
        raise Refused(f"{unit.name}不是施工单位，或已停用，不能告知施工")
    if code := values.get("unitcode"):
        users = select(Unit.id).where(Unit.code == code.upper(), Unit.unitDel == 0, Unit.enabled)
        values["unitsysid"] = db.scalar(users)
        if not values["unitsysid"]:
            raise BadInput(f"没有统一社会信用代码为{code}的使用单位，请核对", field="unitcode")
    if not row.id:
        values["contractor_id"], row.byunit = unit.id, unit.id
    before_notice(db, me, row, values)


def before_own_device(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A device of the user of the notice, named by one of its whole numbers: a contractor sees no archive of others."""
    notice = visible_or_refuse(db, me, ConstructionNotice, row.notice_id or values["notice_id"])
    if number := values.get("number"):
        named = or_(*(column == number for column in (Equipment.equcode, Equipment.regcode, Equipment.prono)))
        devices = select(Equipment.id).where(Equipment.useorgsysid == notice.unitsysid, Equipment.equDel == 0, named)
        keys = db.scalars(devices.limit(2)).all()
        if len(keys) != 1:
            what = f"有多台设备的号码为{number}" if keys else f"没有号码为{number}的设备"
            raise BadInput(f"{notice.unitname}{what}，请核对", field="number")
        values["equdatasysid"] = keys[0]
    before_device(db, me, row, values)


def notify(
    db: Session, me: User, said: Mapping[str, Any], devices: Sequence[str], price: Decimal | None = None
) -> ConstructionNotice:
    """A notice with its devices, not filed yet; `price` is what the contract says of each."""
    notice = ConstructionNotice()
    put(db, me, notice, dict(said), NOTICE_HOOKS)
    for key in devices:
        own = {"notice_id": notice.id, "equdatasysid": key, "contractprice": price}
        put(db, me, ConstructionDevice(), own, DEVICE_HOOKS)
    return notice


def notify_own(
    db: Session, me: User, said: Mapping[str, Any], numbers: Sequence[str], price: Decimal | None = None
) -> ConstructionNotice:
    """The same, as its contractor writes it: the devices by one of their numbers."""
    notice = ConstructionNotice()
    put(db, me, notice, dict(said), OWN_HOOKS)
    for number in numbers:
        own = {"notice_id": notice.id, "number": number, "contractprice": price}
        put(db, me, ConstructionDevice(), own, OWN_DEVICE_HOOKS)
    return notice


def names(db: Session, row: ConstructionNotice) -> dict[str, Any]:
    """The code of the unit of a notice, for its page and its form."""
    return {"unitcode": db.scalar(select(Unit.code).where(Unit.id == row.unitsysid)) or ""}


NOTICE_HOOKS = Hooks(
    before_notice,
    before_delete=before_delete,
    beside=names,
)
DEVICE_HOOKS = Hooks(before_device, before_delete=before_delete)
OWN_HOOKS = Hooks(before_own, before_delete=before_delete, beside=names)
OWN_DEVICE_HOOKS = Hooks(
    before_own_device, before_delete=before_delete, beside=lambda db, row: {"number": row.equcode or row.prono}
)
