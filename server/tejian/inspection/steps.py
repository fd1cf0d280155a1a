"""Steps, states and the flow configuration: which steps a process uses, and when a step is due."""

from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit import clock
from tejian.system.organisations import api as calendar
from tejian.system.rules.models import FlowConf
from tejian.system.settings.api import version

STEP_NAMES = {
    "YWSB": "业务申报",
    "SCFP": "审查分配",
    "CLFS": "资料审查",
    "YWSL": "业务受理",
    "RWAP": "任务安排",
    "RWQR": "任务确认",
    "BGSC": "报告生成",
    "BGLR": "报告录入",
    "BGQR": "报告确认",
    "BGSH_FX": "分项审核",
    "BGSH": "报告审核",
    "BGSP": "报告批准",
    "finish_inspect": "检验结束",
    "BGDY": "报告打印",
    "BGGD": "报告归档",
    "BGFF": "报告发放",
    "RUN": "检验中",
    "DONE": "已办结",
    "ENDED": "终止检验",
    "VOID": "已作废",
    "REFUSED": "不予受理",
}

# step → state of C609
STATUS = {
    "YWSB": "00",
    "SCFP": "11",
    "CLFS": "12",
    "YWSL": "10",
    "RWAP": "30",
    "RWQR": "31",
    "BGSC": "40",
    "BGLR": "40",
    "BGQR": "41",
    "BGSH_FX": "50",
    "BGSH": "50",
    "BGSP": "51",
    "BGDY": "60",
    "BGGD": "61",
    "BGFF": "62",
    "DONE": "70",
    "VOID": "80",
    "REFUSED": "82",
    "ENDED": "90",
    "finish_inspect": "40",
}

ORDER = ["YWSL", "RWAP", "RWQR", "BGSC", "BGLR", "finish_inspect", "BGQR", "BGSH_FX", "BGSH", "BGSP"]
ORDER += ["BGDY", "BGGD", "BGFF", "DONE", "ENDED", "VOID"]
ENDS = ("DONE", "ENDED", "VOID", "REFUSED")

# dot of a state: go = under way, ok = finished, ca = look, no = overdue or unqualified
TONES = {"00": "ca", "13": "ca", "81": "ca", "70": "ok", "80": "ok", "82": "ok", "90": "ok"}

_kept: dict[int, list[FlowConf]] = {}
_seen = [-1]


def _configuration(db: Session, conf_version: int) -> list[FlowConf]:
    current = version(db, "flow")
    if _seen[0] != current:
        _kept.clear()
        _seen[0] = current
    if conf_version not in _kept:
        rows = select(FlowConf).where(FlowConf.process == "inspection", FlowConf.conf_version == conf_version)
        found = list(db.scalars(rows.order_by(FlowConf.id)))
        for row in found:
            db.expunge(row)
        _kept[conf_version] = found
    return _kept[conf_version]


def newest_version(db: Session) -> int:
    """The version that new declarations start with."""
    from sqlalchemy import func

    found = db.scalar(select(func.max(FlowConf.conf_version)).where(FlowConf.process == "inspection"))
    return found or 1


def _for(row: FlowConf, subject: Any) -> bool:
    """Whether a row of the configuration is meant for this subject; the scope lists classes or `s` + category."""
    if not row.scope:
        return True
    return any(part in (subject.equclass, f"s{subject.seisort}") for part in row.scope.split(","))


def conf_of(db: Session, subject: Any, step: str) -> FlowConf | None:
    """The row for a step: the one with a fitting scope before the one without."""
    rows = [r for r in _configuration(db, subject.flow_version) if r.step == step and _for(r, subject)]
    rows.sort(key=lambda r: not r.scope)
    return rows[0] if rows else None


def is_used(db: Session, subject: Any, step: str) -> bool:
    row = conf_of(db, subject, step)
    return bool(row and row.used)


def first_used(db: Session, subject: Any, *candidates: str) -> str:
    """The first of the candidate steps that the subject's flow version uses; the last one is always there."""
    for step in candidates[:-1]:
        if is_used(db, subject, step):
            return step
    return candidates[-1]


def limit_of(db: Session, subject: Any) -> datetime | None:
    """When the subject's present step is due, by working days; None without a limit."""
    row = conf_of(db, subject, subject.step)
    if row is None or not row.limit_days:
        return None
    return calendar.limit_after(db, row.limit_days, clock.now())
