"""A contract: 起草 → 审核 → 确认 → 生效 → 到期 or 终止, on one page.

Sources: supervision D (argeementMng: drafting, audit, confirmation with seal, in force, ended; changes with versions;
legal review above a limit), states C666. Drafter, auditor and who confirms are three persons.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from tejian.charging import permissions as p
from tejian.charging.models import contract_codes as at
from tejian.charging.models.contracts import Contract
from tejian.kit.database.audit import security_event
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of

from . import forms
from . import judging as g
from .versions import new_version

BASE = "/assistMng/argeementMng"
ADD, AUDITS, SEALS, SEARCH = (f"{BASE}/agreement{one}" for one in ("Add", "Audit", "Confirm", "Search"))
PAGE = f"{SEARCH}Dt?id={{id}}"
CALLS = forms.CALLS


def not_the_drafter(me: User) -> Any:
    """起草人以外有此权限的人"""
    return Contract.drafter_id != me.id


def a_third(me: User) -> Any:
    """起草人、审核人以外有此权限的人"""
    return and_(Contract.drafter_id != me.id, Contract.auditor_id != me.id)


# -- effects ------------------------------------------------------------------------------------------------------


def note_legal(d: Doing) -> None:
    """记法务意见"""
    d.subject.legal = d.form["legal"] or ""


def tell_drafter(d: Doing) -> None:
    """告知起草人"""
    s = d.subject
    words = {at.BACK: f"被退回：{d.reason.text}", at.IN_FORCE: "已生效", at.ENDED: f"已终止：{d.reason.text}"}[s.step]
    tell(d.db, [s.drafter_id], "合同", f"{s.title} {s.unitname} {words}", route=PAGE.format(id=s.id))


def take_effect(d: Doing) -> None:
    """记确认人和生效时间，前一版到变更前一日为止，写安全日志"""
    s, now = d.subject, clock.now()
    s.confirmer, s.effective, s.signdate = d.me.name, now, d.form["signdate"]
    if s.edition > 1:
        former = g.before(d.db, s)
        former.stopday, former.stopped = s.validfrom - timedelta(days=1), now
        _put(d, former, at.REPLACED, f"由第{s.edition}版代替")
    security_event(d.db, "合同生效", s.title, f"{s.unitname} {s.validfrom} 至 {s.validto}")


def tell_payer(d: Doing) -> None:
    """告知缴费单位"""
    s = d.subject
    title = f"{s.title}已生效，{s.validfrom} 至 {s.validto}"
    tell(d.db, users_of(d.db, s.unitsysid), "合同", title, route=PAGE.format(id=s.id))


def draft_change(d: Doing) -> None:
    """另立一版，内容照现行版本"""
    new_version(d.db, d.me, d.subject, d.form["changenote"], d.form["validfrom"])


def resume_former(d: Doing) -> None:
    """变更作废后，现行版本恢复执行"""
    s = d.subject
    if s.edition > 1 and (former := g.before(d.db, s)).step == at.CHANGING:
        _put(d, former, at.IN_FORCE, f"第{s.edition}版作废")


def note_ended(d: Doing) -> None:
    """记截止日期和终止原因，未生效的变更作废，写安全日志"""
    s = d.subject
    s.stopday, s.stopped, s.stopreason = clock.today(), clock.now(), d.reason.text[:500]
    pending = select(Contract).where(Contract.series_id == s.series_id, Contract.step.in_(at.ON_THE_WAY))
    for one in d.db.scalars(pending.with_for_update()):
        _put(d, one, at.VOID, "合同终止")
    security_event(d.db, "合同终止", s.title, s.stopreason)


def _put(d: Doing, row: Contract, code: str, label: str) -> None:
    """Another version moves with this one."""
    before = row.step
    AGREEMENT.put(d.db, row, code)
    AGREEMENT.log(Doing(d.db, d.me, row, reason=d.reason), "follow", label, before, code)


def takes_files(db: Session, me: User, row: Contract) -> None:
    """Papers are added while a contract is drafted or in force."""
    if row.step in (at.VOID, at.REPLACED):
        raise Refused(f"{row.title}{AGREEMENT.name_of(row.step)}，不能再变更附件")


# -- the process --------------------------------------------------------------------------------------------------

WITH_DRAFTER: dict[str, Any] = {"tone": "ca", "route": ADD, "page": f"{ADD}Dt?id={{id}}", "verb": "编辑"}
SOUND = [g.has_clauses, g.by_the_table, g.instalments_agree, g.not_over, g.devices_of_payer, g.alone]
AGREEMENT = add_process(
    Process(
        name="agreement",
        title="合同",
        model=Contract,
        start=at.DRAFT,
        ends=[at.REPLACED, at.EXPIRED, at.ENDED, at.VOID],
        numbers=lambda s: (s.agrno, s.agrno),
        about=lambda m: (m.unitname, m.agrname),
        steps=[
            Step(at.DRAFT, "起草", anybody, state="0", waits="合同待提交", **WITH_DRAFTER),
            Step(at.BACK, "审核退回", anybody, state="2", waits="合同被退回", **WITH_DRAFTER),
            Step(
                at.AUDIT,
                "待审核",
                not_the_drafter,
                state="1",
                tone="ca",
                route=AUDITS,
                page=f"{AUDITS}Dt?id={{id}}",
                verb="审核",
                waits="合同审核",
                refusal="自己起草的合同须由他人审核",
            ),
            Step(
                at.CONFIRM,
                "待确认",
                a_third,
                state="3",
                tone="ca",
                route=SEALS,
                page=f"{SEALS}Dt?id={{id}}",
                verb="确认",
                waits="合同确认",
                refusal="合同的起草、审核、确认不能是同一人",
            ),
            Step(at.IN_FORCE, "已生效", nobody, state="4", tone="go"),
            Step(at.CHANGING, "变更中", nobody, state="5", tone="ca"),
            Step(at.REPLACED, "已变更", nobody, state="9", tone="ok", follows=True),
            Step(at.EXPIRED, "已到期", nobody, state="7", tone="ok", follows=True),
            Step(at.ENDED, "已终止", nobody, state="6", tone="no"),
            Step(at.VOID, "已作废", nobody, state="8", tone="ok"),
        ],
        moves=[
            Move(
                "submit",
                "提交",
                at.EDITED,
                at.AUDIT,
                p.AGREE,
                batch=False,
                guards=SOUND,
                stamps=["agrno", "drafter", "drafter_id"],
                forgets=["auditor", "auditor_id"],
                call=f"{CALLS}/submit",
                buttons=[Button("row", confirm="提交后由他人审核，审核前不能再修改")],
                done="已提交审核",
            ),
            Move(
                "audit",
                "审核",
                [at.AUDIT],
                at.CONFIRM,
                p.AUDIT,
                batch=False,
                guards=[g.legally_read],
                stamps=["auditor", "auditor_id"],
                effects=[note_legal],
                call=f"{CALLS}/audit",
                form=forms.AUDIT,
                buttons=[Button("row")],
            ),
            Move(
                "send_back",
                "退回",
                [at.AUDIT],
                at.BACK,
                p.AUDIT,
                batch=False,
                needs_reason=True,
                effects=[tell_drafter],
                call=f"{CALLS}/back",
                form=forms.SEND_BACK,
                buttons=[Button("row")],
            ),
            Move(
                "confirm",
                "确认",
                [at.CONFIRM],
                at.IN_FORCE,
                p.SEAL,
                batch=False,
                signed=True,
                guards=[g.by_the_table, g.not_over, g.not_backdated, g.original_stands, g.devices_of_payer, g.alone],
                effects=[take_effect, tell_drafter, tell_payer],
                call=f"{CALLS}/confirm",
                form=forms.CONFIRM,
                buttons=[Button("row")],
            ),
            Move(
                "refuse",
                "退回",
                [at.CONFIRM],
                at.BACK,
                p.SEAL,
                batch=False,
                needs_reason=True,
                effects=[tell_drafter],
                call=f"{CALLS}/refuse",
                form=forms.REFUSE,
                buttons=[Button("row")],
            ),
            Move(
                "void",
                "作废",
                [*at.EDITED, at.AUDIT, at.CONFIRM],
                at.VOID,
                p.AGREE,
                batch=False,
                anyone=True,
                needs_reason=True,
                effects=[resume_former],
                call=f"{CALLS}/void",
                form=forms.VOID,
                buttons=[Button("more")],
            ),
            Move(
                "change",
                "变更",
                [at.IN_FORCE],
                at.CHANGING,
                p.AGREE,
                batch=False,
                anyone=True,
                guards=[g.changed_from],
                effects=[draft_change],
                call=f"{CALLS}/change",
                form=forms.CHANGE,
                buttons=[Button("row")],
            ),
            Move(
                "end",
                "终止",
                at.RULING,
                at.ENDED,
                p.SEAL,
                batch=False,
                anyone=True,
                needs_reason=True,
                effects=[note_ended, tell_drafter],
                call=f"{CALLS}/end",
                form=forms.END,
                buttons=[Button("more")],
            ),
        ],
    )
)
