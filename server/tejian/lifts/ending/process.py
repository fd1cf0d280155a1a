"""The end of a maintenance from its application to the day after its last."""

from typing import Any

from sqlalchemy import false, or_
from sqlalchemy.orm import Session

from tejian.kit.forms.formview import dialog, why
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.lifts import permissions as p
from tejian.lifts.models.ending import (
    ANSWERING,
    AUDITING,
    BACK,
    DRAFT,
    ENDED,
    HANDING,
    LASTING,
    MAINTAINER,
    OWNER,
    WITH_APPLICANT,
)
from tejian.lifts.models.ending import LiftTermination as C
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of, who_may

from . import judging as g
from .forms import ANSWER, API, HANDOVER, PAGE


def applicant(me: User) -> Any:
    """申请方"""
    mine = (C.side == OWNER) & (C.unitsysid == me.unit_id), (C.side == MAINTAINER) & (C.maiorgsysid == me.unit_id)
    return or_(*mine) if me.unit_id else false()


def other_side(me: User) -> Any:
    """另一方"""
    mine = (C.side == MAINTAINER) & (C.unitsysid == me.unit_id), (C.side == OWNER) & (C.maiorgsysid == me.unit_id)
    return or_(*mine) if me.unit_id else false()


def officer(me: User) -> Any:
    """审核机关的人员"""
    return C.regorg == me.org_id if me.org_id and not me.unit_id else false()


def owner(me: User) -> Any:
    """使用单位"""
    return C.unitsysid == me.unit_id if me.unit_id else false()


def tell_who_waits(d: Doing) -> None:
    """告知接着办的人和另一方"""
    s = d.subject
    whom = {*users_of(d.db, s.unitsysid), *users_of(d.db, s.maiorgsysid)}
    if s.step == AUDITING:
        whom |= set(who_may(d.db, p.ENDING_AUDIT, s.regorg))
    title = f"{s.termno} {s.useplace}电梯：{ENDING.name_of(s.step)}"
    tell(d.db, sorted(whom - {d.me.id}), "维保终止", title, d.reason.text, PAGE.format(id=s.id))


def finish(db: Session, row: C) -> None:
    """The last day is over: nobody answers for the lift any more."""
    ENDING.put(db, row, ENDED)
    ENDING.log(Doing(db, SYSTEM, row), "follow", "最后一日已过", LASTING, ENDED)


WAITS: dict[str, Any] = {"tone": "ca", "route": "/assistMng/termination/terminationQueryList", "page": PAGE}
AUDITS = WAITS | {
    "route": "/assistMng/termination/terminationExamineList",
    "page": "/assistMng/termination/terminationExamineDetails?id={id}",
}
ENDING = add_process(
    Process(
        name="lift_termination",
        title="维保终止",
        model=C,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[LASTING, ENDED],
        always=[tell_who_waits],
        numbers=lambda s: (s.termno, s.termno),
        about=lambda m: (m.unitname, m.useplace),
        steps=[
            Step(DRAFT, "草稿", applicant, waits="维保终止待提交", verb="提交", **WAITS),
            Step(ANSWERING, "待对方意见", other_side, waits="维保终止待答复", verb="答复", **WAITS),
            Step(AUDITING, "待审核", officer, waits="维保终止待审核", verb="审核", **AUDITS),
            Step(HANDING, "待交接", owner, waits="维保终止待交接", verb="交接", **WAITS),
            Step(BACK, "退回", applicant, waits="维保终止被退回", verb="提交", **WAITS),
            Step(LASTING, "待终止", nobody, tone="ca"),
            Step(ENDED, "已终止", nobody, tone="ok", follows=True),
        ],
        moves=[
            Move(
                *("submit", "提交", WITH_APPLICANT, ANSWERING, p.ENDING_APPLY),
                before=[g.one_at_a_time],
                guards=[g.still_bound, g.alone, g.last_day_ahead],
                stamps=["termno", "applied"],
            ),
            Move(
                *("answer", "答复", [ANSWERING], AUDITING, p.ENDING_APPLY),
                takes=["answer", "answersaid"],
                stamps=["answerer_id", "answered"],
                form=ANSWER,
            ),
            Move(
                *("audit", "审核通过", [AUDITING], HANDING, p.ENDING_AUDIT),
                guards=[g.still_bound],
                stamps=["auditor_id", "auditedat"],
            ),
            Move(
                *("auditBack", "审核退回", [AUDITING], BACK, p.ENDING_AUDIT),
                needs_reason=True,
                takes=["reason"],
                stamps=["auditor_id", "auditedat"],
                form=dialog("lift_termination_back", "退回 {termno}", why("理由", "请填写退回的理由"), ok="退回"),
            ),
            Move(
                *("handover", "交接", [HANDING], LASTING, p.ENDING_APPLY),
                before=[g.one_at_a_time],
                guards=[g.still_bound, g.visit_happened],
                takes=["keysback", "recordsback", "lastvisit", "receiver"],
                stamps=["handler_id", "handed"],
                effects=[g.name_the_day],
                form=HANDOVER,
            ),
            Move(
                *("withdraw", "撤回", [ANSWERING, AUDITING], DRAFT, p.ENDING_APPLY),
                anyone=True,
                guards=[g.own_application],
            ),
        ],
    )
)
