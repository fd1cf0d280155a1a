"""The flow configuration as tests need it: a version in force with a row more, written past the designer."""

from typing import Any

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.system.models.rules import FlowConf
from tejian.system.rules.api import PROCESS, STEP_NAMES, last_version, rows_of, write_version

KEPT = ("process", "step", "name", "used", "limit_days", "equclass", "seisort", "testsort", "actors", "source")
KEPT += ("leads", "backs")
SCOPE = ("equclass", "seisort", "testsort")


def rows_as_drawn(db: Any, version: int) -> list[dict[str, Any]]:
    return [{name: getattr(row, name) for name in KEPT} for row in rows_of(db, version)]


def in_force(db: Any, step: str, **what: Any) -> FlowConf:
    """The next version, from today (or from `begin`): that before with this row, or with it changed."""
    begin = what.pop("begin", None) or clock.today()
    rows = rows_as_drawn(db, last_version(db))
    row = {"process": PROCESS, "step": step, "name": STEP_NAMES[step], "used": True} | what
    scope = tuple(row.get(name, "") for name in SCOPE)
    same = [one for one in rows if one["step"] == step and tuple(one[name] for name in SCOPE) == scope]
    for one in same:
        one.update(row)
    if not same:
        place = max(n for n, one in enumerate(rows) if one["step"] == step) + 1
        rows.insert(place, row)
    number = write_version(db, [FlowConf(**one) for one in rows], begin)
    db.commit()
    mine = select(FlowConf).where(FlowConf.conf_version == number, FlowConf.step == step)
    return db.scalars(mine.where(*(getattr(FlowConf, n) == v for n, v in zip(SCOPE, scope, strict=True)))).one()
