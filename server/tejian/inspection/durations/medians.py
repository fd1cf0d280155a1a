"""The medians of the times on site of an institute: its own, of its stations, and of units visited often."""

from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from tejian.inspection.models.durations import NONE, ORG, STATION, UNIT, LearntMinutes
from tejian.inspection.models.durations import SiteTime as T
from tejian.system.settings.api import number

KIND = (T.equclass, T.equclacode, T.testsort)
PLACES: dict[str, tuple[Any, ...]] = {
    ORG: (),
    STATION: (T.chedept,),
    UNIT: (T.chedept, T.unitsysid),
}


def count(db: Session, org_id: str) -> None:
    """Count the medians of an institute anew. What is of fewer than the least is shown and not used; of a single unit
    it is not kept either."""
    db.execute(delete(LearntMinutes).where(LearntMinutes.cheorg == org_id))
    least, of_unit = number(db, "inspection.plan.learn_least", 10), number(db, "inspection.plan.learn_site", 5)
    for level, places in PLACES.items():
        enough = of_unit if level == UNIT else least
        keys = (*places, *KIND)
        name = [func.max(T.unitname).label("unitname")] if level == UNIT else []
        query = select(*keys, *name, *MEASURES).where(T.cheorg == org_id, T.source != NONE).group_by(*keys)
        if level == UNIT:
            query = query.having(func.count() >= of_unit)
        db.add_all(
            LearntMinutes(**values, level=level, cheorg=org_id, used=values["count"] >= enough)
            for values in (_whole(row._mapping) for row in db.execute(query))
        )


def _of(share: float, column: Any) -> Any:
    return func.percentile_cont(share).within_group(column)


MEASURES = (
    func.count().label("count"),
    _of(0.5, T.minutes).label("middle"),
    _of(0.9, T.minutes).label("ninth"),
    func.coalesce(_of(0.5, func.nullif(T.norm, 0)), 0).label("norm"),
    func.min(T.inspdate).label("since"),
    func.max(T.inspdate).label("until"),
)


def _whole(row: Any) -> dict[str, Any]:
    """A row with its minutes as whole ones, half a minute upwards."""
    return {**row, **{name: int(row[name] + 0.5) for name in ("middle", "ninth", "norm")}}
