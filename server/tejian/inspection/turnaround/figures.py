"""The figures of a project: how many devices are planned, finished, qualified and late; how much of each method."""

from datetime import date, timedelta
from itertools import accumulate
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.turnaround import FILED, FINISHED, LINE, PASSED, VESSEL
from tejian.inspection.models.turnaround import TurnaroundItem as T
from tejian.inspection.models.turnaround import TurnaroundProject as P
from tejian.inspection.models.turnaround import TurnaroundWork as W
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock

from .forms import FILING, KINDS, MISSION

NAMES = {VESSEL: ("vesselEqu", "vesselPlan"), LINE: ("pipeline", "pipelinePlan")}


def figures(db: Session, project_id: str, projectno: str) -> list[dict[str, Any]]:
    """A row for each kind of device; each number opens the rows that it counts."""
    done = T.step == FINISHED
    query = select(
        T.kind,
        func.count().label("filed"),
        func.count().filter(T.step != FILED).label("planned"),
        func.count().filter(done).label("finished"),
        func.count().filter(done, T.result == PASSED).label("qualified"),
        func.count().filter(T.overdue()).label("late"),
    )
    rows = db.execute(query.where(T.project_id == project_id).group_by(T.kind)).mappings()
    by_kind = {row["kind"]: row for row in rows}
    return [_row(kind, by_kind.get(kind), projectno) for kind in KINDS]


def _row(kind: str, counted: Any, projectno: str) -> dict[str, Any]:
    filed, plan = NAMES[kind]
    row: dict[str, Any] = {"id": kind, "kind": kind}
    for name in ("filed", "planned", "finished", "qualified", "late"):
        count = counted[name] if counted else 0
        page = f"{FILING}/{filed}" if name == "filed" else f"{MISSION}/{plan}"
        more = "" if name == "filed" else f"&{name}=1"
        row |= {name: count, f"{name}Link": f"{page}?projectno={projectno}{more}" if count else ""}
    return row | {"lateTone": "no" if row["late"] else ""}


def amounts(db: Session, project_id: str) -> list[dict[str, Any]]:
    """What is planned and done of each method, over all devices of the project."""
    names = ("planned", "done", "unqualified")
    sums = [func.coalesce(func.sum(getattr(W, name)), 0).label(name) for name in names]
    query = select(W.method, W.unit, *sums).join(T, T.id == W.item_id).where(T.project_id == project_id)
    rows = db.execute(query.group_by(W.method, W.unit).order_by(W.method, W.unit)).mappings()
    return [
        {"id": f"{row['method']} {row['unit']}", "method": row["method"], "unit": row["unit"]}
        | {name: plain(row[name]) for name in names}
        for row in rows
    ]


class Curve(TypedDict):
    """How many devices should be, and are, finished by the end of each day; what has not come yet has no number."""

    days: list[str]
    planned: list[int]
    finished: list[int | None]
    filed: int


def curve(db: Session, project: P) -> Curve:
    """Planned against finished over the window of a project, and over what was finished outside of it."""

    def by_day(day: Any) -> dict[date, int]:
        query = select(day, func.count()).where(T.project_id == project.id, day.is_not(None))
        return dict(db.execute(query.group_by(day)).all())

    planned, finished = by_day(T.planend), by_day(T.finished)
    first = min([project.begins, *planned, *finished])
    last = max([project.ends, *planned, *finished])
    days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    done = accumulate(finished.get(day, 0) for day in days)
    return {
        "days": [str(day) for day in days],
        "planned": list(accumulate(planned.get(day, 0) for day in days)),
        "finished": [count if day <= clock.today() else None for day, count in zip(days, done, strict=True)],
        "filed": db.scalar(select(func.count()).where(T.project_id == project.id)) or 0,
    }
