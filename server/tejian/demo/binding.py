"""Who maintains the lifts of the demo city: stations of its districts, bindings of years, and some that are made now.

Bindings of the years before the platform are brought over as rows; those of the account `weibao` with lifts of `qiye`
go through the real process, one at each step.
"""

import random
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from tejian import data
from tejian.archives import codes
from tejian.archives.care.changes.api import authority_of
from tejian.archives.models.equipment import Equipment as E
from tejian.kit.database import db as kit_db
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.lifts.binding import api as binding
from tejian.lifts.models.binding import BOUND, GRID, NEW, PUBLIC, LiftBinding, RescueStation
from tejian.lifts.models.filing import MaintFiling, in_force

from .actors import Actors
from .charges import carry
from .draw import lots
from .filing import COUNTY

SEED = 96_333
UNBOUND = 60  # one in so many lifts has nobody bound, for the visitor to find
WINDOW = "jianguan"
STORIES = (("confirm", "audit"), ("confirm",), (), ("refuse",))  # how far each came after it was handed in
WHO = {"confirm": "qiye", "refuse": "qiye", "audit": WINDOW}
COUNTY_OF = func.left(E.areacode, COUNTY)
COMMON = {"version": 1, "createby": "import", "updateby": "import"}


def make() -> None:
    """Stations, bindings and stories, each once."""
    with kit_db.new_session.begin() as db:
        if db.scalar(select(func.count()).select_from(RescueStation)):
            return
        actors = Actors(db)
        areas = list(db.scalars(select(COUNTY_OF).where(E.equclass == codes.LIFT, E.areacode != "").distinct()))
        _stations(db, actors.users[WINDOW], sorted(areas))
        lifts = _kept(db, actors)
        _brought_over(db, lots(SEED), lifts)
    for lift, code, moves in zip(lifts, _codes(len(lifts)), STORIES, strict=False):
        _tell(actors, lift, code, moves)


def _stations(db: Session, me: User, areas: list[str]) -> None:
    words = {one["code"]: one["name"] for one in data.rows("areas")}
    for n, area in enumerate(areas):
        for kind, name in ((GRID, "网格救援站"), (PUBLIC, "消防救援站")):
            row = RescueStation()
            values = {"name": f"{words.get(area, area)}{name}", "kind": kind, "areacode": area, "onduty": 2 + n % 3}
            values |= {"address": "区人民政府应急服务点", "hotline": f"0574-8700{n:04d}", "enabled": True}
            put(db, me, row, values | {"target": 15 if kind == GRID else 20}, binding.STATION_HOOKS)


def _kept(db: Session, actors: Actors) -> list[str]:
    """Lifts of the account `qiye` in an area where the unit of `weibao` has filed: their codes."""
    filed = select(MaintFiling.areacode).where(MaintFiling.unitsysid == actors.users["weibao"].unit_id, in_force())
    query = select(E.equcode).where(E.useorgsysid == actors.users["qiye"].unit_id, E.equclass == codes.LIFT)
    query = query.where(E.equstatus.in_(codes.RUNNING), E.equDel == 0, COUNTY_OF.in_(filed), E.equcode != "")
    return list(db.scalars(query.order_by(E.equcode).limit(len(STORIES))))


def _codes(count: int) -> list[str]:
    return [f"{990_001 + n:06d}" for n in range(count)]


def _brought_over(db: Session, rnd: random.Random, but: list[str]) -> None:
    """The lifts whose archive names a unit that has filed for their county, but a few."""
    filed = {(one.unitsysid, one.areacode): one.id for one in db.scalars(select(MaintFiling).where(in_force()))}
    stations = {one.areacode: one.id for one in db.scalars(select(RescueStation).where(RescueStation.kind == GRID))}
    query = select(E).where(E.equclass == codes.LIFT, E.equstatus.in_(codes.RUNNING), E.equDel == 0)
    query = query.where(E.maiorgsysid != "", E.useorgsysid != "", E.ele96333code != "", E.equcode.not_in(but))
    offices: dict[str, str] = {}
    rows: list[dict[str, Any]] = []
    numbers = set()
    for lift in db.scalars(query.order_by(E.equcode)):
        county = lift.areacode[:COUNTY]
        filing = filed.get((lift.maiorgsysid, county))
        if filing is None or lift.ele96333code in numbers or rnd.randrange(UNBOUND) == 0:
            continue
        if county not in offices:
            authority = authority_of(db, county)
            offices[county] = (authority.org_id or authority.id) if authority else ""
        numbers.add(lift.ele96333code)
        rows.append(_row(rnd, lift, len(rows) + 1, filing, stations[county], offices[county]))
    if rows:
        db.execute(insert(LiftBinding), rows)


def _row(rnd: random.Random, lift: E, n: int, filing: str, station: str, office: str) -> dict[str, Any]:
    since = clock.today() - timedelta(days=rnd.randrange(40, 300))
    at = datetime.combine(since, time(10, 0), clock.SHANGHAI)
    texts = dict.fromkeys(("replaces_id", "remark", "confirmer_id", "auditor_id", "reason", "opened_by"), "")
    return {
        **COMMON,
        **texts,
        "id": new_id(),
        "createtime": at,
        "updatetime": at,
        "bindno": f"BD{since:%Y%m}{n:05d}",
        "bindkind": NEW,
        "equdatasysid": lift.id,
        "equcode": lift.equcode,
        "useplace": lift.useplace,
        "areacode": lift.areacode,
        "unitsysid": lift.useorgsysid,
        "unitname": lift.useorgname,
        "maiorgsysid": lift.maiorgsysid,
        "maiorgname": lift.maiorgname,
        "filing_id": filing,
        "code96333": lift.ele96333code,
        "station_id": station,
        "contractno": f"WB{since:%Y}-{n:04d}",
        "contractfrom": since,
        "contractto": since + timedelta(days=364),
        "regorg": office,
        "applied": at,
        "confirmed": at,
        "auditedat": at,
        "validfrom": since,
        "step": BOUND,
        "step_since": at,
    }


def _tell(actors: Actors, lift: str, code: str, moves: tuple[str, ...]) -> None:
    begin = datetime.combine(clock.today() - timedelta(days=5), time(9, 0), clock.SHANGHAI)
    try:
        key: str = actors.do("weibao", begin, partial(_written, lift=lift, code=code))
        for n, move in enumerate(("submit", *moves)):
            at = begin + timedelta(hours=1 + 20 * n)
            actors.do(WHO.get(move, "weibao"), at, carry(binding.BINDING, move, key, reason="合同金额与双方约定不一致"))
    except Refused:  # what stands against it is there for the visitor to see
        return


def _written(db: Session, me: User, *, lift: str, code: str) -> str:
    known = db.scalars(select(E).where(E.equcode == lift)).one()
    station = db.scalars(select(RescueStation.id).where(RescueStation.areacode == known.areacode[:COUNTY])).first()
    values: dict[str, Any] = {"bindkind": NEW, "equcode": lift, "code96333": known.ele96333code or code}
    values |= {"station_id": station, "contractno": f"WB{clock.today():%Y}-{code}"}
    values |= {"contractfrom": clock.today(), "contractto": clock.today() + timedelta(days=364)}
    row = LiftBinding()
    put(db, me, row, values, binding.HOOKS, binding.FORM)
    db.flush()
    return row.id
