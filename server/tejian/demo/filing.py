"""Filings of the maintenance units of the demo city: most in force, one near its end, one at each step."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import Person, holds
from tejian.archives.models.units import Unit
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.lifts.filing import api as filings
from tejian.lifts.models.filing import MaintFiling

from .actors import Actors
from .charges import carry

WINDOW, OTHER = "jianguan", "jianguan2"
COUNTY = 6  # digits of the code of a county: streets of the archives stand below it
AGREED = ((WINDOW, "reviewAgree"), (OTHER, "checkAgree"))


@dataclass(frozen=True)
class Story:
    """How many days ago it was handed in, and how far it came: (who, move)."""

    ago: int
    moves: tuple[tuple[str, str], ...]


STANDING = (Story(200, AGREED), Story(320, AGREED), Story(120, AGREED), Story(90, AGREED), Story(60, AGREED))
UNFINISHED = (Story(6, AGREED[:1]), Story(3, ()), Story(9, ((WINDOW, "reviewDisagree"),)))  # where few lifts stand
WORDS = {
    "reviewsaid": "许可证、人员证书与值守电话已核对",
    "checksaid": "同意备案",
    "reason": "办公地址与营业执照不一致，请更正后重新提交",
}


def make() -> None:
    """Each filing by the real process, by the window for its unit; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(MaintFiling)):
            return
        actors, units = Actors(db), _units(db)
    stories = [STANDING[n % len(STANDING)] for n in range(len(units) - len(UNFINISHED))] + [*UNFINISHED]
    for (unit, area, lifts), story in zip(units, stories, strict=False):
        begin = datetime.combine(clock.today() - timedelta(days=story.ago), time(9, 20), clock.SHANGHAI)
        try:
            key: str = actors.do(WINDOW, begin, partial(_written, unit=unit, area=area, lifts=lifts))
            actors.do(WINDOW, begin + timedelta(minutes=20), carry(filings.FILING, "submitMai", key))
            for later, (who, move) in enumerate(story.moves, 1):
                actors.do(who, begin + timedelta(days=later), carry(filings.FILING, move, key, **WORDS))
        except Refused:  # what stands against it is there for the visitor to see
            continue


def _units(db: Session) -> list[tuple[str, str, int]]:
    """The units and the counties in which they maintain lifts, with how many; those of most lifts first."""
    count, county = func.count(), func.left(E.areacode, COUNTY)
    query = select(E.maiorgsysid, county, count).join(Unit, Unit.id == E.maiorgsysid).where(Unit.ismaintain)
    query = query.where(E.equclass == codes.LIFT, E.equDel == 0, E.equstatus.in_(codes.RUNNING), E.areacode != "")
    query = query.group_by(E.maiorgsysid, county).order_by(count.desc(), E.maiorgsysid, county)
    return [(row[0], row[1], row[2]) for row in db.execute(query)]


def _written(db: Session, me: User, *, unit: str, area: str, lifts: int) -> str:
    there = db.scalars(select(Unit).where(Unit.id == unit)).one()
    staff = Person.unit_id == unit, Person.post == codes.MAINTAINER, Person.status != codes.LEFT, holds("T")
    people = db.scalars(select(Person.id).where(*staff).order_by(Person.workno)).all()
    values = {"filkind": "01", "areacode": area, "unitsysid": unit, "lifts": lifts, "address": there.address}
    values |= {"hotline": "0574-87001234", "contact": there.contact or "经办人", "contacttel": "13805741236"}
    values |= {"tools": "万用表、钳形电流表、转速表、绝缘电阻表、限速器测试仪", "promise": "城区30分钟内到场，全天值守"}
    row = MaintFiling()
    put(db, me, row, values | {"people": [{"person_id": one} for one in people]}, filings.HOOKS, filings.FORM)
    db.flush()
    return row.id
