"""A business process as two tables (steps, moves) and the one function that carries a move out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, DateTime, Index, String, and_, false, or_, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from . import clock
from .db import Base
from .errors import BadInput, NoPermission, Refused, Stale
from .permission import PERMISSIONS, require
from .user import User
from .yearly import log_id, yearly

MAX_BATCH = 200


class FlowLog(Base):
    """Who moved what from which step to which, when and why. Never changed, never deleted."""

    __tablename__ = "flow_log"
    id: Mapped[int] = log_id("flow_log")
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True)
    process: Mapped[str] = mapped_column(String(32))
    subject_id: Mapped[str] = mapped_column(String(32))
    subject_no: Mapped[str] = mapped_column(String(32), default="")  # seisn
    parent_no: Mapped[str] = mapped_column(String(32), default="")  # appno
    move: Mapped[str] = mapped_column(String(32))
    move_label: Mapped[str] = mapped_column(String(32))
    from_step: Mapped[str] = mapped_column(String(32))
    to_step: Mapped[str] = mapped_column(String(32))
    user_id: Mapped[str] = mapped_column(String(32))
    user_name: Mapped[str] = mapped_column(String(64))
    opinion: Mapped[str] = mapped_column(String(2000), default="")
    reason: Mapped[str] = mapped_column(String(2000), default="")
    reason_code: Mapped[str] = mapped_column(String(16), default="")
    duty_step: Mapped[str] = mapped_column(String(32), default="")
    request_no: Mapped[str] = mapped_column(String(32), default="")
    __table_args__ = (
        Index("ix_flow_log_subject", "subject_id", "id"),
        Index("ix_flow_log_parent", "parent_no", "id"),
        Index("ix_flow_log_at", "at"),
        yearly(append_only=True),
    )


def since_made(subject: Any) -> ColumnElement[bool]:
    """Moves since a record was made, with a day for clocks that differ: only the parts of its years are read."""
    made: datetime = subject.createtime
    return FlowLog.at > made - timedelta(days=1)


Who = Callable[[User], ColumnElement[bool]]


@dataclass(frozen=True)
class Step:
    """A step. `who` says which rows of it a user may handle: the to-do list and the lock share it.

    `named` means that such a row names the user, and so is in his sight whatever his scope.
    """

    code: str
    name: str
    who: Who
    named: bool = False


@dataclass(frozen=True)
class Doing:
    """What a guard or an effect is given."""

    db: Session
    me: User
    subject: Any
    form: dict[str, Any]
    before: str = ""  # the step that the move leaves
    batch: Sequence[Any] = ()  # all subjects of the move
    kept: dict[str, Any] = field(default_factory=dict)  # what guards and effects share over the batch

    def of_batch(self, name: str, load: Callable[[Sequence[str]], Mapping[str, Any]]) -> Any:
        """What belongs to the subject, of what `load` reads at once for all subjects by their keys."""
        if name not in self.kept:
            self.kept[name] = load([s.id for s in self.batch or [self.subject]])
        return self.kept[name].get(self.subject.id, ())

    @property
    def opinion(self) -> str:
        return str(self.form.get("opinion") or "").strip()


Guard = Callable[[Doing], str | None]  # a sentence refuses
Effect = Callable[[Doing], None]  # runs in the same transaction
Target = str | Callable[[Doing], str]


@dataclass(frozen=True)
class Move:
    """A transition. A return is a move with `needs_reason`; a void is a move."""

    name: str
    label: str
    frm: Sequence[str]
    to: Target
    may: str
    guards: Sequence[Guard] = ()
    effects: Sequence[Effect] = ()
    needs_reason: bool = False
    choices: Sequence[str] = ()  # the steps that a computed target may give
    batch: bool = True
    anyone: bool = False  # not bound to `who` of the step: void, self-withdrawal, with guards of their own


@dataclass
class Process:
    name: str
    title: str
    model: type[Any]  # has id, step, step_since
    steps: Sequence[Step]
    moves: Sequence[Move]
    start: str
    ends: Sequence[str]
    numbers: Callable[[Any], tuple[str, str]] = lambda s: ("", "")  # (own number, number of its parent)
    limit: Callable[[Session, Any], datetime | None] = lambda db, s: None  # when the new step is due
    by_code: dict[str, Step] = field(init=False)
    by_name: dict[str, Move] = field(init=False)

    def __post_init__(self) -> None:
        self.by_code = {s.code: s for s in self.steps}
        self.by_name = {m.name: m for m in self.moves}
        reached = {self.start}
        for m in self.moves:
            targets = [m.to] if isinstance(m.to, str) else list(m.choices)
            if not targets:
                raise ValueError(f"{self.name}.{m.name}: a computed target needs choices")
            if m.may not in PERMISSIONS:
                raise ValueError(f"{self.name}.{m.name}: permission {m.may} is not declared")
            for code in (*m.frm, *targets):
                if code not in self.by_code:
                    raise ValueError(f"{self.name}.{m.name}: unknown step {code}")
            reached.update(targets)
        if missing := set(self.by_code) - reached:
            raise ValueError(f"{self.name}: no move leads to {sorted(missing)}")
        if stuck := set(self.by_code) - {c for m in self.moves for c in m.frm} - set(self.ends):
            raise ValueError(f"{self.name}: no way out of {sorted(stuck)}")

    def mine(self, me: User, codes: Iterable[str]) -> ColumnElement[bool]:
        """Rows of these steps that the user may handle."""
        return or_(false(), *(and_(self.model.step == c, self.by_code[c].who(me)) for c in codes))

    def name_of(self, code: str) -> str:
        return self.by_code[code].name if code in self.by_code else code

    def do(self, db: Session, me: User, move: str, ids: Sequence[str], form: dict[str, Any] | None = None) -> list[Any]:
        """Carry a move out on all `ids` or on none, and give the subjects back.

        Permission, lock in key order, step still right, mine, all guards, new step, flow log, effects.
        """
        m, form = self.by_name[move], form or {}
        require(me, m.may)
        wanted = sorted({str(i) for i in ids if i})
        if not wanted:
            raise Refused("请选择数据")
        if len(wanted) > 1 and not m.batch:
            raise Refused("该操作一次只能处理一条数据")
        if len(wanted) > MAX_BATCH:
            raise Refused(f"一次最多处理{MAX_BATCH}条数据")
        reason = str(form.get("reason") or "").strip()
        if m.needs_reason and not reason:
            raise BadInput("请填写原因")
        rows = self._locked(db, me, wanted)
        self._still_right(db, m, rows)
        if not m.anyone:
            own = set(db.scalars(select(self.model.id).where(self.model.id.in_(wanted), self.mine(me, m.frm))))
            if len(own) != len(rows):
                raise NoPermission("所选数据不在您的待办范围内")
        kept: dict[str, Any] = {}
        jobs = [Doing(db, me, r, form, batch=rows, kept=kept) for r in rows]
        if said := [s for d in jobs for g in m.guards if (s := g(d))]:
            raise Refused("；".join(dict.fromkeys(said)))
        for d in jobs:
            self._move(d, m, reason)
        db.flush()
        return rows

    def _locked(self, db: Session, me: User, wanted: list[str]) -> list[Any]:
        query = select(self.model).where(self.model.id.in_(wanted), self.model.visible(me)).order_by(self.model.id)
        query = query.with_for_update(of=self.model).execution_options(populate_existing=True)
        rows = list(db.scalars(query))
        if len(rows) != len(wanted):
            raise NoPermission()
        return rows

    def _still_right(self, db: Session, m: Move, rows: list[Any]) -> None:
        for row in rows:
            if row.step in m.frm:
                continue
            last = db.scalars(select(FlowLog).where(FlowLog.subject_id == row.id).order_by(FlowLog.id.desc())).first()
            if last is None:
                raise Stale(f"当前环节为{self.name_of(row.step)}，不能{m.label}")
            at = last.at.astimezone(clock.SHANGHAI)
            raise Stale(
                f"该业务已由{last.user_name}于{at:%m-%d %H:%M}{last.move_label}，"
                f"当前环节为{self.name_of(row.step)}，请刷新后重试",
                last.user_name,
                at,
            )

    def _move(self, d: Doing, m: Move, reason: str) -> None:
        subject, before = d.subject, d.subject.step
        d = replace(d, before=before)
        after = m.to if isinstance(m.to, str) else m.to(d)
        if after not in self.by_code:
            raise ValueError(f"{self.name}.{m.name}: computed step {after} is unknown")
        subject.step = after
        if before != after:
            subject.step_since = clock.now()
            subject.limit_at = self.limit(d.db, subject)
            subject.opened_by = ""
        for effect in m.effects:
            effect(d)
        self.log(d, m.name, m.label, before, after, reason)

    def log(self, d: Doing, name: str, label: str, before: str, after: str, reason: str = "") -> None:
        """Write a flow-log row; used by `do`, and for the birth of a subject."""
        own, parent = self.numbers(d.subject)
        d.db.add(
            FlowLog(
                at=clock.now(),
                process=self.name,
                subject_id=d.subject.id,
                subject_no=own or "",
                parent_no=parent or "",
                move=name,
                move_label=label,
                from_step=before,
                to_step=after,
                user_id=d.me.id,
                user_name=d.me.name,
                opinion=d.opinion[:2000],
                reason=reason[:2000],
                reason_code=str(d.form.get("reasonId") or "")[:16],
                duty_step=str(d.form.get("dutyStep") or "")[:32],
                request_no=d.db.info.get("request_no", ""),
            )
        )

    def as_table(self) -> str:
        """The process as a Markdown page for docs/areas."""
        lines = [f"## {self.title}", "", "| 动作 | 从 | 到 | 权限 | 条件 | 效果 |", "|---|---|---|---|---|---|"]
        for m in self.moves:
            to = self.name_of(m.to) if isinstance(m.to, str) else " 或 ".join(self.name_of(c) for c in m.choices)
            guards = "、".join(_says(g) for g in m.guards)
            effects = "、".join(_says(e) for e in m.effects)
            frm = "、".join(self.name_of(c) for c in m.frm)
            lines.append(f"| {m.label} | {frm} | {to} | {m.may} | {guards} | {effects} |")
        return "\n".join(lines)


def _says(fn: Callable[..., Any]) -> str:
    """The first docstring line of a guard or effect, else its name."""
    return (fn.__doc__ or fn.__name__).strip().splitlines()[0].rstrip(".。")


PROCESSES: dict[str, Process] = {}


def add_process(process: Process) -> Process:
    if process.name in PROCESSES:
        raise ValueError(f"two processes are called {process.name}")
    PROCESSES[process.name] = process
    return process
