"""A record of duty: begun with everything as it should be, handed in by a signature (总局令第74号)."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import false
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.checklist import CheckList
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.supervision import permissions as p
from tejian.supervision.models.duties import DAILY, FILLING, HANDED, PERIODS
from tejian.supervision.models.duties import DutyRecord as C
from tejian.system.settings import api as params

from .forms import API, PAGE
from .items import items_of

FILES = "companyDuty"
DUTY = CheckList("duty", "检查项目", C, items_of, p.DUTY_QUERY, p.DUTY_FILL, API, open_=[FILLING], files=FILES)


def own_unit(me: User) -> Any:
    """本单位的人员"""
    return C.unitsysid == me.unit_id if me.unit_id else false()


def is_late(db: Session, period: str, last: date) -> bool:
    """Whether a period is over for so long that its record is made up for: a day at once, the others after a grace."""
    grace = 0 if period == DAILY else params.number(db, "supervision.duty.grace", 3)
    return clock.today() > last + timedelta(days=grace)


def late_with_reason(d: Doing) -> str | None:
    """补录的写明原因"""
    s = d.subject
    return (
        f"{PERIODS[s.period]}{s.firstday}已过，补录须写明原因"
        if is_late(d.db, s.period, s.lastday) and not s.latereason
        else None
    )


def count_wrong(d: Doing) -> None:
    """记异常项数"""
    d.subject.wrong = len(DUTY.findings(d.db, d.subject))


WAITS: dict[str, Any] = {"tone": "ca", "route": "/safeMng/companyDuty", "page": PAGE}
DUTIES = add_process(
    Process(
        name="duty_record",
        title="履职记录",
        model=C,
        api=API,
        one_by_one=True,
        start=FILLING,
        ends=[HANDED],
        numbers=lambda s: (s.unitname, ""),  # it has no number of its own
        about=lambda m: (m.unitname, m.latereason),
        steps=[
            Step(FILLING, "填写中", own_unit, waits="履职记录待提交", verb="提交", **WAITS),
            Step(HANDED, "已提交", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("submit", "提交", [FILLING], HANDED, p.DUTY_FILL),
                guards=[DUTY.complete, late_with_reason],
                stamps=["signer_id", "handed"],
                effects=[count_wrong],
                signed=True,
            )
        ],
    )
)
