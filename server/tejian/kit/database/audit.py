"""The audit trail that writes itself: every change of an audited model leaves its old and new values, with who and why.

Models carry `audited = "00" | "01" | "02" | "03"` (equipment, unit, user, project). The rows are written in the
same transaction by a listener on the session, so no caller can forget them.

Two times stand in a row: `at`, when it was written down, and `since`, the day from which the new value holds in the
world (null: the day of `at`). So a record can be read as it was known on a day, and as it really was on it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from sqlalchemy import Date, DateTime, Index, String, event, inspect, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, Session, mapped_column

from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.yearly import log_id, yearly

from . import phones
from .db import Base, Record, me_of, new_id

# Columns whose change says nothing of its own; a model adds one of its with info={"quiet": True}.
ALWAYS = date(1900, 1, 1)  # the effective day of a value that held from the beginning
CAUSE = "cause"  # the key in `changes` under which the number of the business stands that made them
QUIET = {"version", "updatetime", "updateby", "createtime", "createby"}


class AuditLog(Base):
    """One change of one record: `changes` is {column: [old, new]}; a deletion keeps the whole row."""

    __tablename__ = "audit_log"
    id: Mapped[int] = log_id("audit_log")
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True)
    optype: Mapped[str] = mapped_column(String(2))
    entity: Mapped[str] = mapped_column(String(64))
    entity_id: Mapped[str] = mapped_column(String(32))
    action: Mapped[str] = mapped_column(String(8))
    user_id: Mapped[str] = mapped_column(String(32))
    user_name: Mapped[str] = mapped_column(String(64))
    request_no: Mapped[str] = mapped_column(String(32))
    changes: Mapped[dict[str, Any]] = mapped_column(JSONB)
    since: Mapped[date | None] = mapped_column(Date)
    __table_args__ = (
        Index("ix_audit_log_entity", "entity", "entity_id", "id"),
        Index("ix_audit_log_at", "at"),
        yearly(append_only=True, sealed=True),
    )


class SecurityLog(Base):
    """Logins, refusals of authority, exports, views of personal data, changes of settings."""

    __tablename__ = "security_log"
    __table_args__ = (yearly(append_only=True, sealed=True),)
    id: Mapped[int] = log_id("security_log")
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True, index=True)
    kind: Mapped[str] = mapped_column(String(32), index=True)
    user_id: Mapped[str] = mapped_column(String(32), default="")
    user_name: Mapped[str] = mapped_column(String(64), default="")
    ip: Mapped[str] = mapped_column(String(64), default="")
    target: Mapped[str] = mapped_column(String(256), default="")
    detail: Mapped[str] = mapped_column(String(512), default="")
    result: Mapped[str] = mapped_column(String(16), default="成功")
    request_no: Mapped[str] = mapped_column(String(32), default="")


def plain(value: Any) -> Any:
    """A value as JSON can hold it; money and measures stay exact as text."""
    if isinstance(value, datetime):
        return value.astimezone(clock.SHANGHAI).isoformat(sep=" ", timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def security_event(
    db: Session, kind: str, target: str = "", detail: str = "", result: str = "成功", **who: str
) -> None:
    """Write one line of the security log in the transaction of `db`."""
    me = me_of(db)
    db.add(
        SecurityLog(
            at=clock.now(),
            kind=kind,
            user_id=who.get("user_id", me.id),
            user_name=who.get("user_name", me.name)[:64],
            ip=who.get("ip", me.ip),
            target=one_line(target, 256),
            detail=one_line(detail, 512),
            result=result,
            request_no=db.info.get("request_no", ""),
        )
    )


def one_line(text: str, size: int) -> str:
    """User text made harmless for logs: one line, printable, cut."""
    return "".join(c if c.isprintable() else "·" for c in text)[:size]


HIDDEN = "（密值）"  # what is written of a secret: that it changed, not from what to what


def credentials_of(row: Any) -> frozenset[str]:
    """The columns of a row whose values stand in no log, history or answer: marked at the column, or by the row."""
    marked = {a.key for a in inspect(row).mapper.column_attrs if a.columns[0].info.get("credential")}
    return frozenset(marked | getattr(row, "credentials", frozenset()))


def _without_secrets(row: Any, changes: dict[str, list[Any]]) -> dict[str, list[Any]]:
    for key in credentials_of(row) & changes.keys():
        changes[key] = [HIDDEN if value else value for value in changes[key]]
    return phones.hide_changes(type(row), changes)


def _changes(row: Any) -> dict[str, list[Any]]:
    state = inspect(row)
    out: dict[str, list[Any]] = {}
    for key in _told_columns(state.mapper) - state.unmodified:
        history = state.attrs[key].history
        if not history.has_changes():
            continue
        old = history.deleted[0] if history.deleted else None
        new = history.added[0] if history.added else None
        out |= difference(key, old, new)
    return out


def difference(key: str, old: Any, new: Any) -> dict[str, list[Any]]:
    """What the trail says of one column whose value changed, nothing when it says the same."""
    if isinstance(old, Mapping) or isinstance(new, Mapping):  # a document column: its own keys are the fields
        before, after = dict(old or {}), dict(new or {})
        changed = [k for k in sorted(before.keys() | after.keys()) if before.get(k) != after.get(k)]
        return {k: [plain(before.get(k)), plain(after.get(k))] for k in changed}
    return {key: [plain(old), plain(new)]} if plain(old) != plain(new) else {}


def _made(row: Any) -> dict[str, list[Any]]:
    state = inspect(row)
    return made_values(state.mapper, state.dict)


def made_values(mapper: Any, stated: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The stated values of a new row; what its columns default to says nothing. Quick, for imports of many rows."""
    columns = _told_columns(mapper)
    out: dict[str, list[Any]] = {}
    for key, value in stated.items():
        if value is None or key not in columns:
            continue
        if isinstance(value, Mapping):
            out.update({k: [None, plain(value[k])] for k in sorted(value) if value[k] is not None})
        else:
            out[key] = [None, plain(value)]
    return phones.hide_changes(mapper.class_, out)


@cache
def _told_columns(mapper: Any) -> frozenset[str]:
    """The columns of a model whose values the trail tells."""
    return frozenset(a.key for a in mapper.column_attrs if a.key not in QUIET and not a.columns[0].info.get("quiet"))


def _whole(row: Any) -> dict[str, list[Any]]:
    told = (a.key for a in inspect(row).mapper.column_attrs if "follows" not in a.columns[0].info)
    return {key: [plain(getattr(row, key)), None] for key in told}


@event.listens_for(Session, "before_flush")
def _write(db: Session, _context: Any, _instances: Any) -> None:
    me, stamp = me_of(db), clock.now()
    for row in db.new:
        if isinstance(row, Record):
            row.createby = row.createby or me.id
            row.updateby = row.updateby or me.name
    for row in db.dirty:
        if isinstance(row, Record) and db.is_modified(row):
            row.updatetime, row.updateby = stamp, me.name
    rows = [(r, "新增") for r in db.new] + [(r, "修改") for r in db.dirty] + [(r, "删除") for r in db.deleted]
    for row, action in rows:
        optype = getattr(row, "audited", None)
        if optype is None:
            continue
        if action == "新增" and row.id is None:
            row.id = new_id()
        changes = _without_secrets(row, {"新增": _made, "修改": _changes, "删除": _whole}[action](row))
        if not changes:
            continue
        info = inspect(row).info
        if cause := info.pop("cause", ""):
            changes[CAUSE] = [None, cause]
        db.add(
            AuditLog(
                at=stamp,
                optype=optype,
                entity=row.__tablename__,
                entity_id=row.id,
                action=action,
                user_id=me.id,
                user_name=me.name,
                request_no=db.info.get("request_no", ""),
                changes=changes,
                since=info.pop("since", None),
            )
        )


def holds_from(row: Any, day: date) -> None:
    """Say from which day the changes of `row` that are not yet written hold; without it they hold from today."""
    inspect(row).info["since"] = day


def caused_by(row: Any, number: str) -> None:
    """Name the business that makes the changes of `row` that are not yet written; the history shows its number."""
    inspect(row).info["cause"] = number


def note(
    db: Session, row: Any, action: str, changes: Mapping[str, Sequence[Any]], since: date | None = None
) -> dict[str, Any]:
    """The values of an audit row for a change that goes past the session (see kit.relink); the caller stores it."""
    me = me_of(db)
    return {
        "at": clock.now(),
        "optype": row.audited,
        "entity": row.__tablename__,
        "entity_id": row.id,
        "action": action,
        "user_id": me.id,
        "user_name": me.name,
        "request_no": db.info.get("request_no", ""),
        "changes": dict(changes),
        "since": since,
    }


def history(db: Session, entity: str, entity_id: str) -> list[AuditLog]:
    """All changes of a record, newest first."""
    found = select(AuditLog).where(AuditLog.entity == entity, AuditLog.entity_id == entity_id)
    return list(db.scalars(found.order_by(AuditLog.id.desc())))


def histories(db: Session, entity: str, ids: Sequence[str]) -> dict[str, list[AuditLog]]:
    """All changes of some records, newest first."""
    found: dict[str, list[AuditLog]] = {}
    query = select(AuditLog).where(AuditLog.entity == entity, AuditLog.entity_id.in_(ids)).order_by(AuditLog.id.desc())
    for change in db.scalars(query) if ids else ():
        found.setdefault(change.entity_id, []).append(change)
    return found


def effective_day(change: Any) -> date:
    """The day from which the values of a change hold."""
    day: date = change.since or change.at.astimezone(clock.SHANGHAI).date()
    return day


def held_since(db: Session, row: Any, key: str) -> date:
    """Since which day the present value of a field is stated: of its last change, or from the beginning."""
    for change in history(db, row.__tablename__, row.id):
        if key in change.changes:
            return ALWAYS if change.action == "新增" else effective_day(change)
    return ALWAYS


def present(row: Any) -> dict[str, Any]:
    """The values of a record as JSON holds them, document columns flattened into their keys."""
    values: dict[str, Any] = {}
    for attr in inspect(row).mapper.column_attrs:
        if attr.deferred:
            continue
        value = getattr(row, attr.key)
        if isinstance(value, Mapping):
            values.update({k: plain(v) for k, v in value.items()})
        else:
            values[attr.key] = plain(value)
    return values


def as_of(db: Session, row: Any, moment: datetime) -> dict[str, Any]:
    """The record as it was known at `moment`: today's values with every later change undone.

    Document columns are flattened into their keys. Empty when the record did not exist yet.
    """
    values = present(row)
    for change in history(db, row.__tablename__, row.id):
        if change.at <= moment:
            break
        if change.action == "新增":
            return {}
        for key, (old, _new) in change.changes.items():
            values[key] = old
    return values


def really_on(db: Session, row: Any, day: date) -> dict[str, Any]:
    """The record as it really was on `day`, with all that is known today.

    What is written down last counts for every day from its effective day on, whatever was said of those days before;
    before the first of such days a field has the value that the record was made with.
    """
    return really(present(row), history(db, row.__tablename__, row.id), day)


def really(values: dict[str, Any], changes: Iterable[Any], day: date) -> dict[str, Any]:
    """Present values, as they really were on a day by all changes since, newest first."""
    decided: set[str] = set()
    for change in changes:
        holds = change.action == "新增" or effective_day(change) <= day
        for key, (old, new) in change.changes.items():
            if key in decided:
                continue
            values[key] = new if holds else old
            if holds:
                decided.add(key)
    return values


def on_day(db: Session, row: Any, on: str, known: bool, *, born: date | None, what: str) -> tuple[dict[str, Any], str]:
    """A record on another day, and a sentence on what the answer rests on. Refuses days before it was there.

    `known` asks for what was written down at the end of that day, else for what is known of it today. `born` is the day
    since when the thing itself exists, where that is known; `what` names it with its measure word (台设备).
    """
    try:
        day = date.fromisoformat(on)
    except ValueError:
        raise BadInput("日期应为yyyy-MM-dd") from None
    moment = datetime.combine(day + timedelta(days=1), time(), clock.SHANGHAI)
    nothing_yet = Refused(f"{on}时还没有这{what}的档案")
    if known:
        values = {} if row.createtime >= moment else as_of(db, row, moment)
        if not values:  # or written down later than it says of itself: brought over from another system
            raise nothing_yet
        return values, ""
    entered = row.createtime.astimezone(clock.SHANGHAI).date()
    if born is not None and day < born:
        raise Refused(f"{on}时这{what}还没有制造")
    if born is None and day < entered:
        raise nothing_yet
    note = f"档案建于{entered}，此前的情况按建档时登记的内容显示" if day < entered else ""
    return really_on(db, row, day), note


def typed(kind: type[Any], value: Any) -> Any:
    """A value of the history as its column holds it."""
    if not isinstance(value, str) or kind is str:
        return value
    if kind in (date, datetime):
        return kind.fromisoformat(value)
    return kind(value) if kind is Decimal else value
