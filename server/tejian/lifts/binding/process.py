"""A binding from its application to its end: 申请 → 使用单位确认 → 审核 → 生效 → 变更 or 解除."""

from typing import Any

from sqlalchemy import false
from sqlalchemy.orm import Session

from tejian.kit.forms.formview import dialog, why
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, named_in, nobody
from tejian.lifts import permissions as p
from tejian.lifts.models.binding import AUDITING, BACK, BOUND, CONFIRMING, DRAFT, ENDED, RUNNING, WITH_UNIT
from tejian.lifts.models.binding import LiftBinding as C
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of, who_may

from . import judging as g
from .forms import API, PAGE

MAINTAINER, OWNER = named_in(C.maiorgsysid), named_in(C.unitsysid)


def officer(me: User) -> Any:
    """审核机关的人员"""
    return C.regorg == me.org_id if me.org_id and not me.unit_id else false()


def tell_who_waits(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    if s.step == AUDITING:
        whom = list(who_may(d.db, p.BINDING_AUDIT, s.regorg))
    elif s.step == CONFIRMING:
        whom = list(users_of(d.db, s.unitsysid))
    else:
        whom = [*users_of(d.db, s.maiorgsysid), *(users_of(d.db, s.unitsysid) if s.step in (BOUND, ENDED) else ())]
    title = f"{s.bindno} {s.useplace}电梯{s.code96333}：{BINDING.name_of(s.step)}"
    tell(d.db, sorted(set(whom) - {d.me.id}), "电梯绑定", title, d.reason.text, PAGE.format(id=s.id))


def pass_on(db: Session, row: C, step: str, label: str, me: User = SYSTEM) -> None:
    """Let a binding go to another step because something else ended it; the flow log says why."""
    before = row.step
    BINDING.put(db, row, step)
    BINDING.log(Doing(db, me, row), "follow", label, before, step)


def take_the_place(d: Doing) -> None:
    """原绑定至昨日止"""
    s = d.subject
    before = g.bound_of(d.db, s.equdatasysid) if s.replaces_id else None
    if before is not None and before.id == s.replaces_id:
        g.last_day(before)
        pass_on(d.db, before, ENDED, "由变更替代", d.me)


WAITS: dict[str, Any] = {"tone": "ca", "route": "/elevatorEmergency/elevatorBd", "page": PAGE}
AUDITS = WAITS | {"route": "/elevatorMaintenanceMng/bindVerify", "page": "/elevatorMaintenanceMng/bindDetail?id={id}"}
ASKED = [g.lift_fits, g.filed_there, g.licensed, g.staffed, g.contract_fits, g.change_of_own, g.alone, g.code_fits]
REASON: dict[str, Any] = {"needs_reason": True, "takes": ["reason"]}
BINDING = add_process(
    Process(
        name="lift_binding",
        title="电梯绑定",
        model=C,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[ENDED],
        always=[tell_who_waits],
        numbers=lambda s: (s.bindno, s.bindno),
        about=lambda m: (m.unitname, m.useplace),
        steps=[
            Step(DRAFT, "草稿", MAINTAINER, waits="电梯绑定待提交", verb="提交", **WAITS),
            Step(CONFIRMING, "待使用单位确认", OWNER, waits="电梯绑定待确认", verb="确认", **WAITS),
            Step(AUDITING, "待审核", officer, waits="电梯绑定待审核", verb="审核", **AUDITS),
            Step(BACK, "退回", MAINTAINER, waits="电梯绑定被退回", verb="提交", **WAITS),
            Step(BOUND, "生效", nobody, tone="go"),
            Step(ENDED, "已解除", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("submit", "提交", WITH_UNIT, CONFIRMING, p.BINDING_APPLY),
                before=[g.one_at_a_time],
                guards=ASKED,
                stamps=["bindno", "applied"],
            ),
            Move(*("confirm", "确认", [CONFIRMING], AUDITING, p.BINDING_CONFIRM), stamps=["confirmer_id", "confirmed"]),
            Move(
                *("refuse", "不同意", [CONFIRMING], BACK, p.BINDING_CONFIRM),
                form=dialog(
                    "lift_binding_refuse", "不同意绑定 {bindno}", why("理由", "请填写不同意的理由"), ok="不同意"
                ),
                **REASON,
            ),
            Move(
                *("audit", "审核通过", [AUDITING], BOUND, p.BINDING_AUDIT),
                before=[g.one_at_a_time, take_the_place],
                guards=[*ASKED[:5], g.contract_begun, *ASKED[6:]],
                stamps=["auditor_id", "auditedat"],
                effects=[g.put_into_archive],
            ),
            Move(
                *("auditBack", "审核退回", [AUDITING], BACK, p.BINDING_AUDIT),
                stamps=["auditor_id", "auditedat"],
                form=dialog("lift_binding_back", "退回 {bindno}", why("理由", "请填写退回的理由"), ok="退回"),
                **REASON,
            ),
            Move(
                *("withdraw", "撤回", RUNNING, DRAFT, p.BINDING_APPLY),
                anyone=True,
                guards=[g.own_application],
            ),
            Move(
                *("release", "解除", [BOUND], ENDED, p.BINDING_AUDIT),
                anyone=True,
                guards=[g.office_of_it],
                effects=[g.ends_today],
                form=dialog("lift_binding_release", "解除 {bindno}", why("理由", "请填写解除的理由"), ok="解除"),
                **REASON,
            ),
        ],
    )
)
