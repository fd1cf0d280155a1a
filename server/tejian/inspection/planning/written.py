"""The lines of a plan as rows: what a solution writes, what a change by hand keeps for undoing."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tejian.inspection.models.planning import PlanLine, PlanProposal
from tejian.system.settings.api import number

from .explaining import assigned, left_out
from .problem import Roads, Shift, Tours
from .reading import Facts, Held

MOST_UNDO = 50
FIELDS = ("scinspector", "coinspector", "boxno", "timeslot", "place", "metres", "locked", "why", "site")


def lines_of(db: Session, plan: PlanProposal) -> list[PlanLine]:
    order = PlanLine.plandate.nulls_last(), PlanLine.scinspector, PlanLine.place, PlanLine.id
    return list(db.scalars(select(PlanLine).where(PlanLine.proposal_id == plan.id).order_by(*order)))


def shift_of(line: PlanLine, minutes: int = 0) -> Shift:
    """The shift that a planned line stands in."""
    assert line.plandate is not None
    return Shift(line.plandate, line.scinspector, line.coinspector, line.boxno, line.timeslot, minutes)


def held_of(lines: Sequence[PlanLine]) -> tuple[list[Held], set[str]]:
    """What is locked to a shift, and what is to stay out."""
    held = [Held(one.appbuss_id, shift_of(one)) for one in lines if one.locked and one.plandate]
    return held, {one.appbuss_id for one in lines if one.locked and not one.plandate}


def roads_of(db: Session) -> Roads:
    detour, speed = (number(db, f"inspection.plan.{key}", usual) for key, usual in (("detour", 130), ("speed", 30)))
    return Roads(detour / 100, speed * 1000 / 60)


def write(db: Session, plan: PlanProposal, facts: Facts, tours: Tours, out: set[str]) -> tuple[int, int]:
    """Write a solution over the lines of a plan; gives how many items are planned and how many are not."""
    old = {one.appbuss_id: one for one in lines_of(db, plan)}
    gone = [one.id for key, one in old.items() if key not in facts.items and key not in out]
    db.execute(delete(PlanLine).where(PlanLine.id.in_(gone)))
    at = {stop: (shift, turn) for shift, tour in enumerate(tours) for turn, stop in enumerate(tour, 1)}
    used = [facts.problem.used(tour) for tour in tours]
    planned = 0
    for n, stop in enumerate(facts.problem.stops):
        values = _values(facts, tours, n, at.get(n), used)
        planned += len(stop.items) if n in at else 0
        for item in stop.items:
            line = old.get(item) or PlanLine(proposal_id=plan.id, appbuss_id=item)
            lost = facts.lost.get(item, "")
            why = f"原来锁定的安排不能再用（{lost}），已重排；{values['why']}" if lost and n in at else values["why"]
            _fill(line, values | {"why": why[:500], "locked": stop.key in facts.problem.fixed})
            line.itemversion, line.minutes = facts.items[item].version, facts.minutes[item]
            line.basis = facts.basis[item]
            line.east, line.north = (round(one) for one in facts.places[item])
            db.add(line)
    return planned, len(facts.items) + len(out & old.keys()) - planned


def _values(facts: Facts, tours: Tours, n: int, at: tuple[int, int] | None, used: Sequence[int]) -> dict[str, Any]:
    problem, stop = facts.problem, facts.problem.stops[n]
    kind, site = facts.kinds[stop.kind], {"site": stop.key}
    if at is None:
        lost = next((facts.lost[one] for one in stop.items if one in facts.lost), "")
        return {**site, **EMPTY, "why": left_out(problem, stop, kind, used, lost)}
    shift, turn = at
    own, tour = problem.shifts[shift], tours[shift]
    before = problem.stops[tour[turn - 2]] if turn > 1 else None
    metres = problem.roads.metres((before.x, before.y) if before else (0.0, 0.0), (stop.x, stop.y))
    why = assigned(problem, stop, shift, turn, metres, kind, facts.names)
    people = {"scinspector": own.main, "coinspector": own.co, "boxno": own.box, "timeslot": own.slot}
    return site | people | {"plandate": own.day, "place": turn, "metres": metres, "why": why}


EMPTY: Mapping[str, Any] = {
    "plandate": None,
    **{"scinspector": "", "coinspector": "", "boxno": "", "timeslot": ""},
    **{"place": 0, "metres": 0},
}


def _fill(line: PlanLine, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(line, name, value)


def keep(plan: PlanProposal, lines: Sequence[PlanLine], what: str) -> None:
    """Remember what lines are before a change by hand."""
    before = [{"id": one.id, "plandate": one.plandate and str(one.plandate), **_fields(one)} for one in lines]
    plan.undo = [*plan.undo, {"what": what, "lines": before}][-MOST_UNDO:]


def _fields(line: PlanLine) -> dict[str, Any]:
    return {name: getattr(line, name) for name in FIELDS}


def put_back(lines: Mapping[str, PlanLine], before: Sequence[Mapping[str, Any]]) -> None:
    """Let lines be as they were kept."""
    for one in before:
        if line := lines.get(one["id"]):
            day = one["plandate"]
            _fill(line, {**{name: one[name] for name in FIELDS}, "plandate": date.fromisoformat(day) if day else None})


def order(lines: Sequence[PlanLine], roads: Roads) -> tuple[int, int]:
    """Number the sites of one pair's day again, each new one put where it costs the least way; metres and minutes."""
    stops: dict[str, list[PlanLine]] = {}
    for one in sorted(lines, key=lambda line: (line.place or 10_000, line.id)):
        stops.setdefault(one.site, []).append(one)
    places = {site: (float(own[0].east), float(own[0].north)) for site, own in stops.items()}
    tour: list[str] = [site for site, own in stops.items() if own[0].place]
    for site in (one for one in stops if one not in tour):
        tries = [[*tour[:n], site, *tour[n:]] for n in range(len(tour) + 1)]
        tour = min(tries, key=lambda one: _length(one, places, roads))
    here = (0.0, 0.0)
    for turn, site in enumerate(tour, 1):
        for one in stops[site]:
            one.place, one.metres = turn, roads.metres(here, places[site])
        here = places[site]
    metres = _length(tour, places, roads)
    ways = [stops[site][0].metres for site in tour] + ([roads.metres(here, (0.0, 0.0))] if tour else [])
    return metres, sum(one.minutes for one in lines) + sum(roads.minutes(way) for way in ways)


def _length(tour: Sequence[str], places: Mapping[str, tuple[float, float]], roads: Roads) -> int:
    round_ = [(0.0, 0.0), *(places[site] for site in tour), (0.0, 0.0)]
    return sum(roads.metres(a, b) for a, b in pairwise(round_))
