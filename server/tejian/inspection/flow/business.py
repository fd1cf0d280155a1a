"""任务 → 报告 → 发放: a business item from its acceptance to its release, on one page.

What is before: declaration.py; who handles which step: business_steps.py.

Sources: specification 001 §4.1 (step codes), workflow practice (actors, checks, return matrix).
"""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import select

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reissue import ReportChange
from tejian.inspection.records import api as records
from tejian.inspection.records.api import OF_RECORD, RecordForm
from tejian.kit.database.flowlog import FlowLog, since_made
from tejian.kit.forms.form import ManyIds
from tejian.kit.ground.actions import Button
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, add_process, nothing

from . import effects as e
from . import forms
from . import guards as g
from . import signing as s
from .business_steps import NAMES, STEPS
from .declaration import DECLARATION
from .keeping import note_checks
from .steps import backs_of, first_used, handlers_of, limit_of
from .supervising import issue_certificate, stop_supervision, supervision_passed, write_certificate

# -- where a move leads -------------------------------------------------------------------------------------------


def after_verification(d: Doing) -> str:
    """Sub-reports are audited before the report that they belong to; one without any goes straight to its audit."""
    parts = records.sub_reports(d.db, d.subject)
    return first_used(d.db, d.subject, at.AUDIT_FX, at.AUDIT) if parts else at.AUDIT


def after_approval(d: Doing) -> str:
    return first_used(d.db, d.subject, at.PRINT, at.ARCHIVE)


def before_correction(d: Doing) -> str:
    """The step at which a correction that is given up found the item."""
    mine = (ReportChange.appbuss_id == d.subject.id, ReportChange.newno == d.subject.reportno)
    kept = d.db.scalars(select(ReportChange.kept).where(*mine)).first() or {}
    return str(kept["item"]["step"])


def the_chosen(choices: Sequence[str]) -> Callable[[Doing], str]:
    """The step that the person picked among those the matrix allows."""

    def pick(d: Doing) -> str:
        left = backs_of(d.db, d.subject, choices)
        wanted: str = d.form["toStep"] or (left or choices)[0]
        if wanted not in choices:
            raise BadInput("不能退回到该环节")
        if wanted not in left:
            allowed = "、".join(NAMES[one] for one in left)
            raise Refused(f"流程配置不允许从{NAMES[d.subject.step]}退回到{NAMES[wanted]}，可以退回到：{allowed}")
        return wanted

    return pick


WITHDRAWABLE = (at.CONFIRM, at.BUILD, at.ENTER, at.VERIFY, at.AUDIT_FX, at.AUDIT, at.APPROVE)
ENDABLE = (at.ARRANGE, at.CONFIRM, at.BUILD, at.ENTER)
OPEN = (at.ACCEPT, at.ARRANGE, *WITHDRAWABLE, at.END)


def one_step_back(d: Doing) -> str:
    """The step that the last forward move came from: what a withdrawal undoes."""
    mine = (FlowLog.subject_id == d.subject.id, FlowLog.to_step == d.subject.step)
    last = select(FlowLog.from_step).where(*mine, FlowLog.from_step != FlowLog.to_step)
    found = d.db.scalars(last.where(since_made(d.subject)).order_by(FlowLog.id.desc()).limit(1)).first()
    return found if found in (at.ARRANGE, *WITHDRAWABLE) else d.subject.step


def where_it_stood(d: Doing) -> str:
    """The step from which the end of inspection was asked for."""
    return d.subject.backDutyTask or at.ENTER


CATEGORY = "差错类别"


def returns(name: str, frm: str, may: str, choices: Sequence[str], place: str = "", reason: str = "退回原因") -> Move:
    """A return of a business item from one step to one of the steps that the matrix allows.

    A report that is sent back for its faults says at which items they are.
    """
    marks = [forms.MARKS] if reason == CATEGORY else []
    return Move(
        name,
        "退回",
        [frm],
        the_chosen(choices),
        may,
        choices=choices,
        needs_reason=True,
        guards=[g.marks_exist] if marks else [],
        effects=[
            e.note_return,
            *([e.mark_items] if marks else []),
            s.take_signatures_back,
            e.drop_record,
            e.tell_writer,
            e.tell_put_off,
        ],
        call="/api/appbuss/sendBack",
        form=forms.back(f"jy_form_{name}", {c: NAMES[c] for c in choices}, reason, *marks),
        buttons=[Button(place)] if place else [],
        otherwise="{step}环节不能退回，请走报告更正",
    )


def forward(name: str, label: str, frm: str, to: Any, may: str, **more: Any) -> Move:
    """A move to the next step: its own effects come after the mark of a return is gone."""
    own = more.pop("effects", [])
    return Move(name, label, [frm], to, may, effects=[e.clear_return, *own], **more)


JUDGED = (
    s.opened_now,
    g.reviewer_qualified,
    g.parts_audited,
    g.reviewer_signed,
    g.conclusion_holds,
    g.checks_hold,
    g.findings_answered,
    g.remarks_answered,
    g.reasons_stand,
)
BUSINESS = add_process(
    Process(
        name="business",
        title="检验业务",
        model=AppBuss,
        start=at.ARRANGE,
        ends=[at.DONE, at.ENDED, at.VOID, at.ACCEPT],
        numbers=lambda s: (s.seisn, s.appno),
        about=lambda m: (m.unitname, m.equname),
        limit=limit_of,
        handlers=handlers_of,
        always=[e.note_hand, e.settle_header, e.end_requests],
        keys={"seisn": AppBuss.seisn},
        steps=STEPS,
        moves=[
            forward(
                "arrange",
                "任务安排",
                at.ARRANGE,
                at.CONFIRM,
                p.ARRANGE,
                guards=[
                    g.two_inspectors,
                    g.working_day,
                    g.unit_can,
                    g.people_present,
                    g.qualified_inspectors,
                    g.signed_by_two,
                    g.inspectors_may_sign,
                    g.main_goes_on,
                    g.main_is_given,
                    g.steps_are_given,
                    g.judges_left,
                    g.instruments_valid,
                ],
                before=[e.write_arrangement],
                effects=[e.note_arranged, e.take_task_number, e.tell_inspectors, e.ask_about_day],
                call="/api/appmain/taskSchedCommit",
                batch_call="/api/appmain/taskSchedBatchCommit",
                form=forms.ArrangeForm,
                buttons=[Button("toolbar", "批量安排", route="/businessPro/taskArrange/form?ids={ids}")],
            ),
            Move(
                "void_task",
                "任务作废",
                [at.ARRANGE, at.CONFIRM],
                at.ACCEPT,
                p.ARRANGE_VOID,
                anyone=True,
                needs_reason=True,
                effects=[e.note_return, e.note_task_void],
                call="/api/appmain/voidRwap",
                form=forms.void("jy_form_void_task"),
                buttons=[Button("batch", step=at.ARRANGE)],
                empty="请选择作废数据",
            ),
            returns("arrange_back", at.ARRANGE, p.ARRANGE, [at.ACCEPT], "batch"),
            forward(
                "confirm",
                "任务确认",
                at.CONFIRM,
                at.BUILD,
                p.CONFIRM,
                guards=[g.two_inspectors, g.qualified_inspectors, g.signed_by_two, g.instruments_valid, g.briefed],
                effects=[e.write_confirmation],
                call="/api/appmain/taskConfirmCommit",
                form=forms.ConfirmForm,
            ),
            Move(
                "replan",
                "改期换人",
                [at.BUILD, at.CONFIRM],
                at.CONFIRM,
                p.ARRANGE,
                effects=[e.note_replanned, e.tell_inspectors, e.ask_about_day, e.settle_header],
                within="/api/taskRequest/agree",
                follows=True,
            ),
            returns("confirm_back", at.CONFIRM, p.CONFIRM, [at.ARRANGE], "batch"),
            forward(
                "build",
                "报告生成",
                at.BUILD,
                at.ENTER,
                p.BUILD,
                effects=[e.build_record],
                call="/api/appbuss/buildReport",
                form=forms.BuildForm,
                buttons=[Button("toolbar", "批量生成", "确定为所选业务生成报告吗？")],
                done="已生成报告",
            ),
            returns("build_back", at.BUILD, p.BUILD, [at.CONFIRM, at.ARRANGE], "batch"),
            forward(
                "enter",
                "提交报告",
                at.ENTER,
                at.VERIFY,
                p.ENTER,
                batch=False,
                before=[e.write_record],
                guards=[
                    g.dates_in_order,
                    g.record_complete,
                    g.notice_issued,
                    g.parts_handed_in,
                    g.record_instruments_valid,
                    g.record_instruments_in_order,
                    g.people_still_qualified,
                    g.signed_by_two,
                    g.remarks_answered,
                ],
                effects=[e.write_entry, e.number_again, e.number_parts, note_checks, s.sign_entry],
                signed=True,
                call="/api/appbuss/submitRecord",
                form=RecordForm,
                reads=OF_RECORD,
                answer=nothing,
            ),
            returns("enter_back", at.ENTER, p.ENTER, [at.BUILD], "more"),
            Move(
                "end_ask",
                "申请检验结束",
                ENDABLE,
                at.END,
                p.END,
                needs_reason=True,
                anyone=True,
                guards=[g.nothing_issued],
                effects=[e.note_end],
                call="/api/appbuss/cancelAppBuss",
                form=forms.END_ASK,
                buttons=[Button("more", "检验结束")],
            ),
            Move(
                "end_agree",
                "同意检验结束",
                [at.END],
                at.ENDED,
                p.END_AGREE,
                effects=[stop_supervision],
                call="/api/appbuss/agreeEnd",
                form=forms.END_AGREE,
                buttons=[Button("row", "同意")],
            ),
            Move(
                "end_refuse",
                "不同意检验结束",
                [at.END],
                where_it_stood,
                p.END_AGREE,
                choices=ENDABLE,
                needs_reason=True,
                call="/api/appbuss/refuseEnd",
                form=forms.END_REFUSE,
                buttons=[Button("row", "不同意")],
            ),
            forward(
                "verify",
                "报告确认",
                at.VERIFY,
                after_verification,
                p.VERIFY,
                choices=[at.AUDIT_FX, at.AUDIT],
                guards=[g.reviewer_signed, s.inspectors_signed],
                effects=[e.note_verified, s.sign_verified],
                signed=True,
                call="/api/appbuss/verifyReport",
                buttons=[Button("toolbar", "批量确认", "确定确认所选报告吗？")],
                verb="确认",
                done="已确认",
            ),
            returns("verify_back", at.VERIFY, p.VERIFY, [at.ENTER], "batch", CATEGORY),
            Move(
                "sign",
                "检验人员签名",
                at.SIGNABLE,
                STAY,
                p.SIGN,
                anyone=True,
                signed=True,
                guards=[s.own_inspection, s.not_signed_yet, s.opened_before, g.reviewer_signed],
                effects=[s.sign_inspection],
                call="/api/appbuss/signRecord",
                form=ManyIds,
                verb="签名",
                done="已签名",
                otherwise="{number}当前环节为{step}，不能签名",
            ),
            forward(
                "audit_fx",
                "分项审核通过",
                at.AUDIT_FX,
                at.AUDIT,
                p.AUDIT_FX,
                batch=False,
                guards=[
                    s.opened_now,
                    g.reviewer_qualified,
                    g.reviewer_signed,
                    g.parts_audited,
                    g.conclusion_holds,
                    g.checks_hold,
                    g.findings_answered,
                    g.remarks_answered,
                    g.reasons_stand,
                ],
                effects=[e.note_fx_audited, note_checks, s.sign_fx_audited],
                form=forms.DecisionForm,
                signed=True,
                call="/api/appbuss/auditReportFx",
                verb="同意",
                done="审核通过",
            ),
            returns("audit_fx_back", at.AUDIT_FX, p.AUDIT_FX, [at.ENTER, at.BUILD, at.ARRANGE], reason=CATEGORY),
            forward(
                "audit",
                "审核通过",
                at.AUDIT,
                at.APPROVE,
                p.AUDIT,
                batch=False,
                guards=[*JUDGED],
                effects=[e.note_audited, note_checks, s.sign_audited],
                form=forms.DecisionForm,
                signed=True,
                call="/api/appbuss/auditReport",
                verb="同意",
                done="审核通过",
            ),
            returns("audit_back", at.AUDIT, p.AUDIT, [at.ENTER, at.BUILD, at.ARRANGE], reason=CATEGORY),
            forward(
                "approve",
                "批准",
                at.APPROVE,
                after_approval,
                p.APPROVE,
                choices=[at.PRINT, at.ARCHIVE],
                batch=False,
                guards=[*JUDGED, s.inspectors_signed, supervision_passed],
                effects=[
                    note_checks,
                    e.note_approved,
                    s.sign_approved,
                    e.update_archive,
                    issue_certificate,
                    write_certificate,
                    e.issue_report,
                ],
                form=forms.DecisionForm,
                signed=True,
                call="/api/appbuss/approveReport",
                done="已批准",
            ),
            returns("approve_back", at.APPROVE, p.APPROVE, [at.ENTER, at.AUDIT], reason=CATEGORY),
            forward(
                "print",
                "报告打印",
                at.PRINT,
                at.ARCHIVE,
                p.PRINT,
                effects=[e.write_print],
                within="/api/appbuss/saveReportPrintInfo",
                form=forms.PrintedForm,
                buttons=[Button("row", "打印报告", page=True), Button("toolbar", "批量打印", page=True)],
            ),
            forward(
                "archive",
                "报告归档",
                at.ARCHIVE,
                at.RELEASE,
                p.ARCHIVE,
                guards=[g.hazards_registered],
                effects=[e.write_archive],
                call="/api/appbuss/archiveReport",
                form=forms.ARCHIVE,
                buttons=[Button("toolbar", "批量归档")],
            ),
            forward(
                "release",
                "报告发放",
                at.RELEASE,
                at.DONE,
                p.RELEASE,
                guards=[g.paid_or_arrears],
                effects=[e.write_release, e.tell_released],
                call="/api/appbuss/releaseReport",
                form=forms.RELEASE,
                buttons=[Button("toolbar", "批量发放")],
            ),
            Move(
                "reopen",
                "更正重新录入",
                at.ISSUED,
                at.ENTER,
                p.CHANGE_APPROVE,
                effects=[s.sign_anew, e.note_reopened, e.settle_header],
                within="/api/reportChange/approve",
                follows=True,
            ),
            Move(
                "restore",
                "放弃更正",
                [at.ENTER],
                before_correction,
                p.CHANGE_APPROVE,
                choices=[*at.ISSUED],
                effects=[e.note_restored, e.number_parts, e.settle_header],
                within="/api/reportChange/giveUp",
                follows=True,
            ),
            Move(
                "arrears",
                "欠费发放",
                at.APPROVED,
                STAY,
                p.ARREARS,
                needs_reason=True,
                anyone=True,
                signed=True,
                guards=[g.within_credit],
                effects=[e.allow_arrears],
                call="/api/appbuss/allowArrears",
                form=forms.ARREARS,
                buttons=[Button("toolbar", step=at.RELEASE)],
                otherwise="{number}尚未批准，不能办理欠费发放",
            ),
            Move(
                "withdraw",
                "自主撤回",
                WITHDRAWABLE,
                one_step_back,
                p.WITHDRAW,
                choices=[at.ARRANGE, *WITHDRAWABLE],
                anyone=True,
                guards=[g.not_opened],
                effects=[s.take_signatures_back, e.drop_record, e.tell_put_off],
                call="/api/appmain/autoWithdraw",
                otherwise="{number}当前环节为{step}，不能撤回",
                answer=nothing,
            ),
            Move(
                "void",
                "作废",
                OPEN,
                at.VOID,
                p.APPLY_VOID,
                effects=[e.tell_void, stop_supervision, e.end_requests],
                within="/api/appmain/voidSbdj",
                follows=True,
            ),
        ],
    )
)
STEP_NAMES = {**DECLARATION.names, **BUSINESS.names}
TONES = {**DECLARATION.tones, **BUSINESS.tones, at.SUPPLEMENT: "ca", at.WITHDRAWN: "ca"}
