"""Declarations by a unit as tests use them: its own lifts, an application at each step; every call over HTTP."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.online import OnlineApplication
from tejian.kit.ground import clock

if TYPE_CHECKING:
    from tests.inspection.conftest import Office

LIFTS = "3000-02-0211"
SEND, CONFIRM, DECLARE = "/api/online/send", "/api/appbuss/unitRptCopy", "/api/online/declare"


def own(office: "Office", count: int = 1) -> list[Equipment]:
    """Lifts that the enterprise of `qiye` uses, due and free."""
    unit = office.user("qiye").unit_id
    query = select(Equipment).where(Equipment.useorgsysid == unit, Equipment.equclacode == "3110")
    return list(office.db.scalars(query.order_by(Equipment.ninspdate, Equipment.id).limit(count)))


def application(office: "Office", number: str) -> OnlineApplication:
    query = select(OnlineApplication).where(OnlineApplication.onlineno == number)
    return office.db.scalars(query).one()


def head(**more: Any) -> dict[str, Any]:
    return {"project": LIFTS, "inscontactname": "胡斌", "INSCONTACTTEL": "13805741234", **more}


def drafted(office: "Office", devices: list[Equipment] | None = None, **more: Any) -> OnlineApplication:
    number = office.good("qiye", "/api/online/save", **head(**more))["onlineno"]
    made = application(office, number)
    for one in own(office) if devices is None else devices:
        office.good("qiye", "/api/online/device/save", online_id=made.id, equdatasysid=one.id)
    return made


def sent(office: "Office", devices: list[Equipment] | None = None, **more: Any) -> OnlineApplication:
    made = drafted(office, devices, **more)
    office.good("qiye", SEND, ids=made.id)
    return made


def term() -> str:
    return str(clock.today() + timedelta(days=10))


def returned(office: "Office") -> OnlineApplication:
    made = sent(office)
    office.good("shouli", "/api/online/return", ids=made.id, reason="缺上次检验报告", mendby=term())
    return made
