"""Says of each line why it stands where it does, and of what stands nowhere why, and what would let it in."""

from collections.abc import Mapping, Sequence
from datetime import date

from .problem import Kind, Problem, Stop

MOST = 500  # characters


def on_time(due: date | None, day: date) -> str:
    """How a day stands to a due date."""
    if due is None:
        return "没有应检日期"
    days = (due - day).days
    if days < 0:
        return f"应检日期{due}已过{-days}天"
    return f"应检日期{due}当天" if days == 0 else f"比应检日期{due}早{days}天"


def assigned(
    problem: Problem, stop: Stop, shift: int, turn: int, metres: int, kind: Kind, names: Mapping[str, str]
) -> str:
    """Why these people, why this day."""
    own = problem.shifts[shift]
    people = f"{names.get(own.main, '')}、{names.get(own.co, '')}有{kind.label}这种检验的资格，当日{own.slot}在岗"
    if stop.key in problem.fixed:
        return f"已锁定在这一天；{people}；{on_time(stop.due, own.day)}"
    others = len({one.day for n, one in enumerate(problem.shifts) if n in problem.in_time(stop)}) - 1
    days = f"另有{others}天可排" if others else "能排的只有这一天"
    way = f"当日第{turn}家，来程{metres / 1000:.1f}公里"
    wish = f"；{stop.wish}" if stop.wish else ""
    return f"{people}；{on_time(stop.due, own.day)}，{days}{wish}；{way}"[:MOST]


def left_out(problem: Problem, stop: Stop, kind: Kind, used: Sequence[int], lost: str = "") -> str:
    """Why a stop stands nowhere, and what would let it in."""
    if lost:
        return f"原来锁定的安排不能再用：{lost}"[:MOST]
    able = sorted(problem.able.get(stop.kind, frozenset()))
    if not able:
        return _nobody(kind)[:MOST]
    if not (able := [n for n in able if stop.open_on(problem.shifts[n].day)]):
        return f"能做的人有空的日子单位都不便（{stop.wish}）；请与单位另约，或换日期编排"[:MOST]
    most = max(problem.shifts[n].minutes for n in able)
    if (needed := problem.needed(stop)) > most:
        return f"连同路程要{needed}分钟，能做的人一天最多还有{most}分钟；请手工安排，或调整每天可用的分钟"
    if not (may := problem.in_time(stop)):
        first = min(problem.shifts[n].day for n in able)
        return f"能做的人最早{first}有空，晚于应检日期{stop.due}；{stop.due}以前再有一组能做{kind.label}的人即可排入"
    free = max(problem.shifts[n].minutes - used[n] for n in may)
    last = max(problem.shifts[n].day for n in may)
    wait = f"应检日期{stop.due}，还可排到以后几天" if stop.due and stop.due > last else "没有余下的日子，请增加人员"
    if free >= needed:
        return f"能做的{len(may)}个班次里还有余{free}分钟的，要{needed}分钟；求解没有排入，请手工安排到有空的一天"
    return f"能做的{len(may)}个班次已排满，最多余{free}分钟，要{needed}分钟；再有一组或多一天即可排入（{wait}）"


def _nobody(kind: Kind) -> str:
    if not kind.qualified:
        return f"没有人能做：{kind.refused[0] if kind.refused else '没有持有资格的人'}；有两名持证的人即可排入"
    if len(kind.qualified) == 1:
        why = f"（{kind.refused[0]}）" if kind.refused else ""
        return f"只有{kind.qualified[0]}能做，还差一人{why}；再有一名持证的人即可排入"
    if not kind.led:
        return f"能做的{'、'.join(kind.qualified[:4])}都不能任主检；其中一人有任务确认、报告生成、录入的权限即可排入"
    if kind.said:
        return f"这几天的班组都不能做：{kind.said[0]}"
    return f"能做的{'、'.join(kind.qualified[:4])}这几天凑不成两人（请假、外出，或没有余下的仪器箱）"
