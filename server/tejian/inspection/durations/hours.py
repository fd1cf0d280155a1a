"""How long an inspection takes: the median that was learnt where it is of enough, else the hours of its standard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.durations import ORG, STATION, UNIT
from tejian.inspection.models.durations import LearntMinutes as M
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground.ports import Port
from tejian.system.settings.api import number

PEOPLE = 2  # who share the hours of a report
# a higher area's: the hours of the standard of a report, and its code
NORM_HOURS: Port[[Session, Sequence[AppBuss], date], dict[str, tuple[Decimal, str]]] = Port("hours of an inspection")
WHERE = {UNIT: "该单位", STATION: "本站", ORG: "本机构"}


@dataclass(frozen=True)
class Spent:
    """How many minutes two people are at an item, and by what that is reckoned."""

    minutes: int
    basis: str


def minutes_of(db: Session, rows: Sequence[AppBuss], on: date) -> dict[str, Spent]:
    """Of each item: the median of its unit, station or institute, whichever is used first; else its standard."""
    learnt = _learnt(db, rows)
    norms, usual = norm_minutes(db, rows, on), number(db, "inspection.plan.item_minutes", 60)
    return {
        one.id: next((learnt[key] for key in _keys(one) if key in learnt), None) or _of_rule(norms.get(one.id), usual)
        for one in rows
    }


def norm_minutes(db: Session, rows: Sequence[AppBuss], on: date) -> dict[str, tuple[int, str]]:
    """What the standard of a day gives an item, shared by the two who do it, and the code of the standard."""
    found = NORM_HOURS(db, rows, on)
    return {key: (round(hours * 60 / PEOPLE), code) for key, (hours, code) in found.items()}


def _of_rule(norm: tuple[int, str] | None, usual: int) -> Spent:
    if norm is None:
        return Spent(usual, f"没有工时定额，按参数每件{usual}分钟")
    return Spent(norm[0], f"按规则表（{norm[1]}）{norm[0]}分钟")


Key = tuple[str, ...]


def _keys(row: AppBuss) -> list[Key]:
    """Where the median of an item is looked for, the nearest first."""
    kind = row.equclacode, row.testsort
    return [
        (UNIT, row.cheorg, row.chedept, row.unitsysid, *kind),
        (STATION, row.cheorg, row.chedept, "", *kind),
        (ORG, row.cheorg, "", "", *kind),
    ]


def _learnt(db: Session, rows: Sequence[AppBuss]) -> Mapping[Key, Spent]:
    wanted = M.cheorg.in_({one.cheorg for one in rows}), M.equclacode.in_({one.equclacode for one in rows})
    units = M.unitsysid.in_({"", *(one.unitsysid for one in rows)})
    return {
        (one.level, one.cheorg, one.chedept, one.unitsysid, one.equclacode, one.testsort): Spent(
            one.middle, f"按{WHERE[one.level]}{one.count}次现场时长的中位数{one.middle}分钟"
        )
        for one in db.scalars(select(M).where(*wanted, units, M.used))
    }
