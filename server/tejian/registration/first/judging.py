"""Whether a first registration may become an archive: asked when it is saved, handed in and agreed to."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment import api as equipment
from tejian.archives.models.equipment import Equipment
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.registration.models.first import WAITING, FirstRegistration
from tejian.registration.use.api import CLASSES, CYLINDERS, queue

# The classes whose device is entered in one form: a plant's piping has lines, cylinders have a ledger of their own.
OFFERED = {code: row[3] for code, row in equipment.SCREENS.items() if code in CLASSES["S"]}
INSPECTED = ("2000", "4000", "5000")  # entered by inspectors (firstRegisterVessel, firstRegisterCrane, …Vehicle)
UNITS = ("porgaosysid", "useorgsysid", "maiorgsysid")


def offered(me: User) -> dict[str, str]:
    """The classes that somebody may enter, by code."""
    return {code: name for code, name in OFFERED.items() if me.unit_id or code in INSPECTED}


def stated(row: FirstRegistration) -> dict[str, Any]:
    """The fields of the device as its form sends them."""
    return {**row.device, **{name: getattr(row, name) for name in UNITS if getattr(row, name)}}


def blank(me: User, row: FirstRegistration) -> Equipment:
    """The record that the archive would begin with: of the institute that was named, made by who entered it."""
    device = equipment.fresh(me, row.equclass)
    device.cheorgsysid, device.createby = row.cheorg, row.createby or me.id
    return device


def judged(db: Session, me: User, row: FirstRegistration, sent: dict[str, Any]) -> dict[str, Any]:
    """The fields as the archive would take them. Refuses what its own form refuses, and a double of another entry.

    Of a device that a unit may not see it hears that there is one, not whose.
    """
    if str(sent.get("equclacode") or "").startswith(CYLINDERS):
        raise BadInput("气瓶在气瓶台账登记，不办理首检登记", field="equclacode")
    try:
        values = equipment.proposed(db, me, blank(me, row), sent)
    except Refused as refusal:
        if me.unit_id and refusal.code == "DUPLICATE":
            raise Refused(f"{refusal.message.partition('：')[0]}，请核对或联系检验机构", "DUPLICATE") from None
        raise
    _refuse_waiting(db, row, values)
    return values


def _refuse_waiting(db: Session, row: FirstRegistration, values: dict[str, Any]) -> None:
    C = FirstRegistration
    same = (C.prono == values["prono"]) & (C.porgaosysid == values["porgaosysid"])
    query = select(C.firstno).where(same, C.step == WAITING, C.id != (row.id or "")).limit(1)
    if number := db.scalar(query):
        raise Refused(f"该制造单位的出厂编号{values['prono']}已在{number}中待审核", "DUPLICATE")


# -- guards and effects ---------------------------------------------------------------------------------------------


def device_fits(d: Doing) -> str | None:
    """设备信息符合档案的各项检查，没有重复"""
    try:
        judged(d.db, d.me, d.subject, stated(d.subject))
    except (BadInput, Refused) as refusal:
        return refusal.message
    return None


def has_authority(d: Doing) -> str | None:
    """设备所在区划有登记机关"""
    return None if d.subject.regorg else "设备所在区划没有登记机关，请先在机构管理中设置监管机构的区划"


def make_archive(d: Doing) -> None:
    """建立设备档案（未登记）；检验合格的进入使用登记待提交"""
    s = d.subject
    device = equipment.store(d.db, d.me, blank(d.me, s), stated(s))
    s.equdatasysid = device.id
    d.db.flush()
    queue(d.db, [device.id])
