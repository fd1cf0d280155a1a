"""A draw as tests begin with it."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tejian.supervision.models.draws import Draw, DrawSubject
from tests.inspection.conftest import Office

API = "/api/superviseTask"
VALUE = "03 08 11 19 27 32+05"
OTHERS = 6  # units beside that of the account qiye


def with_lifts(office: Office) -> list[Unit]:
    """Units of the city, each with a lift in use; the first of them has one that is overdue."""
    units = list(office.db.scalars(select(Unit).where(Unit.unitDel == 0, Unit.enabled).order_by(Unit.id).limit(OTHERS)))
    later = clock.today() + timedelta(days=200)
    lifts = list(office.db.scalars(select(Equipment).where(Equipment.equclass == "3000").order_by(Equipment.id)))
    assert len(lifts) >= len(units)
    for n, lift in enumerate(lifts):
        owner = units[n % len(units)]
        lift.useorgsysid, lift.useorgname = owner.id, owner.name
        lift.equstatus, lift.areacode, lift.unqualcode, lift.inspecting = "1", "330212001", "", False
        lift.ninspdate, lift.ninspdate2, lift.delaydate = later, None, None
    lifts[0].ninspdate = clock.today() - timedelta(days=5)
    lifts[0].unqualcode = "03"
    office.db.commit()
    return units


def drafted(office: Office, **more: Any) -> Draw:
    """A plan to draw one unit of high risk and two ordinary ones, tomorrow's lottery deciding."""
    with_lifts(office)
    form: dict[str, Any] = {"title": "电梯使用单位双随机抽查", "areacode": "330200", "equclass": "3000"}
    form |= {"highs": 1, "middles": 0, "lows": 2, "publicsource": "福彩双色球当日开奖号码"}
    form |= {"publicday": str(clock.today() + timedelta(days=1)), "recusals": []}
    return draw_of(office, office.good("jianguan", f"{API}/save", **form | more)["id"])


def draw_of(office: Office, key: str) -> Draw:
    return office.db.scalars(select(Draw).where(Draw.id == key)).one()


def published(office: Office, **more: Any) -> Draw:
    row = drafted(office, **more)
    office.good("jianguan", f"{API}/publish", id=row.id)
    row = draw_of(office, row.id)
    row.publicday = clock.today()  # the day has come
    office.db.commit()
    return row


def drawn(office: Office, **more: Any) -> Draw:
    row = published(office, **more)
    office.good("jianguan", f"{API}/draw", id=row.id, publicvalue=VALUE)
    return draw_of(office, row.id)


def one_to_replace(office: Office) -> str:
    """An ordinary unit of the draw that was made."""
    S = DrawSubject
    found = select(S.id).where(S.state == "1", S.stratum == "L").order_by(S.place).limit(1)
    return office.db.scalar(found) or "0" * 32


def taken(office: Office, row: Draw, state: str = "1") -> list[DrawSubject]:
    S = DrawSubject
    mine = S.draw_id == row.id, S.kind == "U", S.state == state
    return list(office.db.scalars(select(S).where(*mine).order_by(S.stratum, S.place)))
