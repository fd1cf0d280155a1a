"""A business process as two tables (steps, moves) and the one function that carries a move out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import ColumnElement, DateTime, String, and_, false, func, literal, or_, select, true, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from tejian.kit.database.db import refuse_unseen
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.database.keys import refers
from tejian.kit.database.steady import refuse_wrong_clock
from tejian.kit.forms.form import Form
from tejian.kit.forms.formview import FormView, Input, add_form, taken
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action, Button
from tejian.kit.ground.errors import BadInput, NoPermission, Refused, Stale, Unsigned, code_of
from tejian.kit.ground.permission import PERMISSIONS, require
from tejian.kit.ground.reasons import RULE
from tejian.kit.ground.user import User
from tejian.kit.web.seen import Changes

from .doing import Doing, Effect, Guard, Opinion, Reason
from .writes import asking, forget, refuse_unknown, stamp, take

MAX_BATCH = 200


Who = Callable[[User], ColumnElement[bool]]


def nobody(_me: User) -> ColumnElement[bool]:
    """无人办理"""
    return false()


def anybody(_me: User) -> ColumnElement[bool]:
    """有此权限的人"""
    return true()


def named_in(column: Any) -> Who:
    """Those whom a column names: the person, or the people of the organisation or unit."""
    own = {"sys_user": "id", "sys_org": "org_id", "unit": "unit_id"}[refers(column)]

    def who(me: User) -> ColumnElement[bool]:
        return column == getattr(me, own) if getattr(me, own) else false()

    who.__doc__ = str(column.property.columns[0].info["label"])
    return who


class Subject:
    """What the table of a process has besides `Record`: where a row stands, since when, and until when."""

    step: Mapped[str] = mapped_column(String(16), default="", info={"label": "当前环节"})
    step_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "进入环节时间"})
    limit_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True), info={"label": "办理期限"})
    opened_by: Mapped[str] = mapped_column(String(64), default="", info={"label": "已打开人"})


@dataclass(frozen=True)
class Step:
    """A step: what it is called, who handles it, and where that is done.

    `who` says which rows of it a user may handle: the to-do list and the lock share it.
    `named` means that such a row names the user, and so is in his sight whatever his scope. `refusal` is what somebody
    reads who tries a row that is not his: no guard says the same again.
    """

    code: str
    name: str
    who: Who
    named: bool = False
    state: str = ""  # what the column `status` of a row says here
    tone: str = ""  # the dot of that state
    route: str = ""  # the page of the menu that lists what waits here
    list: str = ""  # the call that answers this list
    page: str = ""  # the page on which one row is handled
    verb: str = ""  # what opening that page is called
    waits: str = ""  # what the desktop calls it, when its name says too little there
    shows: Sequence[str] = ()  # columns of the list that others show on demand: what is decided here is decided by them
    also: Sequence[Action] = ()  # actions of the list that move nothing
    optional: bool = False  # the flow configuration may leave it out
    follows: bool = False  # reached with the subject of another process, by none of the own moves
    refusal: str = "所选数据不在您的待办范围内"


URGENCIES = {"late": "超期", "today": "今日", "soon": "三日内", "rest": "其余"}
SOON = 4  # days from today, of which the last is whole


def urgency(model: Any) -> Mapping[str, ColumnElement[bool]]:
    """What waits in a table by how near its limit is, in four parts without a row in common; without limit: the rest.

    The desktop counts by them and its lists are narrowed by them, so that both say the same.
    """
    tonight = datetime.combine(clock.today(), time(23, 59, 59), clock.SHANGHAI)
    late, today = model.limit_at < func.now(), model.limit_at <= tonight
    three = model.limit_at <= tonight + timedelta(days=3)
    return {
        "late": late,
        "today": and_(~late, today),
        "soon": and_(~late, ~today, three),
        "rest": or_(model.limit_at.is_(None), and_(~late, ~three)),
    }


Target = str | Callable[[Doing], str]
STAY = ""  # the target of a move that leaves its subject where it stands


def counted(_db: Session, rows: Sequence[Any]) -> Any:
    """The answer of most moves: on how many subjects they were carried out."""
    return len(rows)


def nothing(_db: Session, _rows: Sequence[Any]) -> Any:
    """The answer of a move of which the sender need not hear more."""
    return None


@dataclass(frozen=True)
class Move:
    """A transition, said once: its call, its input, its buttons and its dialog come from here.

    A return is a move with `needs_reason`; a void is a move. Several moves may share a call: which of them is meant
    says `when` (values of the form) or the step of the first subject.
    """

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
    signed: bool = False  # a deliberate signature: the signing PIN is asked for, once for a batch
    anyone: bool = False  # not bound to `who` of the step: void, self-withdrawal, with guards of their own
    call: str = ""  # the path that the specification fixes; else the address of the process and the name
    batch_call: str = ""  # a second path, for many at once
    get: bool = False  # the specification sends it by GET; the client uses POST
    other_calls: Sequence[str] = ()  # further paths of the specification that are the same move
    within: str = ""  # instead: the path of a call of its own that does more than this move
    follows: bool = False  # made by `follow` alone, when another subject moves: no page offers it
    form: FormView | type[Form] = Opinion  # a FormView is a dialog, a Form the input of a hand-made page
    when: Mapping[str, Sequence[str]] = field(default_factory=dict)
    before: Sequence[Effect] = ()  # what the form carries is written before the guards judge it
    stamps: Sequence[str] = ()  # columns that say who made it and when
    takes: Sequence[str] = ()  # inputs of its form, written into the columns of that name; `reason` is one
    forgets: Sequence[str] = ()  # columns that it empties
    buttons: Sequence[Button] | None = None  # where it is pressed on the list of its step; () is nowhere
    verb: str = ""  # the button of the page, when it says something else than the label
    done: str = ""  # what is said when it was done
    empty: str = "请选择数据"
    otherwise: str = ""  # the refusal where no move of the call leads on; takes {number} and {step}
    answer: Callable[[Session, Sequence[Any]], Any] = counted
    reads: Changes | None = None  # the record whose version is sent with it, when that is not its subject

    @property
    def paths(self) -> list[str]:
        """Every path that is this move alone; not the one of a call that does more."""
        return [path for path in (self.call, self.batch_call, *self.other_calls) if path]

    @property
    def form_no(self) -> str:
        """The viewNo of its dialog; '' without one."""
        return self.form.no if isinstance(self.form, FormView) else ""

    def read(self, db: Session, me: User, params: Mapping[str, Any]) -> Form | Input:
        """What was sent with it, as its form types it."""
        return taken(self.form, db, me, params)  # type: ignore[no-any-return]

    @property
    def forward(self) -> bool:
        """The move for which a row waits at its step."""
        return not (self.anyone or self.needs_reason or self.follows)


@dataclass(eq=False)
class Process:
    name: str
    title: str
    model: type[Any]  # a Record and Subject; with status when its steps have states
    steps: Sequence[Step]
    moves: Sequence[Move]
    start: str
    ends: Sequence[str]
    numbers: Callable[[Any], tuple[str, str]] = lambda s: ("", "")  # (own number, number of its parent)
    about: Callable[[Any], tuple[Any, Any]] = lambda m: (literal(""), literal(""))  # for whom and what, as columns
    limit: Callable[[Session, Any], datetime | None] = lambda db, s: None  # when the new step is due
    # who may handle the new step of those who could (User.names), kept with the subject as `handlers`; none: all
    handlers: Callable[[Session, Any], list[str]] | None = None
    always: Sequence[Effect] = ()  # effects of every move that leads on, after its own
    keys: Mapping[str, Any] = field(default_factory=dict)  # parameter of the calls → column that finds a subject by it
    one_by_one: bool = False  # its moves are made on one subject at a time, and answer nothing more
    api: str = ""  # where the calls of its moves stand: a move that says no other follows from its name
    by_code: dict[str, Step] = field(init=False)
    by_name: dict[str, Move] = field(init=False)
    names: dict[str, str] = field(init=False)
    tones: dict[str, str] = field(init=False)  # state → dot

    def __post_init__(self) -> None:
        self.moves = [_of_call(self._whole(m)) for m in self.moves]
        self.by_code = {s.code: s for s in self.steps}
        self.by_name = {m.name: m for m in self.moves}
        self.names = {s.code: s.name for s in self.steps}
        self.tones = {s.state or s.code: s.tone for s in self.steps if s.tone}
        if len(self.by_code) < len(self.steps) or len(self.by_name) < len(self.moves):
            raise ValueError(f"{self.name}: a step or a move is declared twice")
        reached = {self.start, *(s.code for s in self.steps if s.follows)}
        for m in self.moves:
            reached.update(self._targets(m))
        if missing := set(self.by_code) - reached:
            raise ValueError(f"{self.name}: no move leads to {sorted(missing)}")
        if stuck := set(self.by_code) - {c for m in self.moves for c in m.frm} - set(self.ends):
            raise ValueError(f"{self.name}: no way out of {sorted(stuck)}")
        for s in self.steps:
            if s.who is not nobody and self.forward_of(s.code) and not s.route:
                raise ValueError(f"{self.name}: {s.code} waits for somebody and is on no page")
            if s.who is not nobody and not self.forward_of(s.code):
                raise ValueError(f"{self.name}: {s.code} waits for somebody who can do nothing")

    def _whole(self, m: Move) -> Move:
        """A move with what it left unsaid: its call, its dialog, its button and what is said when it was done."""
        refuse_unknown(f"{self.name}.{m.name}", self.model, {*m.stamps, *m.takes, *m.forgets})
        if self.one_by_one and not m.follows:
            m = replace(m, batch=False, answer=nothing)
        if not self.api or m.within:
            return replace(m, buttons=m.buttons or ())
        usual_form = asking(f"{self.name}_{m.name}", m.label, self.model, m.takes, m.needs_reason)
        sure = "" if usual_form or isinstance(m.form, FormView) else f"{m.label}后不能撤回，确定{m.label}吗？"
        usual = [Button("row" if m.forward else "more", confirm=sure)]
        return replace(
            m,
            call=m.call or f"{self.api}/{m.name}",
            form=usual_form if usual_form and m.form is Opinion else m.form,
            buttons=usual if m.buttons is None else m.buttons,
            done=m.done or f"已{m.label}",
        )

    def _targets(self, m: Move) -> list[str]:
        """The steps that a move may lead to, checked with everything else that it names."""
        targets = [m.to] if isinstance(m.to, str) else list(m.choices)
        if not targets:
            raise ValueError(f"{self.name}.{m.name}: a computed target needs choices")
        if m.may not in PERMISSIONS:
            raise ValueError(f"{self.name}.{m.name}: permission {m.may} is not declared")
        if bool(m.call) == bool(m.within):
            raise ValueError(f"{self.name}.{m.name}: say by which one call it is made")
        targets = [t for t in targets if t != STAY]
        for code in (*m.frm, *targets):
            if code not in self.by_code:
                raise ValueError(f"{self.name}.{m.name}: unknown step {code}")
        return targets

    def mine(self, me: User, codes: Iterable[str]) -> ColumnElement[bool]:
        """Rows of these steps that the user may handle."""
        return or_(false(), *(and_(self.model.step == c, self.by_code[c].who(me), *self._given(me)) for c in codes))

    def _given(self, me: User) -> list[ColumnElement[bool]]:
        """That a row is given to nobody else."""
        given = self.model.handlers if self.handlers else None
        return [] if given is None else [or_(given == [], given.overlap(me.names))]

    def waiting(self, db: Session, me: User, keys: Sequence[str]) -> set[str]:
        """Those of the records that stand where the person may move them on."""
        left = [one.code for one in self.steps if any(one.code in m.frm for m in self.moves)]
        return set(db.scalars(select(self.model.id).where(self.model.id.in_(keys), self.mine(me, left))))

    def is_mine(self, db: Session, me: User, row: Any) -> bool:
        """Whether the row waits for this user."""
        m = self.forward_of(row.step)
        if m is None or not me.may(m.may):
            return False
        query = select(self.model.id).where(self.model.id == row.id, self.mine(me, [row.step]))
        return db.scalar(query) is not None

    def name_of(self, code: str) -> str:
        return self.names.get(code, code)

    def forward_of(self, code: str) -> Move | None:
        """The move for which the rows of a step wait."""
        return next((m for m in self.moves if code in m.frm and m.forward), None)

    def do(
        self,
        db: Session,
        me: User,
        move: str,
        ids: Sequence[str],
        form: Form | Input | None = None,
    ) -> list[Any]:
        """Carry a move out on all `ids` or on none, and give the subjects back.

        Permission, lock in key order, step still right, mine, all guards, signature, new step, flow log, effects.
        `form` is what the move takes, read by it; the versions that the sender read stand in the session (kit.seen).
        """
        m, form = self.by_name[move], form or Opinion()
        require(me, m.may)
        wanted = sorted({str(i) for i in ids if i})
        if not wanted:
            raise Refused(m.empty)
        if len(wanted) > 1 and not m.batch:
            raise Refused("该操作一次只能处理一条数据")
        if len(wanted) > MAX_BATCH:
            raise Refused(f"一次最多处理{MAX_BATCH}条数据")
        reason = Reason.of(form)
        if m.needs_reason and not reason.text:
            raise BadInput("请填写原因")
        if m.needs_reason and reason.is_empty:
            raise BadInput(f"原因：{RULE}")
        locked = self._locked(db, me, m, wanted)
        rows = [row for row, _own in locked]
        self._still_right(db, m, rows)
        if foreign := [row for row, own in locked if not own]:
            raise NoPermission(self._refusal(me, foreign[0]))
        refuse_unseen(db, rows)
        shared: dict[str, Any] = {}
        jobs = [Doing(db, me, r, form, reason, batch=rows, shared=shared) for r in rows]
        for d in jobs:
            for first in m.before:
                first(d)
        if wrong := [(s, code_of(g.__name__)) for d in jobs for g in m.guards if (s := g(d))]:
            sentences, codes = (list(dict.fromkeys(column)) for column in zip(*wrong, strict=True))
            raise Refused("；".join(sentences), codes[0], errorCodes=codes)
        if m.signed:
            refuse_wrong_clock(db)
            if not me.signed:
                raise Unsigned
        for d in jobs:
            self._move(d, m, self.always)
        db.flush()
        return rows

    def _refusal(self, me: User, row: Any) -> str:
        """Why a row does not wait for this user."""
        step = self.by_code[row.step]
        if self.handlers and row.handlers and not set(row.handlers) & set(me.names):
            return f"流程配置指定了{step.name}的办理人，您不在其中"
        return step.refusal

    def _locked(self, db: Session, me: User, m: Move, wanted: list[str]) -> list[tuple[Any, bool]]:
        """The rows, and of each whether it waits for this user or the move is anybody's."""
        own = true() if m.anyone else self.mine(me, m.frm)
        query = select(self.model, own).where(self.model.id.in_(wanted), self.model.visible(me)).order_by(self.model.id)
        query = query.with_for_update(of=self.model).execution_options(populate_existing=True)
        rows = [(row, bool(mine)) for row, mine in db.execute(query)]
        if len(rows) != len(wanted):
            raise NoPermission()
        return rows

    def _still_right(self, db: Session, m: Move, rows: list[Any]) -> None:
        for row in rows:
            if row.step in m.frm:
                continue
            if m.otherwise:
                raise self.no_way(m, row)
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

    def no_way(self, m: Move, row: Any) -> Stale:
        """The refusal of a call none of whose moves leads on from where the row stands."""
        return Stale(m.otherwise.format(number=self.numbers(row)[0], step=self.name_of(row.step)))

    def note_opened(self, db: Session, me: User, subject: Any) -> None:
        """Note who opened it first, past its version: looking changes nothing that anybody could write over."""
        noted = update(self.model).where(self.model.id == subject.id).values(opened_by=me.name)
        db.execute(noted.execution_options(synchronize_session=False))

    def put(self, db: Session, subject: Any, code: str) -> None:
        """Let a subject stand at a step, with the state and the limit that belong to it."""
        step, before = self.by_code[code], subject.step
        subject.step = code
        if step.state:
            subject.status = step.state
        if before != code:
            subject.step_since = clock.now()
            subject.limit_at = self.limit(db, subject)
            if self.handlers:
                subject.handlers = self.handlers(db, subject)
            subject.opened_by = ""

    def _move(self, d: Doing, m: Move, always: Sequence[Effect]) -> None:
        subject, before = d.subject, d.subject.step
        d = replace(d, before=before)
        after = m.to if isinstance(m.to, str) else m.to(d)
        if after not in self.by_code and after != STAY:
            raise ValueError(f"{self.name}.{m.name}: computed step {after} is unknown")
        after = after or before
        if m.to != STAY:
            self.put(d.db, subject, after)
        forget(subject, m.forgets)
        take(d, m.takes)
        stamp(d, m.stamps)
        for effect in (*m.effects, *(always if m.to != STAY else ())):
            effect(d)
        self.log(d, m.name, m.label, before, after)

    def follow(self, d: Doing, name: str, rows: Iterable[Any]) -> list[Any]:
        """Carry a move out on those of `rows` that stand where it leaves from, because another subject moved.

        Whether that may be was judged on the other subject: no permission, no `who`, no guard is asked; and what
        always follows is left to the effects of its move.
        """
        m = self.by_name[name]
        moved = [r for r in rows if r.step in m.frm]
        for row in moved:
            self._move(replace(d, subject=row, batch=moved), m, ())
        return moved

    def note(self, d: Doing, name: str, label: str, why: str) -> None:
        """Write into the flow log what followed from a move besides: the subject stands where the move left it."""
        self.log(replace(d, form=Opinion(), reason=Reason(text=why)), name, label, d.subject.step, d.subject.step)

    def log(self, d: Doing, name: str, label: str, before: str, after: str) -> None:
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
                reason=d.reason.text[:2000],
                reason_code=d.reason.code[:16],
                request_no=d.db.info.get("request_no", ""),
            )
        )


def _of_call(m: Move) -> Move:
    """The move with its form sent to its call."""
    if not isinstance(m.form, FormView) or m.form.save_url:
        return m
    return replace(m, form=replace(m.form, save_url=m.call or m.within))


PROCESSES: dict[str, Process] = {}


def place_of(row: Any, noun: str = "") -> str:
    """A record and where it stands, as refusals name it: its number, or what it is, and the word of its step."""
    process = next(p for p in PROCESSES.values() if p.model is type(row))
    number = process.numbers(row)[0] or ("" if noun else row.named)
    return f"{noun}{number}{process.name_of(row.step)}"


def add_process(process: Process) -> Process:
    if process.name in PROCESSES:
        raise ValueError(f"two processes are called {process.name}")
    PROCESSES[process.name] = process
    forms: dict[str, FormView] = {}
    for m in process.moves:
        if isinstance(m.form, FormView) and forms.setdefault(m.form.no, m.form) != m.form:
            raise ValueError(f"{process.name}.{m.name}: {m.form.no} is sent to another call already")
    for form in forms.values():
        add_form(form)
    return process


def optional_steps() -> set[str]:
    """The steps that the flow configuration may leave out."""
    return {s.code for p in PROCESSES.values() for s in p.steps if s.optional}
