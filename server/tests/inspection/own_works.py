"""Notices that a contractor writes by itself, as tests use them; every call over HTTP by the account of the unit."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit, UnitLicence
from tejian.inspection.models.construction import ConstructionNotice
from tejian.kit.ground import clock

from . import works

if TYPE_CHECKING:
    from tests.inspection.conftest import Office

SAVE, DEVICE = "/api/construction/own/save", "/api/construction/own/device/save"
FILE, WITHDRAW = "/api/construction/own/file", "/api/construction/own/withdraw"


def licensed(office: "Office", items: str = "DTAZ-A1") -> None:
    """The one licence of the unit of `weibao`."""
    unit = office.user("weibao").unit_id
    for old in office.db.scalars(select(UnitLicence).where(UnitLicence.unit_id == unit)):
        office.db.delete(old)
    office.db.flush()
    today = clock.today()
    days = {"issuedate": today - timedelta(days=900), "validto": today + timedelta(days=400)}
    office.db.add(UnitLicence(unit_id=unit, licno="TS33-2026", lictype="1", items=items, **days))
    office.db.commit()


def head(office: "Office", device: Equipment, **more: Any) -> dict[str, Any]:
    said = works.head(office, device, contractor_id="-")
    user = office.db.scalars(select(Unit).where(Unit.id == device.useorgsysid)).one()
    return {k: v for k, v in said.items() if k not in ("contractor_id", "unitsysid")} | {"unitcode": user.code, **more}


def drafted(office: "Office", device: Equipment | None = None, **more: Any) -> ConstructionNotice:
    licensed(office)
    device = device or works.new_lift(office)
    made = office.good("weibao", SAVE, **head(office, device, **more))["id"]
    office.good("weibao", DEVICE, notice_id=made, number=device.equcode or device.prono)
    return office.db.scalars(select(ConstructionNotice).where(ConstructionNotice.id == made)).one()


def filed(office: "Office", device: Equipment | None = None) -> ConstructionNotice:
    notice = drafted(office, device)
    office.good("weibao", FILE, ids=notice.id)
    return notice


def returned(office: "Office") -> ConstructionNotice:
    notice = filed(office)
    office.good("jianguan", "/api/construction/return", ids=notice.id, reason="施工方案不全")
    return notice
