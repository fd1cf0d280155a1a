"""The two jobs of a run: the preview, and after somebody confirmed it the writing, block by block."""

import logging
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import BigInteger, select, update
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.recompute import DateChange, DateRun
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import DATES
from tejian.kit.database import bulk, jobs
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.messages.api import tell
from tejian.system.settings.api import version

from .preview import Preview
from .reading import among, exact_dates, sorts_of

log = logging.getLogger(__name__)
LOCK = "due_dates"
BLOCK = 1_000  # dates of one transaction
ROUTE = "/sysmng/dateRun"


def _run(db: Session, run_id: str) -> DateRun:
    row = db.scalars(select(DateRun).where(DateRun.id == run_id)).one()
    db.expunge(row)
    return row


@jobs.job("inspection.preview_dates", retry=0, queue="imports")
def preview(db: Session, run_id: str) -> None:
    """Work everything out and keep what would change. All of it is stored with the end of the preview, or nothing."""
    row = _run(db, run_id)
    if row.state not in ("waiting", "counting"):
        return
    jobs.note(DateRun, run_id, state="counting", passed=0)
    try:
        work = Preview(db, run_id, records.dates_book(db), lambda passed: jobs.note(DateRun, run_id, passed=passed))
        work.run()
        ways = {f"{way}_count": sum(n for g, n in work.found.items() if g[3] == way) for way in _WAYS}
        values: dict[str, Any] = {"passed": work.passed, "changed": work.changed, **ways}
        values["left_count"] = sum(work.left.values())
        values |= {"summary": work.summary(), "left": work.left_rows(), "rules": version(db, "rule")}
        db.execute(update(DateRun).where(DateRun.id == run_id).values(state="ready", **values))
        message = f"下次日期重算预览完成：{work.passed}台设备，{work.changed}处日期有变化，请查看后确认"
        tell(db, [row.user_id], "下次日期重算", message, route=ROUTE)
    except Exception:
        db.rollback()
        log.exception("dates %s", run_id)
        jobs.note(DateRun, run_id, state="failed", message="预览过程中发生异常，没有写入任何数据", ended=clock.now())


_WAYS = ("earlier", "later", "added")


@jobs.job("inspection.write_dates", retry=0, queue="imports")
def write(db: Session, run_id: str) -> None:
    """Write confirmed dates block by block: what is written stays, and a run that was cut off goes on from there."""
    row = _run(db, run_id)
    if row.state != "writing":
        return
    try:
        after: str | None = ""
        while after is not None:
            after = _write_block(row, after)
    except Exception:
        log.exception("dates %s", run_id)
        jobs.note(
            DateRun,
            run_id,
            state="failed",
            message="写入过程中发生异常，已写入的日期保留，可再次确认继续",
            ended=clock.now(),
        )
        return
    with jobs.new_session() as other:
        bulk.take_in_pieces(other)
        run = other.scalars(select(DateRun).where(DateRun.id == run_id)).one()
        run.state, run.ended = "done", clock.now()
        left = f"，{run.skipped}处因预览后档案有变动已跳过" if run.skipped else ""
        run.message = f"已写入{run.written}处日期{left}"
        tell(other, [run.user_id], "下次日期重算", run.message, route=ROUTE)


def _write_block(row: DateRun, after: str) -> str | None:
    """One block of devices with keys behind `after`, in one transaction. Gives the last one, None at the end."""
    with jobs.new_session() as db:
        db.info["me"] = User(row.user_id, row.user_name)
        waiting = select(DateChange).where(DateChange.run_id == row.id, DateChange.state == "")
        waiting = waiting.where(DateChange.equdatasysid > after)
        if not row.later:
            waiting = waiting.where(DateChange.way != "later")
        changes = list(db.scalars(waiting.order_by(DateChange.equdatasysid, DateChange.id).limit(BLOCK)))
        if len(changes) == BLOCK:  # the last device may go on in the next block
            changes = [c for c in changes if c.equdatasysid != changes[-1].equdatasysid] or changes
        if not changes:
            return None
        counts = _write_changes(db, row, changes)
        table: Any = DateRun.__table__
        more = {"written": table.c.written + counts["1"], "skipped": table.c.skipped + counts["2"]}
        db.execute(update(DateRun).where(DateRun.id == row.id).values(**more))
        return changes[-1].equdatasysid


def _write_changes(db: Session, row: DateRun, batch: Sequence[DateChange]) -> dict[str, int]:
    """Write the changes of a few devices and mark them; gives how many were written (1) and skipped (2)."""
    ids = sorted({c.equdatasysid for c in batch})
    locked = select(Equipment).where(Equipment.id == among(ids)).order_by(Equipment.id).with_for_update()
    devices = {d.id: d for d in db.scalars(locked.execution_options(populate_existing=True))}
    sorts = sorts_of(db, devices)
    new: list[tuple[Equipment, dict[str, Any]]] = []
    marks: dict[str, list[int]] = {"1": [], "2": []}
    for device_id, changes in groupby(batch, key=lambda c: c.equdatasysid):
        mine, device = list(changes), devices.get(device_id)
        values = _new_values(db, row, device, sorts.get(device_id), mine) if device else None
        if device and values:
            new.append((device, values))
        marks["1" if values else "2"] += [c.id for c in mine]
    bulk.change(db, new, f"下次日期重算 {row.createtime.astimezone(clock.SHANGHAI):%Y-%m-%d}")
    for state, numbers in marks.items():
        db.execute(update(DateChange).where(DateChange.id == among(numbers, BigInteger)).values(state=state))
    return {state: len(keys) for state, keys in marks.items()}


def _new_values(
    db: Session, row: DateRun, device: Equipment, sort: str | None, changes: Sequence[DateChange]
) -> dict[str, Any] | None:
    """The dates of one device with their explanation; None for a device that changed since the preview."""
    if sort is None or device.version != changes[0].version:
        return None
    dates = exact_dates(db, device, sort)
    updates = dates.updates()
    if any(updates.get(c.field) != c.new for c in changes):
        return None
    own = {c.field for c in changes}
    new = {name: getattr(device, name) for name in DATES}
    params = dict(device.params)
    for line in dates.lines:
        if {line.field, line.mirror} & own and line.value:
            for name in filter(None, (line.field, line.mirror)):
                if name in DATES:
                    new[name] = line.value
                elif not hasattr(Equipment, name):
                    params[name] = line.value.isoformat()
    explained = {k: v for k, v in device.nextexplain.items() if k in ("reportno", "chosen")}
    return {**new, "params": params, "nextexplain": records.explained(dates) | explained | {"recomputed": row.id}}
