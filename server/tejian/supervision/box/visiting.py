"""The maintenance visits to the lifts of the unit that nobody of it has signed."""

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.maintenance import Maintenance as M
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.user import User

from .devices import own_devices

SINCE, MOST = 60, 50  # days, visits


class Unsigned(TypedDict):
    """A visit to be signed; `wrong` are its items with a fault, in words."""

    id: str
    version: int
    equcode: str
    useplace: str
    maiorgname: str
    kind: str
    persons: str
    visitday: str
    wrong: list[str]


def unsigned(db: Session, me: User) -> list[Unsigned]:
    """Those of the last two months, the newest first: by the index of the visits of each lift."""
    if not me.unit_id:
        return []
    recent = M.visitday >= clock.today() - timedelta(days=SINCE)
    query = select(M).join(E, E.id == M.equdatasysid).where(own_devices(me), recent, ~M.signed)
    kinds = words(db, me.dict_version).get("C661", {})
    return [
        {
            "id": one.id,
            "version": one.version,
            "equcode": one.equcode,
            "useplace": one.useplace,
            "maiorgname": one.maiorgname,
            "kind": kinds.get(one.maitype, one.maitype),
            "persons": one.persons,
            "visitday": str(one.visitday),
            "wrong": [f"{item['item']}：{item.get('note', '')}" for item in one.items if item.get("result") == "×"],
        }
        for one in db.scalars(query.order_by(M.visitday.desc(), M.id).limit(MOST))
    ]
