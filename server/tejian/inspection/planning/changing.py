"""What is changed by hand: lines moved, locked, taken out, put back; the rest solved again; the plan given up."""

from collections.abc import Mapping, Sequence
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.absence import HALVES
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.planning import DROPPED, FAILED, READY, STATES, WAITING, PlanLine, PlanProposal
from tejian.inspection.visits.api import Window, windows
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.system.models.accounts import SysUser
from tejian.system.settings.api import number

from .crew import busy_of, slots_of
from .forms import Changed, LinesOf, LockForm, MoveForm
from .judging import judge, kind_of
from .problem import Shift
from .proposing import enqueue
from .reading import boxes_of, colleagues, station_name
from .written import EMPTY, keep, lines_of, order, put_back, roads_of


def open_plan(db: Session, me: User, form: Changed, *states: str) -> PlanProposal:
    """The plan, locked; refused when it is in another state."""
    plan = visible_or_refuse(db, me, PlanProposal, form.id, lock=True)
    if plan.state not in (states or (READY,)):
        raise Refused(f"计划{STATES[plan.state]}，不能办理，请刷新")
    return plan


def _picked(plan: PlanProposal, lines: Sequence[PlanLine], form: LinesOf) -> list[PlanLine]:
    found = [one for one in lines if one.id in set(form.lines)]
    if not form.lines:
        raise BadInput("请选择业务", field="lines")
    if len(found) != len(set(form.lines)):
        raise Refused("所选业务不在这份计划中，请刷新")
    return found


def move(db: Session, me: User, form: MoveForm) -> None:
    """Put lines to a pair on a day and lock them there, or, without a day, out of the plan.

    The guards of the arrangement say what they would say then; so do the minutes that a day has.
    """
    plan = open_plan(db, me, form)
    lines = lines_of(db, plan)
    picked = _picked(plan, lines, form)
    shift = _shift(db, me, plan, lines, form) if form.plandate else None
    if shift:
        _refuse(db, me, picked, shift)
    left = {_of(one) for one in picked}
    near = [one for one in lines if one in picked or _of(one) in left or (shift and _of(one) == _as(shift))]
    keep(plan, near, f"移到{shift.day}" if shift else f"移出{len(picked)}件")
    for one in picked:
        _put(one, shift, f"{me.name}{clock.now():%m-%d %H:%M}手工安排")
    roads = roads_of(db)
    for pair in left - {NOWHERE}:
        order([one for one in near if _of(one) == pair], roads)
    if shift:
        _metres, minutes = order([one for one in near if _of(one) == _as(shift)], roads)
        if minutes > shift.minutes:
            raise Refused(f"{shift.day}这一组连同路程要{minutes}分钟，超过可用的{shift.minutes}分钟，请换日期或换人")
    _count(plan, lines)


Pair = tuple[date | None, str, str]
NOWHERE: Pair = (None, "", "")


def _of(line: PlanLine) -> Pair:
    return (line.plandate, line.scinspector, line.coinspector)


def _as(shift: Shift) -> Pair:
    return (shift.day, shift.main, shift.co)


def _put(line: PlanLine, shift: Shift | None, why: str) -> None:
    """Let a line stand in a shift, behind the others until they are put in order, or nowhere; it is locked there."""
    for name, value in EMPTY.items():
        setattr(line, name, value)
    line.locked, line.why = True, why if shift else "手工移出，不再排入；解除锁定后重新求解即可排入"
    if shift:
        line.plandate, line.scinspector, line.coinspector = _as(shift)
        line.boxno, line.timeslot = shift.box, shift.slot


def _shift(db: Session, me: User, plan: PlanProposal, lines: Sequence[PlanLine], form: MoveForm) -> Shift:
    """The pair and the day that lines are to go to, with the box and the minutes they have then."""
    day, main, co = form.plandate, form.scinspector or "", form.coinspector or ""
    assert day is not None
    if not plan.first <= day <= plan.last:
        raise BadInput(f"日期：应在{plan.first}至{plan.last}之间", field="plandate")
    if not main or not co or main == co:
        raise BadInput("主检和协检应为两个人", field="coinspector")
    own = {one.id for one in colleagues(db, me, plan.dept_id)}
    names = dict(db.execute(select(SysUser.id, SysUser.name).where(SysUser.id.in_({main, co}))).all())  # type: ignore[arg-type]
    if foreign := next((one for one in (main, co) if one not in own), None):
        station = station_name(db, plan.dept_id)
        raise Refused(f"{names.get(foreign, '')}不是{station}持有资格的检验人员，不能排入本站的计划")
    there = [one for one in lines if one.plandate == day and one.id not in set(form.lines)]
    pair = next((one for one in there if (one.scinspector, one.coinspector) == (main, co)), None)
    for one in there:
        if (one.scinspector, one.coinspector) != (main, co) and (
            both := {main, co} & {one.scinspector, one.coinspector}
        ):
            raise Refused(f"{names[min(both)]}{day}已在另一组，不能同时排入两组")
    slots = slots_of(db, [main, co], day)
    slot = next((slot for slot in slots.values() if slot in HALVES), "全天")
    whole = number(db, "inspection.plan.day_minutes", 420)
    busy, _carried = busy_of(db, [main, co], [day])
    free = (whole // 2 if slot in HALVES else whole) - max(busy.get((day, one), 0) for one in (main, co))
    box = pair.boxno if pair else _box(db, me, day, {one.boxno for one in there})
    return Shift(day, main, co, box, pair.timeslot if pair else slot, max(0, free))


def _box(db: Session, me: User, day: date, taken: set[str]) -> str:
    good = [no for no, (until, _keys) in sorted(boxes_of(db, me).items()) if until and until >= day]
    if left := [no for no in good if no not in taken]:
        return left[0]
    raise Refused(f"{day}没有余下的仪器箱，请先移走另一组，或换日期")


def _refuse(db: Session, me: User, picked: Sequence[PlanLine], shift: Shift) -> None:
    """Refuse with the sentences that the guards of the arrangement would say."""
    rows = list(db.scalars(select(AppBuss).where(AppBuss.id.in_([one.appbuss_id for one in picked]))))
    own = judge(db, me, rows, {box: keys for box, (_until, keys) in boxes_of(db, me).items()})
    days = windows(db, {row.appmain_id for row in rows})
    whys = [own.refusal(kind_of(row), shift) or _closed(row, days, shift.day) for row in rows]
    if any(whys):
        raise Refused("；".join(dict.fromkeys(filter(None, whys))))


def _closed(row: AppBuss, days: Mapping[str, Window], day: date) -> str:
    """Why the unit of an item cannot on a day; '' when it can."""
    window = days.get(row.appmain_id)
    return f"{row.unitname}{day}不便检验（约检{window.visitno}）" if window and day in window.closed else ""


def _count(plan: PlanProposal, lines: Sequence[PlanLine]) -> None:
    plan.planned = sum(1 for one in lines if one.plandate)
    plan.left = len(lines) - plan.planned


def lock(db: Session, me: User, form: LockForm) -> None:
    """Hold lines where they are, or let them go."""
    plan = open_plan(db, me, form)
    lines = lines_of(db, plan)
    picked = _picked(plan, lines, form)
    keep(plan, picked, "锁定" if form.on else "解除锁定")
    for one in picked:
        one.locked = form.on


def undo(db: Session, me: User, form: Changed) -> None:
    """Take the last change by hand back."""
    plan = open_plan(db, me, form)
    if not plan.undo:
        raise Refused("没有可以撤销的修改")
    lines = lines_of(db, plan)
    put_back({one.id: one for one in lines}, plan.undo[-1]["lines"])
    plan.undo = plan.undo[:-1]
    _count(plan, lines)


def again(db: Session, me: User, form: Changed) -> None:
    """Solve again around what is locked."""
    plan = open_plan(db, me, form, READY, FAILED)
    plan.state, plan.percent, plan.message, plan.user_id = WAITING, 0, "", me.id
    db.flush()
    enqueue(db, plan)


def drop(db: Session, me: User, form: Changed) -> None:
    """Give a plan up; it changed no item."""
    plan = open_plan(db, me, form, READY, FAILED, WAITING)
    plan.state, plan.ended = DROPPED, clock.now()
