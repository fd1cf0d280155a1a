"""The visits of a unit as its box shows them, and what its devices may be booked for."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import any_, literal, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.online import CONFIRMED, REFUSED, WITHDRAWN, OnlineApplication
from tejian.inspection.models.visits import OTHER, WAIT, UnitVisit
from tejian.inspection.online import api as online
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User

from .process import VISIT

MOST, MOST_OFFERED = 20, 50


class VisitPart(TypedDict):
    """One application of a visit."""

    id: str
    onlineno: str
    name: str
    count: int
    stepName: str
    appno: str
    route: str


class BookedVisit(TypedDict):
    """A visit; `asks`: the unit is asked whether the days suit it."""

    id: str
    version: int
    visitno: str
    count: int
    wished: list[str]
    closed: list[str]
    days: list[str]
    step: str
    stepName: str
    tone: str
    asks: bool
    reason: str
    parts: list[VisitPart]


class Offer(TypedDict):
    """A device, and what it may be declared for; the first that is `proposed` falls due next."""

    id: str
    equname: str
    equcode: str
    useplace: str
    choices: list[Option]


def booked(db: Session, me: User) -> list[BookedVisit]:
    """The visits of the unit that are still to come, the newest first: two statements, each by an index."""
    if not me.unit_id:
        return []
    V, A = UnitVisit, OnlineApplication
    today = str(clock.today())
    # over when its last day is; what has no application left is over as well
    still = or_(V.step.in_((WAIT, OTHER)), literal(today) <= any_(V.days))
    rows = db.scalars(select(V).where(V.unitsysid == me.unit_id, still).order_by(V.id.desc()).limit(MOST)).all()
    parts: dict[str, list[OnlineApplication]] = defaultdict(list)
    own = select(A).where(A.visit_id.in_([one.id for one in rows]), A.visit_id != "").order_by(A.onlineno)
    for one in db.scalars(own):
        parts[one.visit_id].append(one)
    kinds = words(db, me.dict_version)
    over = (REFUSED, WITHDRAWN)
    return [
        {
            "id": one.id,
            "version": one.version,
            "visitno": one.visitno,
            "count": one.equcount,
            "wished": one.wished,
            "closed": one.closed,
            "days": one.days,
            "step": one.step,
            "stepName": VISIT.name_of(one.step),
            "tone": VISIT.tones.get(one.step, ""),
            "asks": VISIT.is_mine(db, me, one),
            "reason": one.reason,
            "parts": [_part(part, kinds) for part in parts[one.id]],
        }
        for one in rows
        if any(part.step not in over for part in parts[one.id])
    ]


def _part(one: OnlineApplication, kinds: Any) -> VisitPart:
    name = f"{kinds.get('C601', {}).get(one.equclass, '')} {kinds.get('C604', {}).get(one.testsort, '')}"
    return {
        "id": one.id,
        "onlineno": one.onlineno,
        "name": name.strip(),
        "count": one.equcount,
        "stepName": online.ONLINE.name_of(one.step),
        "appno": one.appno if one.step == CONFIRMED else "",
        "route": f"/businessPro/onlineApplyInfo?id={one.id}",
    }


def offers(db: Session, me: User, ids: Sequence[str]) -> list[Offer]:
    """What each of the devices may be declared for. Refuses a device of somebody else, and too many."""
    if len(ids) > MOST_OFFERED:
        raise Refused(f"一次最多约检{MOST_OFFERED}台设备")
    devices = many_visible_or_refuse(db, me, Equipment, ids)
    return [
        {
            "id": one.id,
            "equname": one.equname,
            "equcode": one.equcode,
            "useplace": one.useplace,
            "choices": online.projects(db, me, [one.id]),
        }
        for one in devices
    ]
