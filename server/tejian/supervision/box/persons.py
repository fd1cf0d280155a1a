"""The people of the unit whose certificates end, and the three posts of Order 74, device by device (逐台)."""

from datetime import timedelta

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.persons import Person, PersonCert, PersonDevice
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.user import User

from .devices import SOON, own_devices

MOST = 50
POSTS = ("03", "01", "02")  # C741: person in charge, safety director, safety officer


class Ending(TypedDict):
    """A certificate that ends, or ended."""

    id: str
    name: str
    item: str
    certno: str
    validto: str
    late: bool


class Post(TypedDict):
    label: str
    names: list[str]


class BoxPersons(TypedDict):
    """`uncovered`: devices in use that no safety officer is named for."""

    posts: list[Post]
    uncovered: int
    used: int
    ending: list[Ending]


def persons(db: Session, me: User) -> BoxPersons:
    """By the index of the people of the unit; what is counted, by that of its devices."""
    today, C = clock.today(), PersonCert
    names = words(db, me.dict_version)
    at_work = Person.unit_id == me.unit_id, Person.status != codes.LEFT
    posts: dict[str, list[str]] = {}
    for post, name in db.execute(select(Person.post, Person.name).where(*at_work, Person.post.in_(POSTS))):
        posts.setdefault(post, []).append(name)
    certs = select(C, Person.name).join(Person, Person.id == C.person_id).where(*at_work, C.held == "")
    rows = db.execute(certs.where(C.validto <= today + timedelta(days=SOON)).order_by(C.validto, C.id).limit(MOST))
    used = own_devices(me) & E.equstatus.in_(codes.RUNNING)
    officer = exists().where(PersonDevice.equdatasysid == E.id, PersonDevice.duty == "S")
    return {
        "posts": [
            {"label": names.get("C741", {}).get(post, post), "names": sorted(posts.get(post, []))} for post in POSTS
        ],
        "uncovered": db.scalar(select(func.count()).select_from(E).where(used, ~officer)) or 0,
        "used": db.scalar(select(func.count()).select_from(E).where(used)) or 0,
        "ending": [
            {
                "id": one.person_id,
                "name": name,
                "item": names.get("C622", {}).get(one.item, one.item),
                "certno": one.certno,
                "validto": str(one.validto),
                "late": one.validto < today,
            }
            for one, name in rows
        ],
    }
