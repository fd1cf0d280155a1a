"""Versions of the app: which one a terminal is offered, and the least one that still works."""

import hashlib

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.fieldwork import Terminal
from tejian.inspection.models.mobile import PUBLISHED, STAGED, AppVersion, TaskGuide
from tejian.kit.ground import clock
from tejian.kit.ground.user import User

HUNDRED = 100


def order_of(number: str) -> tuple[int, ...]:
    """A version as versions follow each other: 1.10.0 behind 1.9.2."""
    return tuple(int(part) if part.isdecimal() else 0 for part in number.split("."))


def offered(db: Session, me: User, terminal: Terminal) -> list[AppVersion]:
    """The versions that a terminal may have, the newest first."""
    rows = db.scalars(select(AppVersion).where(AppVersion.step.in_((STAGED, PUBLISHED)))).all()
    mine = [one for one in rows if one.step == PUBLISHED or _is_staged(one, me, terminal)]
    return sorted(mine, key=lambda one: order_of(one.appno), reverse=True)


def _is_staged(one: AppVersion, me: User, terminal: Terminal) -> bool:
    if one.station and one.station not in (me.dept_id, me.org_id):
        return False
    place = int(hashlib.sha256(f"{one.appno} {terminal.device}".encode()).hexdigest()[:8], 16) % HUNDRED
    return place < one.share


class Offer(TypedDict):
    minimum: str
    newest: str
    notes: str
    forced: bool


NOTHING: Offer = {"minimum": "", "newest": "", "notes": "", "forced": False}


def told(db: Session, me: User, terminal: Terminal, app: str) -> Offer:
    """What hello says of versions: the newest one offered, its notes, the least one, and whether that forces."""
    rows = offered(db, me, terminal)
    least = max((one.least for one in rows if one.least), key=order_of, default="")
    forced = bool(least and app and order_of(app) < order_of(least))
    newest = rows[0] if rows else None
    return {
        "minimum": least,
        "newest": newest.appno if newest else "",
        "notes": newest.notes if newest else "",
        "forced": forced,
    }


def guides(db: Session, me: User) -> list[TaskGuide]:
    """The guides of an institute in force today, in their order."""
    G, today = TaskGuide, clock.today()
    rows = select(G).where(G.orgid == me.org_id, G.validfrom <= today, (G.validto.is_(None)) | (G.validto >= today))
    return list(db.scalars(rows.order_by(G.guidestep, G.seq, G.id)))
