"""A filing from its draft to its end (C662): 初审 and 复审 by two persons, a year, changed and renewed by its number.

The calls of the authority are those of the specification (§7.7), which sends them by GET as well.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import false
from sqlalchemy.orm import Session

from tejian.kit.database.numbering import number_of
from tejian.kit.forms.formview import dialog, field_of, why
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.lifts import permissions as p
from tejian.lifts.models.filing import (
    CANCELLED,
    CHANGING,
    CHECK,
    CHECK_BACK,
    DRAFT,
    EXPIRED,
    FILED,
    REVIEW,
    REVIEW_BACK,
    STANDING,
    WAITING,
    WITH_UNIT,
)
from tejian.lifts.models.filing import MaintFiling as C
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of, who_may

from . import judging as g
from .forms import OFFICE, OWN, PAGE
from .terms import number_term


def applicant(me: User) -> Any:
    """备案的单位，或代填的备案机关"""
    return C.unitsysid == me.unit_id if me.unit_id else officer(me)


def officer(me: User) -> Any:
    """备案机关的人员"""
    return C.regorg == me.org_id if me.org_id and not me.unit_id else false()


def other_officer(me: User) -> Any:
    """备案机关的另一人"""
    return officer(me) & (C.reviewer_id != me.id)


def tell_who_waits(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    if s.step in WAITING:
        whom = who_may(d.db, {REVIEW: p.FILING_REVIEW, CHECK: p.FILING_CHECK}[s.step], s.regorg)
    else:
        whom = [one for one in (*users_of(d.db, s.unitsysid), s.createby) if one]
    title = f"{s.filno or '维保备案'} {s.unitname}：{FILING.name_of(s.step)}"
    tell(d.db, sorted(set(whom) - {d.me.id}), "维保备案", title, d.reason.text, PAGE.format(id=s.id))


def pass_on(db: Session, row: C, step: str, label: str, me: User = SYSTEM) -> None:
    """Let a filing go to another step because another one moved, or its year ended; the flow log says why."""
    before = row.step
    FILING.put(db, row, step)
    FILING.log(Doing(db, me, row), "follow", label, before, step)


def begin_change(d: Doing) -> None:
    """原备案转为变更中"""
    before = g.replaced(d.db, d.subject)
    if before is not None and before.step == FILED:
        pass_on(d.db, before, CHANGING, "提出变更或续期", d.me)


def take_back_change(d: Doing) -> None:
    """原备案恢复为已备案"""
    resume(d.db, d.subject, d.me)


def resume(db: Session, row: C, me: User) -> None:
    """The filing that was to be replaced stands as before."""
    before = g.replaced(db, row)
    if before is not None and before.step == CHANGING:
        pass_on(db, before, FILED, "变更或续期未办成", me)


def take_effect(d: Doing) -> None:
    """备案一年，取备案号；变更和续期替代原备案，沿用原号"""
    s = d.subject
    before = g.replaced(d.db, s)
    s.validfrom, s.validto = clock.today(), g.ends_on(d.db, s, before)
    s.renewfrom = s.validto - timedelta(days=number_term(d.db, "备案续期"))
    if before is not None and before.step in STANDING:
        before.ended = clock.today()
        pass_on(d.db, before, CANCELLED, "由新备案替代", d.me)
        d.db.flush()  # the number passes on: only one that stands has it
        s.filno = before.filno
    number_of(d.db, s, "filno")


BACK: dict[str, Any] = {"needs_reason": True, "takes": ["reason"]}
ASKED = [g.has_authority, g.may_maintain, g.licensed, g.staffed, g.alone, g.in_time]
AGAIN = [g.may_maintain, g.licensed, g.staffed, g.in_time]
AT_UNIT: dict[str, Any] = {"tone": "ca", "route": "/unitMng/queryBeian", "page": PAGE}
FILING = add_process(
    Process(
        name="maint_filing",
        title="维保备案",
        model=C,
        api=OWN,
        one_by_one=True,
        start=DRAFT,
        ends=[CANCELLED, EXPIRED],
        always=[tell_who_waits],
        numbers=lambda s: (s.filno, s.filno),
        about=lambda m: (m.unitname, m.licno),
        steps=[
            Step(DRAFT, "草稿", applicant, waits="维保备案待提交", verb="提交", **AT_UNIT),
            Step(
                *(REVIEW, "待初审", officer),
                waits="维保备案待初审",
                verb="初审",
                **(AT_UNIT | {"route": "/unitMng/examineBeian", "page": "/unitMng/examineBeianDetail?id={id}"}),
            ),
            Step(REVIEW_BACK, "初审退回", applicant, waits="维保备案被退回", verb="提交", **AT_UNIT),
            Step(
                *(CHECK, "待复审", other_officer),
                waits="维保备案待复审",
                verb="复审",
                refusal="初审与复审不能是同一人：初审人不能复审",
                **(AT_UNIT | {"route": "/unitMng/checkBeiAn", "page": "/unitMng/checkBeiAnDetail?id={id}"}),
            ),
            Step(CHECK_BACK, "复审退回", applicant, waits="维保备案被退回", verb="提交", **AT_UNIT),
            Step(FILED, "已备案", nobody, tone="go"),
            Step(CHANGING, "变更中", nobody, tone="ca", follows=True),
            Step(CANCELLED, "已注销", nobody, tone="ok"),
            Step(EXPIRED, "已过期", nobody, tone="no", follows=True),
        ],
        moves=[
            Move(
                *("submitMai", "提交", WITH_UNIT, REVIEW, p.FILING_APPLY),
                before=[g.one_at_a_time],
                guards=ASKED,
                stamps=["applied"],
                effects=[g.note_papers, begin_change],
            ),
            Move(
                *("reviewAgree", "初审通过", [REVIEW], CHECK, p.FILING_REVIEW),
                call=f"{OFFICE}/reviewAgree",
                get=True,
                guards=AGAIN,
                stamps=["reviewer_id", "reviewed"],
                takes=["reviewsaid"],
                form=dialog(
                    "maint_filing_review",
                    "初审 {unitname}",
                    field_of(C.reviewsaid, type="textarea", span=24),
                    ok="初审通过",
                ),
            ),
            Move(
                *("reviewDisagree", "初审退回", [REVIEW], REVIEW_BACK, p.FILING_REVIEW),
                call=f"{OFFICE}/reviewDisagree",
                get=True,
                stamps=["reviewer_id", "reviewed"],
                form=dialog(
                    "maint_filing_review_back", "初审退回 {unitname}", why("理由", "请填写退回的理由"), ok="退回"
                ),
                **BACK,
            ),
            Move(
                *("checkAgree", "复审通过", [CHECK], FILED, p.FILING_CHECK),
                call=f"{OFFICE}/checkAgree",
                get=True,
                guards=AGAIN,
                stamps=["checker_id", "checked"],
                takes=["checksaid"],
                effects=[take_effect],
                form=dialog(
                    "maint_filing_check",
                    "复审 {unitname}",
                    field_of(C.checksaid, type="textarea", span=24),
                    ok="同意备案",
                ),
                signed=True,
            ),
            Move(
                *("checkDisagree", "复审退回", [CHECK], CHECK_BACK, p.FILING_CHECK),
                call=f"{OFFICE}/checkDisagree",
                get=True,
                stamps=["checker_id", "checked"],
                form=dialog(
                    "maint_filing_check_back", "复审退回 {unitname}", why("理由", "请填写退回的理由"), ok="退回"
                ),
                **BACK,
            ),
            Move(
                *("withdraw", "撤回", [REVIEW], DRAFT, p.FILING_APPLY),
                anyone=True,
                guards=[g.own_or_office],
                effects=[take_back_change],
            ),
            Move(
                *("cancel", "注销", STANDING, CANCELLED, p.FILING_CHECK),
                anyone=True,
                guards=[g.own_or_office],
                stamps=["ended"],
                form=dialog("maint_filing_cancel", "注销 {filno}", why("理由", "请填写注销的理由"), ok="注销"),
                **BACK,
            ),
        ],
    )
)
