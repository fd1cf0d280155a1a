"""What follows from the declaration of a process: the calls of its moves, the lists of its steps, their buttons."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import Session

from tejian.kit.database.flowlog import FlowLog as F
from tejian.kit.database.flowlog import since_made
from tejian.kit.forms.form import ManyIds, checked
from tejian.kit.ground import clock, shapes
from tejian.kit.ground.actions import MINE, Action, Button
from tejian.kit.ground.errors import BadInput, NoPermission
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, behind
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Notice, Part, Shown, of
from tejian.kit.web import seen
from tejian.kit.web.edge import CALLS, Answer, Area

from .steps import PROCESSES, SOON, STAY, URGENCIES, Move, Process, Step, urgency

Way = tuple[Process, Move]


# -- calls --------------------------------------------------------------------------------------------------------


def register(area: Area, *processes: Process) -> None:
    """Register the calls of the moves. Moves of several processes may share one."""
    by_path: dict[str, list[Way]] = {}
    for process in processes:
        for m in process.moves:
            for path in m.paths:
                by_path.setdefault(path, []).append((process, m))
    for path, ways in by_path.items():
        may = {m.may for _, m in ways}
        fn = _call(ways)
        fn.__module__ = ways[0][0].model.__module__  # the call belongs to the area of the process
        who: Any = {"may": may.pop() if len(may) == 1 else None, "any_user": len(may) > 0}
        area.call(path, **who, changes=_changes(ways), get=any(m.get for _, m in ways))(fn)


def _call(ways: Sequence[Way]) -> Callable[[Session, User, dict[str, Any]], Any]:
    """The function behind a path: who is meant, by which of the moves, with which values."""

    def call(db: Session, me: User, params: dict[str, Any]) -> Any:
        process, ids = _subjects(db, me, ways, params)
        if len(ids) == 1:
            seen.note_found(db, ids[0])
        m = _meant(db, me, process, [m for p, m in ways if p is process], ids, params)
        require(me, m.may)  # before what was sent is looked at: of a shared call the edge asks nobody
        rows = process.do(db, me, m.name, ids, m.read(db, me, params))
        return Answer(m.answer(db, rows), {"next": following(process, m, rows)})

    return call


def following(process: Process, move: Move, rows: Sequence[Any]) -> str:
    """What comes after a move, as its maker reads it; '' when the rows stand where they stood, or not together."""
    steps = {row.step for row in rows}
    if move.to == STAY or len(steps) != 1:
        return ""
    step = process.by_code[steps.pop()]
    return f"流程结束：{step.name}" if step.code in process.ends else f"现在到“{step.name}”环节"


def _subjects(db: Session, me: User, ways: Sequence[Way], params: Mapping[str, Any]) -> tuple[Process, list[str]]:
    """The process and the keys of its subjects: as they are sent, or found by the number that the process names."""
    processes = list(dict.fromkeys(p for p, _ in ways))
    ids = checked(ManyIds, params).ids
    if len(processes) == 1 and (ids or not processes[0].keys):
        return processes[0], ids
    for process in processes:
        model = process.model
        named = [c == str(params[k]) for k, c in process.keys.items() if params.get(k)]
        wanted = [model.id == ids[0]] if ids else named
        if wanted and (key := db.scalars(select(model.id).where(*wanted, model.visible(me))).first()):
            return process, ids or [key]
    if ids or any(params.get(k) for p in processes for k in p.keys):
        raise NoPermission
    return processes[0], []


def _meant(
    db: Session, me: User, process: Process, moves: Sequence[Move], ids: Sequence[str], params: Mapping[str, Any]
) -> Move:
    """The move of a shared call that the form asks for, and that leads on from where the first subject stands."""
    candidates = [m for m in moves if all(str(params.get(k, "")) in v for k, v in m.when.items())]
    if not candidates:
        moves[0].read(db, me, params)  # says what is wrong with the choice
        raise BadInput("参数不正确")
    if len(candidates) == 1 or not ids:
        return candidates[0]
    model = process.model
    row = db.scalars(select(model).where(model.id == ids[0], model.visible(me))).first()
    if row is None:
        raise NoPermission
    for m in candidates:
        if row.step in m.frm:
            return m
    raise process.no_way(candidates[0], row)


def _changes(ways: Sequence[Way]) -> seen.Changes:
    """The subjects of the moves behind a path; or the record of them whose version the form of the move means."""
    for _, m in ways:
        if m.reads is not None:
            return m.reads
    models = tuple(dict.fromkeys(p.model for p, _ in ways))
    numbers = dict.fromkeys(k for p, _ in ways for k in p.keys)
    return seen.changes(*models, by=(*seen.PICKED, *numbers), judged=False)


# -- the page of a record -----------------------------------------------------------------------------------------


def state(process: Process) -> Fact:
    """Where a record stands, as a fact of its page."""
    return Fact(
        "step",
        text=lambda s: process.name_of(s.row.step),
        tone=lambda s: next((x.tone for x in process.steps if x.code == s.row.step), ""),
        dot=True,
    )


def standing(db: Session, process: Process, row: Any) -> shapes.RecordNotice | None:
    """Who sent a record back, took it back or ended it, when and why; nothing once it went on from there."""
    moved = F.process == process.name, F.subject_id == row.id, since_made(row), F.from_step != F.to_step
    last = db.scalars(select(F).where(*moved).order_by(F.id.desc()).limit(1)).first()
    move = process.by_name.get(last.move) if last else None
    if last is None or move is None or last.to_step != row.step or move.forward:
        return None
    ended = row.step in process.ends
    if not (move.needs_reason or move.anyone or ended):
        return None
    when = clock.minute(last.at)
    text = "：".join(filter(None, [f"{when} 由{last.user_name}{last.move_label}", last.reason]))
    return {"text": text, "tone": "no" if ended else "ca"}


def stands(process: Process) -> Callable[[Shown], list[Notice]]:
    """The same at the head of the page of a record."""

    def notices(shown: Shown) -> list[Notice]:
        said = standing(shown.db, process, shown.row)
        return [Notice(said["text"], said["tone"])] if said else []

    return notices


def history(db: Session, process: Process, row: Any) -> Sequence[F]:
    """The moves of a record so far."""
    query = select(F).where(F.process == process.name, F.subject_id == row.id, since_made(row))
    return db.scalars(query.order_by(F.id)).all()


def course(process: Process) -> Part:
    """The same, as a child list of its page."""
    columns = [
        of(F.at, 140),
        of(F.move_label, 90),
        of(F.from_step, 90, type="dict", words=process.names),
        of(F.to_step, 90, type="dict", words=process.names),
        of(F.user_name, 80),
        of(F.opinion, 160),
        of(F.reason),
    ]

    def rows(shown: Shown) -> list[dict[str, Any]]:
        return [record(row) for row in history(shown.db, process, shown.row)]

    return Part("course", "办理记录", columns, rows, empty="还没有办理")


# -- buttons and lists --------------------------------------------------------------------------------------------


def action(m: Move, b: Button) -> Action:
    """The button of a move on a list; it opens the dialog of the move, or asks and calls."""
    kind = "page" if b.page else "route" if b.route else "move" if m.form_no else "call"
    return Action(
        f"{m.name}_{b.place}",
        b.label or m.label,
        m.may,
        place=b.place,
        kind=kind,
        needs="many" if b.place in ("toolbar", "batch") else "one",
        empty=m.empty,
        confirm=b.confirm,
        route=b.route,
        url=(m.batch_call or m.call) if kind == "call" else "",
        form=m.form_no if kind == "move" else "",
        done=m.done if kind == "call" else "",
        when=b.when,
    )


def buttons(process: Process) -> list[Action]:
    """The buttons of all moves, for a list and a page that show rows of every step: each where its move leads on, and
    what only the person may do for whom a row waits on no other row."""
    return [one for m in process.moves for one in _buttons_of(process, m)]


def page_buttons(process: Process) -> list[Action]:
    """The same for the page of a record, where what a record waits for stands last: returns and voids before it, and
    they never look like the way on."""
    actions = [
        one if m.forward else replace(one, place="more") for m in process.moves for one in _buttons_of(process, m)
    ]
    return sorted(actions, key=lambda one: one.place != "more")


def _buttons_of(process: Process, m: Move) -> list[Action]:
    when: dict[str, Sequence[str]] = {"step": tuple(m.frm)}
    whose = None
    if not m.anyone:
        when[MINE], whose = ("1",), process.waiting
    return [replace(action(m, b), when={**when, **b.when}, whose=whose) for b in m.buttons or ()]


def is_own(process: Process) -> Callable[[Shown], bool]:
    """Whether a record stands where the person may move it on."""
    return lambda shown: bool(process.waiting(shown.db, shown.me, [shown.row.id]))


def own_listing(process: Process, **more: Any) -> ListView:
    """The list of all records of a process, the newest first."""
    model = process.model
    own = {"source": select(model), "key": model.id, "visible": model.visible, "sort": "-createtime"}
    return add_list(ListView(**own | more))


def urgency_search(model: Any) -> Search:
    """The part of what waits that the desktop counted: nothing has a limit but what is at these steps."""

    def where(v: str) -> ColumnElement[bool]:
        parts = urgency(model)
        if v not in parts:
            raise BadInput("紧急程度：请从选项中选择")
        return parts[v]

    def facet(v: str) -> ColumnElement[bool] | None:
        exact, today = where(v), clock.today()
        if v == "rest":
            return None  # it is common
        end = today + timedelta(days=SOON if v == "soon" else 1)
        month = model.facets.between("limit_at", None if v == "late" else today, end)
        return exact if month is None else and_(month, exact)

    return Search("urgency", "紧急程度", where, widget="select", options=URGENCIES, facet=facet)


def step_lists(process: Process, family: ListView, link: str = "") -> dict[str, ListView]:
    """The list of every step that names one: the rows that wait there for the user, with the buttons of its moves.

    The number of the family begins those of the lists, and its actions are on each. `link` names the column that opens
    the step's page.
    """
    return {s.code: add_list(_step_list(process, s, family, link)) for s in process.steps if s.list}


def _step_list(process: Process, s: Step, family: ListView, link: str) -> ListView:
    columns = behind(family.columns, "status", s.shows) if s.shows else family.columns
    # all of it is under way: an index holds it in the order of its limits
    columns = [replace(c, expr=process.model.limit_at) if c.name == "limit_at" else c for c in columns]
    forward = process.forward_of(s.code)
    if forward is None:
        raise ValueError(f"{process.name}: nobody can do anything on the list of {s.code}")
    buttons: dict[str, Action] = {}  # moves that share a dialog share its button
    if s.page:
        buttons[""] = Action("handle", s.verb, forward.may, place="row", kind="route", needs="one", route=s.page)
    for m in process.moves:
        for b in (m.buttons or ()) if s.code in m.frm else ():
            if b.step in ("", s.code):
                buttons.setdefault(f"{m.form_no or m.name} {b.place}", action(m, b))
    return replace(
        family,
        no=f"{family.no}{s.code}",
        title=s.name,
        permission=forward.may,
        visible=lambda me: and_(process.model.visible(me), process.mine(me, [s.code])),
        url=s.list,
        params={"stepcode": s.code},
        sort="limit_at",
        indexed=None,  # what waits at a step is not much
        columns=[_linked(c, s.page) if c.name == link else c for c in columns],
        actions=[*buttons.values(), *s.also, *(replace(a, permission=forward.may) for a in family.actions)],
    )


def _linked(column: Col, page: str) -> Col:
    return Col(column.name, column.label, column.expr, column.width, column.type, fixed=column.fixed, link=page)


def offered(process: Process, row: Any) -> list[shapes.Move]:
    """The moves that lead on from where a row stands, as its page draws them."""
    ahead = process.forward_of(row.step)
    return [
        {
            "name": m.name,
            "label": m.label,
            "verb": m.verb or m.label,
            "done": m.done,
            "permission": m.may,
            "call": m.call or m.within,
            "batchCall": m.batch_call or m.call or m.within,
            "form": m.form_no,
            "needsReason": m.needs_reason,
            "signed": m.signed,
            "back": m.needs_reason and not m.anyone,
            "primary": m is ahead,
        }
        for m in process.moves
        if row.step in m.frm and not m.follows
    ]


def check() -> None:
    """Stop the start-up on a process that names a call or a list that nothing answers, or says nothing of a move.

    A dialog says what was done by itself; a button without one says what its move does.
    """
    for process in PROCESSES.values():
        for m in process.moves:
            if not m.done and any(action(m, b).kind == "call" for b in m.buttons or ()):
                raise ValueError(f"{process.name}.{m.name}: its button says nothing when it was done")
            if missing := {m.within, *m.paths} - {""} - CALLS.keys():
                raise ValueError(f"{process.name}.{m.name}: nothing answers {sorted(missing)}")
        for s in process.steps:
            if s.list and s.list not in CALLS:
                raise ValueError(f"{process.name}: nothing answers {s.list}, the list of {s.code}")
