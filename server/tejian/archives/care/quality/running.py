"""Runs the checks: one statement over the devices asked for, or over all of them block by block.

Only what changed is written: of two million devices a night changes a few thousand.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Integer, String, Text, and_, any_, case, cast, delete, func, literal, or_, select, true
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, array, insert
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.quality import EquipmentQuality as Q
from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.ground.ports import Port

from .conditions import LATER, OTHERS, UNDETECTED, Check, Maintainer, Maker, User, checks

log = logging.getLogger(__name__)
BLOCK = 10_000  # devices of one transaction


class Dates(NamedTuple):
    """Devices whose dates are not those of the rules: later than these allow, others at all, or none of detection
    where the rules give one."""

    later: Sequence[str]
    others: Sequence[str]
    undetected: Sequence[str]


# what the rules give for these devices in use, from their archives and inspections
compared: Port[[Session, Sequence[str]], Dates] = Port("dates by the rules", lambda db, ids: Dates((), (), ()))
LOCK = "archives.quality"  # two runs at once write their blocks in turn: in whatever order, never into each other


def _faults(found: Sequence[Check]) -> Any:
    spoken = [case((c.condition, literal(c.code, Text)), else_=None) for c in found]
    every: Any = array(spoken, type_=ARRAY(Text))
    return func.array_remove(every, None, type_=ARRAY(Text))


def _source(found: Sequence[Check], asked: Any) -> Any:
    """Key and faults of each living device; the units that a device names are joined once."""
    return (
        select(E.id.label("id"), cast(_faults(found), ARRAY(Text)).label("faults"))
        .outerjoin(User, User.id == E.useorgsysid)
        .outerjoin(Maker, Maker.id == E.porgaosysid)
        .outerjoin(Maintainer, Maintainer.id == E.maiorgsysid)
        .where(E.equDel == 0, asked)
    )


def refresh(db: Session, ids: Sequence[str] | None = None) -> None:
    """Check devices (all when `ids` is None) and store the scores that changed. Devices that are gone lose theirs."""
    if ids is None:
        _refresh(db, true(), true(), db.scalars(select(E.id).where(E.equDel == 0)).all())
    else:
        wanted = literal(list(ids), ARRAY(String))
        _refresh(db, E.id == any_(wanted), Q.equdatasysid == any_(wanted), ids)


def _with_dates(rules: Sequence[Check], dates: Dates) -> list[Check]:
    """The checks, those of the dates with what the engine has found."""
    found = {LATER: dates.later, OTHERS: dates.others, UNDETECTED: dates.undetected}
    return [
        replace(c, condition=E.id == any_(literal(list(found[c.code]), ARRAY(String)))) if c.code in found else c
        for c in rules
    ]


def _refresh(db: Session, devices: Any, stored: Any, ids: Sequence[str]) -> None:
    dates = compared(db, ids)  # before the lock: it takes longest
    hold(db, LOCK)
    rules = _with_dates(checks(db), dates)
    # materialized: else the faults are worked out again for every weight
    rows = _source(rules, devices).cte("found").prefix_with("materialized")
    weights = literal({c.code: c.weight for c in rules}, JSONB)
    fault = func.unnest(rows.c.faults).column_valued("fault")
    off = select(func.coalesce(func.sum(cast(weights.op("->", return_type=JSONB)(fault), Integer)), 0))
    scored = select(rows.c.id, func.greatest(0, 100 - off.scalar_subquery()).label("score"), rows.c.faults).subquery()
    moved = or_(Q.score.is_distinct_from(scored.c.score), Q.faults.is_distinct_from(scored.c.faults))
    chosen = select(scored.c.id, scored.c.score, scored.c.faults, literal(clock.now()))
    chosen = chosen.outerjoin(Q, Q.equdatasysid == scored.c.id).where(moved)
    fresh = insert(Q).from_select(["equdatasysid", "score", "faults", "checked"], chosen)
    new = fresh.excluded
    db.execute(
        fresh.on_conflict_do_update(
            index_elements=["equdatasysid"], set_={"score": new.score, "faults": new.faults, "checked": new.checked}
        )
    )
    gone = ~select(1).where(E.id == Q.equdatasysid, E.equDel == 0).exists()
    db.execute(delete(Q).where(gone, stored))


def refresh_all() -> Iterator[int]:
    """Check everything, a block of keys in a transaction of its own each: what is done stays done. Gives how many
    devices were passed after each block."""
    after: str | None = ""
    passed = 0
    while after is not None:
        with jobs.new_session() as db:
            block = select(E.id).where(E.id > after).order_by(E.id).limit(BLOCK).subquery()
            count, last = db.execute(select(func.count(), func.max(block.c.id))).one()
            until = last if count == BLOCK else None
            ends = [true() if until is None else c <= until for c in (E.id, Q.equdatasysid)]
            ids = db.scalars(select(block.c.id)).all()
            _refresh(db, and_(E.id > after, ends[0]), and_(Q.equdatasysid > after, ends[1]), ids)
        passed, after = passed + count, until
        yield passed


@jobs.job("archives.quality", daily="02:40")
def every_night(db: Session) -> None:
    """Check everything: dates pass without anybody changing a device."""
    for passed in refresh_all():
        log.info("quality: %s devices checked", passed)
