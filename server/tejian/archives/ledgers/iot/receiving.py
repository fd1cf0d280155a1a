"""What the lift platform reports: a signed, fresh batch of heartbeats and events, of effect once."""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pydantic import Field
from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.iot import TRAPPED, LiftEvent, LiftIot
from tejian.kit.database.callbacks import note_forged, same_signature
from tejian.kit.database.db import new_id
from tejian.kit.forms.form import Form, as_moment
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import NoPermission, Refused
from tejian.kit.ground.ports import Port
from tejian.kit.web.edge import Caller
from tejian.messages.api import tell
from tejian.system.models.accounts import SysUser
from tejian.system.settings.api import number, value, version

from . import rules

shut_in: Port[[Session, Sequence[LiftEvent]], None] = Port("people who are shut in", lambda _db, _events: None)
SECRET = "iot.secret"
FRESH = timedelta(minutes=10)
OLDEST = timedelta(days=30)
MOST = 500
BIGGEST = 1 << 31


class Batch(Form):
    """`body` is JSON text {rows: [{kind, devno, time, …}]}; `sign` is HMAC-SHA256 over `at`, a line feed and `body`."""

    at: str = Field(title="时间", max_length=12, pattern=r"^\d+$")
    body: str = Field(title="内容", max_length=200_000)
    sign: str = Field(title="签名", max_length=64)


@dataclass(frozen=True)
class Report:
    """One row of a batch that can be read. `runs` and `doors` are the counters of a heartbeat."""

    devno: str
    at: datetime
    runs: int | None = None
    doors: int | None = None
    eventid: str = ""
    type: str = ""
    floor: str = ""
    value: str = ""


def signature(at: str, body: str, secret: str) -> str:
    return hmac.new(secret.encode(), f"{at}\n{body}".encode(), hashlib.sha256).hexdigest()


def take(db: Session, caller: Caller, form: Batch) -> dict[str, Any] | Refused:
    """Write a batch. A forged or stale one changes nothing and is noted; a row that cannot be read is counted."""
    secret = value(db, SECRET)
    if not secret or not same_signature(signature(form.at, form.body, secret), form.sign):
        note_forged(db, "电梯物联网", "", "签名不正确", caller.ip)
        return NoPermission("上报验证未通过")
    if abs(clock.now().timestamp() - int(form.at)) > FRESH.total_seconds():
        note_forged(db, "电梯物联网", "", "上报已过期", caller.ip)
        return NoPermission("上报验证未通过")
    rows = _rows(form.body)
    if rows is None:
        return Refused(f"内容应为JSON，rows不超过{MOST}条")
    types = set(dictionary.words(db, version(db, "dict")).get("C750", {}))
    reports = [r for r in (_read(row, types) for row in rows) if r is not None]
    return {**write(db, reports), "unread": len(rows) - len(reports)}


def _rows(body: str) -> list[Any] | None:
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):
        return None
    rows = sent.get("rows") if isinstance(sent, dict) else None
    return rows if isinstance(rows, list) and len(rows) <= MOST else None


def _read(row: Any, types: set[str]) -> Report | None:
    """A row as a report, or None when it says nothing that can be used."""
    if not isinstance(row, Mapping) or not _text(row, "devno", 64):
        return None
    try:
        at = as_moment(str(row.get("time", "")), "时间")
    except Refused:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=clock.SHANGHAI)
    if not clock.now() - OLDEST <= at <= clock.now() + FRESH:
        return None
    devno = _text(row, "devno", 64)
    if row.get("kind") == "heartbeat":
        return Report(devno, at, _count(row, "runcount"), _count(row, "doorcount"))
    code, eventid = _text(row, "type", 4), _text(row, "eventid", 64)
    if row.get("kind") != "event" or code not in types or not eventid:
        return None
    return Report(devno, at, None, None, eventid, code, _text(row, "floor", 8), _text(row, "value", 64))


def _text(row: Mapping[str, Any], name: str, size: int) -> str:
    """A text of the row; one that is too long or holds what no text holds is none."""
    found = str(row.get(name) if row.get(name) is not None else "").strip()
    return found if len(found) <= size and found.isprintable() else ""


def _count(row: Mapping[str, Any], name: str) -> int | None:
    found = row.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 <= found < BIGGEST else None


def write(db: Session, reports: Sequence[Report]) -> dict[str, Any]:
    """Write reports of known terminals. The terminals are held in their order, so batches of one lift wait in line."""
    wanted = sorted({r.devno for r in reports})
    held = select(LiftIot).where(LiftIot.devno.in_(wanted)).order_by(LiftIot.devno).with_for_update()
    terminals = {t.devno: t for t in db.scalars(held.execution_options(populate_existing=True))}
    known = sorted((r for r in reports if r.devno in terminals), key=lambda r: r.at)
    fresh, repeated = _events(db, terminals, [r for r in known if r.eventid])
    _count_up(db, terminals, known, fresh)
    unknown = sorted(set(wanted) - set(terminals))
    return {"taken": len(known) - repeated, "repeated": repeated, "unknown": unknown[:50]}


def _events(
    db: Session, terminals: Mapping[str, LiftIot], reports: Sequence[Report]
) -> tuple[dict[str, list[str]], int]:
    """Write new events; give their types by terminal, and how many reports repeated a known event."""
    if not reports:
        return {}, 0
    window = timedelta(minutes=number(db, "iot.duplicate_minutes", 5))
    lifts = {terminals[r.devno].equdatasysid for r in reports}
    near = select(LiftEvent).where(LiftEvent.equdatasysid.in_(lifts), LiftEvent.lastat >= reports[0].at - window)
    last = {(e.equdatasysid, e.type): e for e in db.scalars(near.order_by(LiftEvent.lastat))}
    pairs = {(terminals[r.devno].source, r.eventid) for r in reports}
    again = select(LiftEvent.source, LiftEvent.eventid).where(LiftEvent.eventid.in_({e for _, e in pairs}))
    repeats = {(s, e) for s, e in db.execute(again)}
    events: dict[str, list[str]] = {}
    repeated = 0
    trapped = []
    for r in reports:
        terminal = terminals[r.devno]
        before = last.get((terminal.equdatasysid, r.type))
        if (terminal.source, r.eventid) in repeats:
            repeated += 1
            continue
        repeats.add((terminal.source, r.eventid))
        if before is not None and rules.is_repeat(before.lastat, r.at, window):
            before.repeats, before.lastat = before.repeats + 1, max(before.lastat, r.at)
            repeated += 1
            continue
        row = LiftEvent(id=new_id(), eventid=r.eventid, source=terminal.source, equdatasysid=terminal.equdatasysid)
        row.devno, row.type, row.at, row.lastat = r.devno, r.type, r.at, r.at
        row.floor, row.value, row.repeats = r.floor, r.value, 0
        db.add(row)
        last[(terminal.equdatasysid, r.type)] = row
        events.setdefault(r.devno, []).append(r.type)
        if r.type == TRAPPED:
            trapped.append(row)
    if trapped:
        _tell(db, trapped)
        shut_in(db, trapped)
    return events, repeated


def _tell(db: Session, events: Sequence[LiftEvent]) -> None:
    """People are shut in: the maintenance unit of each lift learns of it at once."""
    lifts = {e.id: e for e in db.scalars(select(Equipment).where(Equipment.id.in_([e.equdatasysid for e in events])))}
    units = {e.maiorgsysid for e in lifts.values() if e.maiorgsysid}
    people = accounts_of(db, units)
    for event in events:
        lift = lifts.get(event.equdatasysid)
        if lift is None:
            continue
        title = f"{lift.useplace} 电梯{lift.ele96333code or lift.equcode}报警困人（{event.floor or '未知'}层）"
        route = f"/bsArchives/equipment/elevatorForm?id={lift.id}"
        tell(db, people.get(lift.maiorgsysid, []), "电梯困人", title, route=route)


def accounts_of(db: Session, units: set[str]) -> dict[str, list[str]]:
    """The accounts of each unit."""
    out: dict[str, list[str]] = {}
    query = select(SysUser.unit_id, SysUser.id).where(SysUser.unit_id.in_(units), SysUser.enabled)
    for unit, user in db.execute(query):
        out.setdefault(unit, []).append(user)
    return out


def _count_up(
    db: Session, terminals: Mapping[str, LiftIot], reports: Sequence[Report], events: Mapping[str, Sequence[str]]
) -> None:
    """Counters and the last sign of life; past the version, which guards the binding that people change."""
    changed = []
    for devno in sorted({r.devno for r in reports}):
        mine, terminal, types = [r for r in reports if r.devno == devno], terminals[devno], events.get(devno, [])
        runs = [r.runs for r in mine if r.runs is not None]
        doors = [r.doors for r in mine if r.doors is not None]
        trapped = sum(t == TRAPPED for t in types)
        changed.append(
            {
                "key": terminal.id,
                "lastseen": max([r.at for r in mine] + ([terminal.lastseen] if terminal.lastseen else [])),
                "runcount": runs[-1] if runs else terminal.runcount,
                "doorcount": doors[-1] if doors else terminal.doorcount,
                "faults": terminal.faults + len(types) - trapped,
                "trapped": terminal.trapped + trapped,
            }
        )
    if changed:
        table: Any = LiftIot.__table__
        names = ("lastseen", "runcount", "doorcount", "faults", "trapped")
        values: dict[str, Any] = {n: bindparam(f"new_{n}") for n in names}
        rows = [{"key": r["key"]} | {f"new_{n}": r[n] for n in names} for r in changed]
        db.flush()
        db.connection().execute(update(table).where(table.c.id == bindparam("key")).values(values), rows)
