"""Bindings of lifts as tests begin with them."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.kit.ground import clock
from tejian.lifts.models.binding import LiftBinding, RescueStation
from tests.inspection.conftest import Office

from . import filings

API = "/api/liftBinding"
CODE = "330001"


def station(office: Office) -> RescueStation:
    """The station of the area, once."""
    known = office.db.scalars(select(RescueStation).where(RescueStation.name == "海曙救援站")).first()
    if known:
        return known
    form = {
        "name": "海曙救援站",
        "kind": "2",
        "areacode": filings.AREA,
        "address": "中山西路1号",
        "hotline": "0574-87000001",
    }
    key = office.good("jianguan", "/api/rescueStation/save", **form, onduty="2", target="15", enabled="1")["id"]
    return office.db.scalars(select(RescueStation).where(RescueStation.id == key)).one()


def lift(office: Office, n: int = 0) -> Equipment:
    """A lift of the unit of qiye in the area of the filing, that nobody maintains yet."""
    unit = office.user("qiye").unit_id
    query = select(Equipment).where(Equipment.useorgsysid == unit, Equipment.equclacode == "3110")
    found = list(office.db.scalars(query.order_by(Equipment.equcode)))[n]
    found.areacode, found.equstatus, found.ele96333code = filings.AREA, "1", ""
    found.maiorgsysid = found.maiorgname = ""
    office.db.commit()
    return found


def saved(office: Office, n: int = 0, **more: Any) -> LiftBinding:
    """A draft of weibao for a lift of qiye, with its filing in force."""
    known = office.db.scalars(select(filings.MaintFiling).where(filings.MaintFiling.step == "5")).first()
    if known is None:
        filings.filed(office)
    today = clock.today()
    form = {"bindkind": "01", "code96333": f"{int(CODE) + n:06d}", "station_id": station(office).id}
    form |= {"contractno": "WB-2026-001", "contractfrom": str(today - timedelta(days=3))}
    form |= {"contractto": str(today + timedelta(days=362))}
    if "equcode" not in more:
        form["equcode"] = lift(office, n).equcode
    key = office.good("weibao", f"{API}/save", **form | more)["id"]
    return row_of(office, key)


def row_of(office: Office, key: str) -> LiftBinding:
    return office.db.scalars(select(LiftBinding).where(LiftBinding.id == key)).one()


MOVES = (("weibao", "submit"), ("qiye", "confirm"), ("jianguan", "audit"))


def through(office: Office, row: LiftBinding, last: str = "audit") -> LiftBinding:
    """Carried on as far as this move."""
    for login, move in MOVES:
        office.good(login, f"{API}/{move}", id=row.id)
        if move == last:
            break
    return row_of(office, row.id)


def bound(office: Office, n: int = 0, **more: Any) -> LiftBinding:
    return through(office, saved(office, n, **more))
