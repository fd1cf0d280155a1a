"""What a unit is offered to declare: the inspections that its devices may have, the one that falls due next first."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common.api import class_of
from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection.declarations.api import combinations
from tejian.inspection.records import api as records
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.figures import remaining
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User

from .judging import Project, why_not

MOST = 500  # devices in use whose dates are looked at when none was picked: those that fall due first
NOT_BY_DATE = (at.SUPERVISED, at.FIRST, at.RISK_BASED)  # works, putting into use or an agreement lead to these


class Offer(NamedTuple):
    """An inspection that may be declared, or why not; `refused` of the picked devices cannot be."""

    project: Project
    name: str
    due: date | None
    why: str
    refused: int


def projects(db: Session, me: User, ids: Sequence[str] = ()) -> list[Option]:
    """The inspections that the counter would offer for the picked devices, else for all of the unit, as options.

    First what falls due, by its day, then the rest; last what none of the picked devices can be declared for, with the
    reason. The first that can be declared is proposed when a day asks for it.
    """
    if not me.unit_id:
        return []
    picked = many_visible_or_refuse(db, me, Equipment, ids) if ids else []
    named = named_of(db, me, {one.equclacode for one in picked} if picked else None)
    offers = [_offer(db, me, one, name, picked) for one, name in named.items()]
    if not picked:
        soonest = _soonest(db, me)
        offers = [one._replace(due=_due(db, one.project, soonest)) for one in offers]
    out: list[Option] = []
    for one in sorted(offers, key=_rank):
        option: Option = {"value": str(one.project), "label": one.name + _said(one)}
        if one.why:
            option["why"] = one.why
        elif not out and one.due:
            option["proposed"] = True
        out.append(option)
    return out


def _offer(db: Session, me: User, wanted: Project, name: str, picked: Sequence[Equipment]) -> Offer:
    """An inspection as the picked devices may have it: barred only when none of them can be declared for it."""
    refused = why_not(db, me.unit_id, wanted, picked)
    free = [one for one in picked if one.id not in refused]
    why = refused[picked[0].id] if picked and not free else ""
    return Offer(wanted, name, _due(db, wanted, free or picked), why, 0 if why else len(refused))


def _rank(one: Offer) -> tuple[bool, bool, date, Project]:
    return bool(one.why), one.due is None, one.due if one.due else date.max, one.project


def named_of(db: Session, me: User, kinds: set[str] | None = None) -> dict[Project, str]:
    """The inspections of these kinds of devices, else of all kinds that the unit uses, with their names."""
    if kinds is None:
        own = select(Equipment.equclacode).where(Equipment.useorgsysid == me.unit_id, Equipment.visible(me))
        kinds = set(db.scalars(own.distinct())) if me.unit_id else set()
    classes = words(db, me.dict_version).get("C601", {})
    named: dict[Project, str] = {}
    for kind in sorted(kinds):
        for one in combinations(db, kind):
            key = Project(class_of(kind), one["seisort"], one["testsort"])
            named.setdefault(key, f"{classes.get(key.equclass, key.equclass)} {one['testsortName']}")
    return named


def _soonest(db: Session, me: User) -> Sequence[Equipment]:
    own = select(Equipment).where(Equipment.useorgsysid == me.unit_id, Equipment.visible(me))
    own = own.where(Equipment.equstatus.in_(codes.RUNNING))
    return db.scalars(own.order_by(Equipment.ninspdate.asc().nulls_last(), Equipment.id).limit(MOST)).all()


def _due(db: Session, wanted: Project, devices: Sequence[Equipment]) -> date | None:
    """The first day on which one of the devices is due for the inspection that sets its next day."""
    if wanted.seisort in NOT_BY_DATE:
        return None
    days = []
    for one in devices:
        if one.equclass != wanted.equclass:
            continue
        if day := records.due_day(db, one, wanted.seisort, wanted.testsort):
            days.append(day)
    return min(days, default=None)


def _said(one: Offer) -> str:
    """Why it is proposed, and of how many it says nothing, beside its name."""
    said = []
    if one.due:
        said.append(f"{one.due} 到期，{remaining((one.due - clock.today()).days)}")
    if one.refused:
        said.append(f"{one.refused} 台不能申报")
    return f"（{'；'.join(said)}）" if said else ""
