"""Runs the checks: one statement per class over the devices asked for, or over all of them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Text, case, delete, func, literal, select, values
from sqlalchemy import column as sql_column
from sqlalchemy.dialects.postgresql import ARRAY, array, insert
from sqlalchemy.orm import Session

from tejian.archives.models import Equipment as E
from tejian.kit import clock
from tejian.kit.jobs import job

from .conditions import Check, Maintainer, Maker, User, checks
from .models import EquipmentQuality as Q


def _faults(found: Sequence[Check]) -> Any:
    spoken = [case((c.condition, literal(c.code, Text)), else_=None) for c in found]
    every: Any = array(spoken, type_=ARRAY(Text))
    return func.array_remove(every, None, type_=ARRAY(Text))


def _source(found: Sequence[Check], ids: Sequence[str] | None) -> Any:
    """Key and faults of each living device; the units that a device names are joined once."""
    query = (
        select(E.id.label("id"), _faults(found).label("faults"))
        .outerjoin(User, User.id == E.useorgsysid)
        .outerjoin(Maker, Maker.id == E.porgaosysid)
        .outerjoin(Maintainer, Maintainer.id == E.maiorgsysid)
        .where(E.equDel == 0)
    )
    return query.where(E.id.in_(ids)) if ids is not None else query


def refresh(db: Session, ids: Sequence[str] | None = None) -> None:
    """Check devices (all when `ids` is None) and store their scores. Devices that are gone lose theirs."""
    found = checks(db)
    # materialized: else the faults are worked out again for every weight
    rows = _source(found, ids).cte("found").prefix_with("materialized")
    weights = values(sql_column("code", Text), sql_column("weight"), name="weights").data(
        [(c.code, c.weight) for c in found]
    )
    off = select(func.coalesce(func.sum(weights.c.weight), 0)).where(weights.c.code == func.any(rows.c.faults))
    score = func.greatest(0, 100 - off.scalar_subquery())
    chosen = select(rows.c.id, score, rows.c.faults, literal(clock.now()))
    made = insert(Q).from_select(["equdatasysid", "score", "faults", "checked"], chosen)
    new = made.excluded
    db.execute(
        made.on_conflict_do_update(
            index_elements=["equdatasysid"], set_={"score": new.score, "faults": new.faults, "checked": new.checked}
        )
    )
    gone = ~select(1).where(E.id == Q.equdatasysid, E.equDel == 0).exists()
    db.execute(delete(Q).where(gone, Q.equdatasysid.in_(ids) if ids is not None else literal(True)))


@job("archives.quality", cron="40 2 * * *")
def every_night(db: Session) -> None:
    """Check everything: dates pass without anybody changing a device."""
    refresh(db)
