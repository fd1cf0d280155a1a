"""Who of a station is there on which day, what each may do, and what tasks already take of them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.absence.api import away_on
from tejian.inspection.durations.api import minutes_of
from tejian.inspection.flow import api as flow
from tejian.inspection.models.absence import HALVES
from tejian.inspection.models.items import AppBuss
from tejian.instruments.models import Instrument
from tejian.system.models.accounts import SysUser

from .judging import Judge

WHOLE = "全天"


@dataclass(frozen=True)
class Crew:
    """Of each day: who is there in which slot, which kinds each may do and do as the main inspector.

    `busy` are the minutes and `carried` the boxes that tasks of the day already take; `load` what this month has of
    tasks, by person; `refused` why somebody may not do a kind.
    """

    slots: Mapping[date, Mapping[str, str]]
    may: Mapping[date, Mapping[str, frozenset[str]]]
    mains: Mapping[date, Mapping[str, frozenset[str]]]
    busy: Mapping[tuple[date, str], int]
    carried: Mapping[tuple[date, str], set[str]]
    load: Mapping[str, int]
    refused: Mapping[str, list[str]]
    qualified: Mapping[str, list[str]]


def crew_of(db: Session, own: Judge, users: Sequence[SysUser], days: Sequence[date]) -> Crew:
    ids = [one.id for one in users]
    signers, mains = flow.SIGNER.able(db, ids), flow.MAIN.able(db, ids)
    names = {one.id: one.name for one in users}
    elsewhere = {kind: flow.main_elsewhere(db, [row], users) for kind, row in own.samples.items()}
    slots = {day: slots_of(db, ids, day) for day in days}
    may: dict[date, dict[str, frozenset[str]]] = {}
    leads: dict[date, dict[str, frozenset[str]]] = {}
    refused: dict[str, list[str]] = defaultdict(list)
    qualified: dict[str, list[str]] = defaultdict(list)
    for day in days:
        barred = {kind: flow.barred(db, [row], users, day) for kind, row in own.samples.items()}
        may[day] = {one: frozenset(k for k in barred if one not in barred[k] and one in signers) for one in slots[day]}
        leads[day] = {
            one: frozenset(k for k in kinds if one not in elsewhere[k]) if one in mains else frozenset()
            for one, kinds in may[day].items()
        }
        for kind, whys in barred.items():
            unsigned = {one: flow.SIGNER.refuse(names[one]) for one in ids if one not in signers}
            refused[kind] += [why for why in {**unsigned, **whys}.values() if why not in refused[kind]]
            able = (names[one] for one in ids if one not in whys and one in signers)
            qualified[kind] += [name for name in able if name not in qualified[kind]]
    busy, carried = busy_of(db, ids, days)
    return Crew(slots, may, leads, busy, carried, _load(db, ids, days[0]), refused, qualified)


def slots_of(db: Session, ids: Sequence[str], day: date) -> dict[str, str]:
    """Those who are there, and when: all day or a half of it."""
    away = {slot: away_on(db, ids, day, slot) for slot in (WHOLE, *HALVES)}
    found = {one: next((slot for slot, gone in away.items() if one not in gone), "") for one in ids}
    return {one: slot for one, slot in found.items() if slot}


def busy_of(
    db: Session, ids: Sequence[str], days: Sequence[date]
) -> tuple[dict[tuple[date, str], int], dict[tuple[date, str], set[str]]]:
    open_ = AppBuss.step.in_(at.ON_THE_WAY), AppBuss.plandate.in_(days), AppBuss.inspectors.overlap(list(ids))
    rows = db.scalars(select(AppBuss).where(*open_)).all()
    spent = minutes_of(db, rows, days[0]) if rows else {}
    tools = {key for row in rows for key in row.instruments}
    box = {key: no for key, no in db.execute(select(Instrument.id, Instrument.boxno).where(Instrument.id.in_(tools)))}  # noqa: C416
    busy: dict[tuple[date, str], int] = defaultdict(int)
    carried: dict[tuple[date, str], set[str]] = defaultdict(set)
    for row in rows:
        if row.plandate:
            for one in row.inspectors:
                busy[row.plandate, one] += spent[row.id].minutes
                carried[row.plandate, one] |= {box[key] for key in row.instruments if box.get(key)}
    return busy, carried


def _load(db: Session, ids: Sequence[str], day: date) -> dict[str, int]:
    """How many tasks this month has for each."""
    person = func.unnest(AppBuss.inspectors).label("person")
    first = day.replace(day=1)
    month = AppBuss.plandate.between(first, first + timedelta(days=31)), AppBuss.inspectors.overlap(list(ids))
    rows = select(person, func.count()).where(*month).group_by(person)
    return {key: count for key, count in db.execute(rows) if key in set(ids)}
