"""The correction of an archive as a process: the applicant asks, somebody else audits, the archive follows."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, func, literal, select
from sqlalchemy.orm import Session

from tejian.archives.models.correction import DRAFT, Correction
from tejian.archives.models.files import Attachment
from tejian.archives.permissions import CORRECT_APPLY, CORRECT_AUDIT, REPORT_APPROVE
from tejian.kit.database import audit
from tejian.kit.forms.formview import Field, FormView, Group
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody, nothing
from tejian.messages.api import tell
from tejian.system.models.accounts import Role, SysUser

from .kinds import kind_of, read_new, shown

ROUTE = "/bsArchives/correctMng/queryDetail?id={id}"


def _own(me: User) -> Any:
    """申请人；报告提出的草稿为档案员"""
    return Correction.with_(me)


def _others(me: User) -> Any:
    """申请人、发现人以外的人"""
    return and_(Correction.createby != me.id, Correction.finder != me.id)


# -- guards ---------------------------------------------------------------------------------------------------------


def subject_of(d: Doing) -> Any:
    """The archive that is corrected, locked; the auditor need not have it in the own scope, the applicant does."""
    kind = kind_of(d.subject.entity)
    query = select(kind.model).where(kind.model.id == d.subject.object_id).with_for_update()
    return d.db.scalars(query.execution_options(populate_existing=True)).one()


def still_alive(d: Doing) -> str | None:
    """档案仍在"""
    row = subject_of(d)
    gone = getattr(row, "equDel", 0) or getattr(row, "unitDel", 0)
    return "该档案已删除或已合并，不能更正" if gone else None


def not_busy(d: Doing) -> str | None:
    """没有在办业务"""
    return kind_of(d.subject.entity).busy(d.db, subject_of(d))


def unchanged(d: Doing) -> str | None:
    """原值未变"""
    kind, row = kind_of(d.subject.entity), subject_of(d)
    for line in d.subject.lines:
        now = kind.read(row, line["field"])
        if (now or "") != (line["old"] or ""):
            field = kind.fields(d.db, row)[line["field"]]
            said = shown(d.db, d.me.dict_version, kind, field, now)
            return f"{line['label']}在申请后已变为「{said or '空'}」，请退回重新申请"
    return None


def has_proof(d: Doing) -> str | None:
    """有证明附件；报告提出的，报告即依据"""
    if d.subject.reportno:
        return None
    mine = select(Attachment.id).where(
        Attachment.owner == "correction", Attachment.attrefsysid == d.subject.id, Attachment.deleted.is_(False)
    )
    return None if d.db.scalar(mine.limit(1)) else "请上传更正依据（附件）"


def has_lines(d: Doing) -> str | None:
    """有更正内容和原因"""
    return None if d.subject.lines and d.subject.reason else "请填写更正内容和更正原因"


def mine_only(d: Doing) -> str | None:
    """申请人本人"""
    return None if d.subject.createby == d.me.id else "只有申请人可以撤回"


# -- effects --------------------------------------------------------------------------------------------------------


def note_submitted(d: Doing) -> None:
    """通知审核人；报告提出的由提交人办理"""
    if d.subject.createby != d.me.id:
        take_over(d.subject, d.me)
    title = f"{d.subject.corrno} {d.subject.title} 待审核"
    tell(d.db, _auditors(d.db, d.subject, d.me), "档案更正", title, route="/bsArchives/correctMng/correctAudit")


def take_over(row: Correction, me: User) -> None:
    """What a report proposed is the request of who takes it; who found it stays named."""
    row.createby, row.applicant = me.id, me.name


def _auditors(db: Session, row: Correction, me: User) -> list[str]:
    """Who may audit in the institute of the correction, but the applicant and who found it."""
    roles = select(Role.id).where(Role.permissions.contains([CORRECT_AUDIT]))
    held = select(func.unnest(SysUser.role_ids).label("role"), SysUser.id.label("id")).where(
        SysUser.enabled, SysUser.org_id == row.orgid, SysUser.id.not_in((me.id, row.finder))
    )
    sub = held.subquery()
    return sorted(set(db.scalars(select(sub.c.id).where(sub.c.role.in_(roles)))))


def note_decided(d: Doing) -> None:
    """记审核人、时间、意见，通知申请人"""
    s = d.subject
    s.auditor, s.audited_at = d.me.name, clock.now()
    s.opinion = (d.opinion or d.reason.text)[:500]
    word = "已更正" if s.step == DONE else "被退回"
    tell(d.db, [s.createby], "档案更正", f"{s.corrno} {s.title} {word}", route=ROUTE.format(id=s.id))


def write_archive(d: Doing) -> None:
    """写入档案：错误的值视为从未成立，自其记载之日起更正；变更记录注明更正单号"""
    kind, row = kind_of(d.subject.entity), subject_of(d)
    sent = {line["field"]: line["new"] for line in d.subject.lines}
    values = kind.judge(d.db, row, read_new(d.db, d.me, kind, row, sent))
    days = {name: audit.held_since(d.db, row, name) for name in values}
    for day in sorted(set(days.values())):
        part = {n: v for n, v in values.items() if days[n] == day}
        audit.holds_from(row, day)
        audit.caused_by(row, d.subject.corrno)
        kind.write(d.db, d.me, row, part)
        d.db.flush()


# -- the process ----------------------------------------------------------------------------------------------------

AUDIT, BACK, DONE, VOID = "AUDIT", "BACK", "DONE", "VOID"
OPEN = (DRAFT, BACK)  # with the applicant
BASE = "/bsArchives/correctMng"
APPLY: dict[str, Any] = {"route": f"{BASE}/correctApply", "page": f"{BASE}/addDetail?correction={{id}}", "verb": "编辑"}
REJECT = FormView(
    "correct_form_reject",
    "退回更正",
    "",
    [Group("", [Field("reason", "审核意见", "textarea", required=True, size=500, span=24, missing="请填写原因")])],
)


def numbers_of(_db: Session, rows: Sequence[Correction]) -> list[dict[str, str]]:
    """The answer of a submission: the number that each has got."""
    return [{"id": r.id, "corrno": r.corrno} for r in rows]


CORRECTION = add_process(
    Process(
        name="correction",
        title="档案更正",
        model=Correction,
        start=DRAFT,
        ends=[DONE, VOID],
        numbers=lambda s: (s.corrno, s.corrno),
        about=lambda m: (literal(""), m.title),
        steps=[
            Step(DRAFT, "草稿", _own, tone="ok", waits="更正草稿", **APPLY),
            Step(
                AUDIT,
                "待审",
                _others,
                tone="ca",
                waits="更正审核",
                refusal="不能审核自己提交或发现的更正申请",
                route=f"{BASE}/correctAudit",
                page=f"{BASE}/auditDetail?id={{id}}",
                verb="审核",
            ),
            Step(BACK, "退回", _own, tone="ca", waits="更正退回", **APPLY),
            Step(DONE, "已更正", nobody, tone="go"),
            Step(VOID, "已作废", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "submit",
                "提交",
                OPEN,
                AUDIT,
                CORRECT_APPLY,
                guards=[has_lines, still_alive, not_busy, unchanged, has_proof],
                stamps=["corrno", "submitted"],
                forgets=["opinion", "auditor", "audited_at"],
                effects=[note_submitted],
                call="/api/correct/submit",
                done="已提交，等待审核",
                answer=numbers_of,
            ),
            Move(
                "withdraw",
                "撤回",
                [AUDIT],
                DRAFT,
                CORRECT_APPLY,
                anyone=True,
                guards=[mine_only],
                buttons=[Button("more", confirm="撤回后回到草稿，可以修改后再提交")],
                call="/api/correct/withdraw",
                done="已撤回",
                answer=nothing,
            ),
            Move(
                "void",
                "作废",
                OPEN,
                VOID,
                CORRECT_APPLY,
                buttons=[Button("more", confirm="作废后不能再提交")],
                call="/api/correct/void",
                done="已作废",
                answer=nothing,
            ),
            Move(
                "lapse",
                "随报告更正撤销",
                [DRAFT, AUDIT, BACK],
                VOID,
                REPORT_APPROVE,
                within="/api/appbuss/approveReport",
                follows=True,
            ),
            Move(
                "agree",
                "同意更正",
                [AUDIT],
                DONE,
                CORRECT_AUDIT,
                guards=[still_alive, not_busy, unchanged],
                effects=[write_archive, note_decided],
                call="/api/correct/agree",
                done="已更正，档案已写入",
                answer=nothing,
            ),
            Move(
                "reject",
                "退回",
                [AUDIT],
                BACK,
                CORRECT_AUDIT,
                effects=[note_decided],
                needs_reason=True,
                call="/api/correct/reject",
                form=REJECT,
                done="已退回申请人",
                answer=nothing,
            ),
        ],
    )
)
STEP_NAMES = CORRECTION.names
