"""Who works on a turnaround, and what stands against the steps of a project and of a device in it."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.inspection.flow.api import refuse_people
from tejian.inspection.models.signoff import AGREED, HELD, SENT, UNSETTLED, OwnerDissent, OwnerSheet, OwnerSheetLine
from tejian.inspection.models.turnaround import FINISHED, PASSED, RUNNING, WORKED, kept
from tejian.inspection.models.turnaround import TurnaroundItem as T
from tejian.inspection.models.turnaround import TurnaroundProject as P
from tejian.inspection.models.turnaround import TurnaroundWork as W
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing


def of_institute(me: User) -> Any:
    """本机构的人员"""
    return P.orgid == me.org_id


def planner(me: User) -> Any:
    """检验机构的人员"""
    return T.cheorg == me.org_id


def on_the_team(me: User) -> Any:
    """检验人员"""
    return T.inspectors.contains([me.id])


# -- of a project -------------------------------------------------------------------------------------------------


def has_devices(d: Doing) -> str | None:
    """已纳入设备"""
    found = d.db.scalar(select(T.id).where(T.project_id == d.subject.id).limit(1))
    return None if found else "项目还没有纳入设备，请先从档案选入"


def window_ahead(d: Doing) -> str | None:
    """检修没有结束"""
    ends = d.subject.ends
    return f"检修已于{ends}结束，请先修改日期" if ends < clock.today() else None


def all_finished(d: Doing) -> str | None:
    """设备全部完工"""
    query = select(func.count()).where(T.project_id == d.subject.id, T.step != FINISHED)
    left = d.db.scalar(query)
    return f"还有{left}项设备没有完工" if left else None


def all_signed(d: Doing) -> str | None:
    """完工的设备都有业主签认"""
    L = OwnerSheetLine
    signed = select(L.item_id).join(OwnerSheet, OwnerSheet.id == L.sheet_id)
    signed = signed.where(OwnerSheet.project_id == d.subject.id, OwnerSheet.step == AGREED)
    query = select(func.count()).where(T.project_id == d.subject.id, T.step == FINISHED, T.id.not_in(signed))
    left = d.db.scalar(query)
    return f"还有{left}项完工的设备没有业主签认" if left else None


def no_dissent(d: Doing) -> str | None:
    """不符合项都已关闭"""
    D = OwnerDissent
    query = select(func.count()).where(D.project_id == d.subject.id, D.step.in_(UNSETTLED))
    left = d.db.scalar(query)
    return f"还有{left}项业主不符合项没有关闭" if left else None


def no_sheet_waits(d: Doing) -> str | None:
    """没有待签认的签认单"""
    query = select(OwnerSheet.sheetno).where(OwnerSheet.project_id == d.subject.id, OwnerSheet.step == SENT)
    found = d.db.scalar(query.order_by(OwnerSheet.sheetno).limit(1))
    return f"签认单{found}还没有签认" if found else None


# -- of a device --------------------------------------------------------------------------------------------------


def project_of(d: Doing) -> P:
    """The project of the device; read once for all of a batch."""
    known: dict[str, P] = d.shared.setdefault("projects", {})
    key = d.subject.project_id
    if key not in known:
        known[key] = d.db.scalars(kept(key)).one()
    return known[key]


def project_open(d: Doing) -> str | None:
    """项目在筹备或执行中"""
    project = project_of(d)
    return None if project.step in WORKED else f"项目{project.projectno}已完工，不能再排计划"


def project_runs(d: Doing) -> str | None:
    """项目在执行中"""
    project = project_of(d)
    return None if project.step == RUNNING else f"项目{project.projectno}不在执行中"


def refuse_days(project: P, first: date, last: date) -> str | None:
    """The sentence where planned days are out of order, or outside the window of the project."""
    if last < first:
        return f"计划完工日期{last}不得早于计划开工日期{first}"
    if first < project.begins or last > project.ends:
        return f"计划日期须在检修期间{project.begins}至{project.ends}之内"
    return None


def days_in_window(d: Doing) -> str | None:
    """计划日期在检修期间之内"""
    return refuse_days(project_of(d), d.form["planbegin"], d.form["planend"])


def _works(db: Session, keys: Iterable[str]) -> dict[str, list[W]]:
    out: dict[str, list[W]] = {}
    for one in db.scalars(select(W).where(W.item_id.in_(keys)).order_by(W.id)):
        out.setdefault(one.item_id, []).append(one)
    return out


def works_of(d: Doing) -> list[W]:
    """The amounts of its package."""
    return list(d.of_batch("works", lambda keys: _works(d.db, keys)))


def has_work(d: Doing) -> str | None:
    """工作包有工作量"""
    s = d.subject
    return None if s.packageno and works_of(d) else f"{s.objectno}的工作包没有填写，请先填写包号和检测工作量"


def people_qualified(d: Doing) -> str | None:
    """检验人员在计划期间资格有效"""
    people = people_in(d.form["inspectors"])
    days = {d.form["planbegin"], d.form["planend"]}  # a certificate may end in between
    known: dict[Any, str | None] = d.shared.setdefault("refused", {})
    s = d.subject
    key = (s.cheorg, s.equclacode, s.testsort)
    if key not in known:
        known[key] = next(filter(None, (refuse_people(d, s, people, on) for on in sorted(days))), None)
    return known[key]


def people_in(sent: Any) -> list[str]:
    """The keys of the people as a form sends them."""
    return sorted({one for one in str(sent or "").split(",") if one})


def _states(db: Session, keys: Iterable[str]) -> dict[str, tuple[str, str, str]]:
    """Of each device in a project: what it does, the unit that uses it, what its line does."""
    E, L = Equipment, Pipeline
    query = select(T.id, E.equstatus, E.useorgsysid, L.linestatus)
    query = query.join(E, E.id == T.equdatasysid).outerjoin(L, (L.id == T.lineid) & (T.lineid != ""))
    return {key: (state, unit, line or "") for key, state, unit, line in db.execute(query.where(T.id.in_(keys)))}


def device_runs(d: Doing) -> str | None:
    """设备仍在用，仍属业主单位"""
    s = d.subject
    found = d.of_batch("states", lambda keys: _states(d.db, keys))
    if not found or found[0] not in codes.RUNNING or found[2] not in ("", *codes.RUNNING):
        return f"{s.objectno}在档案中已不在用，不能开工"
    return None if found[1] == project_of(d).unitsysid else f"{s.objectno}在档案中已不属于业主单位，不能开工"


def begun_in_time(d: Doing) -> str | None:
    """开工日期在检修期间且不晚于今天"""
    on, project = d.form["begun"], project_of(d)
    if on > clock.today():
        return f"开工日期{on}不得晚于今天"
    return f"开工日期{on}不得早于检修开始日期{project.begins}" if on < project.begins else None


def finished_in_time(d: Doing) -> str | None:
    """完工日期不早于开工且不晚于今天"""
    on, begun = d.form["finished"], d.subject.begun
    if on > clock.today():
        return f"完工日期{on}不得晚于今天"
    return f"完工日期{on}不得早于开工日期{begun}" if begun and on < begun else None


def all_entered(d: Doing) -> str | None:
    """工作量都已填写完成量"""
    left = sum(one.done is None for one in works_of(d))
    return f"还有{left}项工作量没有填写完成量" if left else None


def problem_said(d: Doing) -> str | None:
    """不合格的写明问题"""
    wrong = d.form["result"] != PASSED or any(one.unqualified for one in works_of(d))
    return "结果不是合格，或有不合格的工作量，须写明存在的问题" if wrong and not d.form["problem"] else None


def own_work(d: Doing) -> str | None:
    """本人参加检验的设备"""
    return None if d.me.id in d.subject.inspectors else "返工由参加检验的人员办理"


def on_no_sheet(d: Doing) -> str | None:
    """不在签认单上"""
    S, L = OwnerSheet, OwnerSheetLine
    query = select(S.sheetno).join(L, L.sheet_id == S.id).where(L.item_id == d.subject.id, S.step.in_(HELD))
    found = d.db.scalar(query.limit(1))
    return f"{d.subject.objectno}已在签认单{found}上，不能返工" if found else None
