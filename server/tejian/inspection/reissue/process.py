"""A correction of a report: 申请 → 审核（质量部）→ 批准（授权签字人）→ written anew, or issued once more; on one page.

Source: workflow practice (report correction, supplement; numbers -G and -B of the number table).
"""

from typing import Any

from sqlalchemy import select

from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reissue import (
    APPROVE,
    AUDIT,
    BACK,
    DONE,
    DRAFT,
    OF_UNIT,
    OPEN,
    PENDING,
    SELF,
    SUPPLEMENT,
    UNDERWAY,
    VOID,
    ReportChange,
)
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.messages.api import tell

from . import forms
from .issuing import VALID, give_back, reopen, report_of, supplement

APPLY, DEAL = "/assistMng/reportCorretionMng/corretionApply", "/assistMng/reportCorretionMng/corretionDeal"
PAGE = "/assistMng/reportCorretionMng/corretionDetail?id={id}"
OWN = "/assistMng/subsidyApply"  # of the unit that asks for itself


def the_applicant(me: User) -> Any:
    """申请人"""
    return ReportChange.createby == me.id


def not_the_applicant(me: User) -> Any:
    """申请人以外有此权限的人"""
    return ReportChange.createby != me.id


def neither_applicant_nor_auditor(me: User) -> Any:
    """申请人、审核人以外有此权限的人"""
    return (ReportChange.createby != me.id) & (ReportChange.auditor_id != me.id)


# -- guards -------------------------------------------------------------------------------------------------------


def report_valid(d: Doing) -> str | None:
    """报告已批准且有效"""
    s = d.subject
    row = d.db.scalars(select(AppBuss).where(AppBuss.id == s.appbuss_id)).one()
    report = report_of(d.db, s.reportno)
    if report is None or row.step not in at.ISSUED:
        return f"报告{s.reportno}尚未批准，请在流程中退回修改"
    return None if report.state == VALID else f"报告{s.reportno}{report.state}，不能再申请更正或补发"


def no_other_change(d: Doing) -> str | None:
    """该报告没有在办的更正"""
    other = select(ReportChange.changeno).where(
        ReportChange.appbuss_id == d.subject.appbuss_id, ReportChange.id != d.subject.id, ReportChange.step.in_(PENDING)
    )
    found = d.db.scalars(other.limit(1)).first()
    return None if found is None else f"报告{d.subject.reportno}有在办的更正申请{found}，请先办结"


def not_submitted(d: Doing) -> str | None:
    """更正的报告还没有提交，更正前的内容可以恢复"""
    s = d.subject
    row = d.db.scalars(select(AppBuss).where(AppBuss.id == s.appbuss_id)).one()
    if row.step != at.ENTER:
        return f"更正报告{s.newno}已提交校核，请先退回到报告录入再放弃更正"
    return None if s.kept else f"{s.changeno}批准时没有保留更正前的内容，不能放弃，请按原内容提交更正报告"


# -- effects ------------------------------------------------------------------------------------------------------


def note_opinion(d: Doing) -> None:
    """记意见"""
    d.subject.opinion = d.opinion[:500]


def carry_out(d: Doing) -> None:
    """更正：退回录入，取更正编号；补发：签发补发报告"""
    if d.subject.kind == SUPPLEMENT:
        supplement(d.db, d.me, d.subject)
    else:
        reopen(d)


def refresh_unit(d: Doing) -> None:
    """单位信息更正的，申报单取单位档案的现值"""
    if d.subject.kind != OF_UNIT:
        return
    row = d.db.scalars(select(AppBuss).where(AppBuss.id == d.subject.appbuss_id)).one()
    main = d.db.scalars(select(AppMain).where(AppMain.id == row.appmain_id).with_for_update()).one()
    unit = d.db.scalars(select(Unit).where(Unit.id == main.unitsysid)).one()
    main.unitname, main.unitcode, main.unitaddress = unit.name, unit.code, unit.address
    row.unitname = unit.name


def tell_applicant(d: Doing) -> None:
    """告知申请人"""
    s = d.subject
    words = {APPROVE: "已审核，待批准", BACK: "被退回", UNDERWAY: "已批准，报告退回录入", DONE: "已完成"}
    words |= {VOID: f"不予补发：{s.opinion}" if s.way == SELF else "已放弃更正，原报告恢复有效"}
    page = OWN if s.way == SELF else PAGE.format(id=s.id)
    tell(d.db, [s.createby], "报告更正", f"{s.changeno} {s.reportno} {words[s.step]}", route=page)


def note_reason(d: Doing) -> None:
    """记退回原因"""
    d.subject.opinion = d.reason.text[:500]


def put_back(d: Doing) -> None:
    """原报告恢复有效，业务和原始记录恢复到更正之前"""
    give_back(d)


def after_approval(d: Doing) -> str:
    return DONE if d.subject.kind == SUPPLEMENT else UNDERWAY


def after_refusal(d: Doing) -> str:
    """Back to the applicant; what a unit has asked for itself ends, and it may ask anew."""
    return VOID if d.subject.way == SELF else BACK


# -- the process --------------------------------------------------------------------------------------------------

WITH_APPLICANT: dict[str, Any] = {"tone": "ca", "route": APPLY, "page": PAGE, "verb": "编辑"}
CHANGE = add_process(
    Process(
        name="report_change",
        title="报告更正",
        model=ReportChange,
        api="/api/reportChange",
        one_by_one=True,
        start=DRAFT,
        ends=[DONE, VOID, UNDERWAY],
        numbers=lambda s: (s.changeno, s.seisn),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            Step(DRAFT, "草稿", the_applicant, waits="报告更正草稿", **WITH_APPLICANT),
            Step(BACK, "退回", the_applicant, waits="报告更正退回", **WITH_APPLICANT),
            Step(
                AUDIT,
                "待审核",
                not_the_applicant,
                tone="ca",
                waits="报告更正审核",
                route=DEAL,
                page=PAGE,
                verb="审核",
                refusal="不能审核自己提交的报告更正",
            ),
            Step(
                APPROVE,
                "待批准",
                neither_applicant_nor_auditor,
                tone="ca",
                waits="报告更正批准",
                route=DEAL,
                page=PAGE,
                verb="批准",
                refusal="报告更正的申请、审核、批准不能是同一人",
            ),
            Step(UNDERWAY, "更正中", nobody, tone="go"),
            Step(DONE, "已完成", nobody, tone="ok"),
            Step(VOID, "已作废", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "submit",
                "提交",
                OPEN,
                AUDIT,
                p.CHANGE_APPLY,
                guards=[report_valid, no_other_change],
                stamps=["changeno", "submitted"],
                forgets=["opinion", "auditor", "auditor_id"],
                buttons=[Button("row", confirm="提交质量部审核")],
                done="已提交，等待审核",
            ),
            Move(
                "void",
                "作废",
                OPEN,
                VOID,
                p.CHANGE_APPLY,
                done="已作废",
                buttons=[Button("more", confirm="作废后不能再提交")],
            ),
            Move(
                "agree",
                "审核",
                [AUDIT],
                APPROVE,
                p.CHANGE_AUDIT,
                guards=[report_valid],
                stamps=["auditor", "auditor_id", "audited_at"],
                effects=[note_opinion, tell_applicant],
                form=forms.AGREE,
                done="已审核，等待批准",
            ),
            Move(
                "approve",
                "批准",
                [APPROVE],
                after_approval,
                p.CHANGE_APPROVE,
                choices=[UNDERWAY, DONE],
                signed=True,
                guards=[report_valid],
                stamps=["approver", "approved_at"],
                effects=[note_opinion, carry_out, refresh_unit, tell_applicant],
                form=forms.APPROVE,
                done="已批准",
            ),
            Move(
                "reject",
                "退回",
                [AUDIT],
                after_refusal,
                p.CHANGE_AUDIT,
                choices=[BACK, VOID],
                needs_reason=True,
                effects=[note_reason, tell_applicant],
                form=forms.REJECT,
                buttons=[Button("row")],
            ),
            Move(
                "refuse",
                "不批准",
                [APPROVE],
                after_refusal,
                p.CHANGE_APPROVE,
                choices=[BACK, VOID],
                needs_reason=True,
                effects=[note_reason, tell_applicant],
                form=forms.REFUSE,
                buttons=[Button("row")],
            ),
            Move(
                "give_up",
                "放弃更正",
                [UNDERWAY],
                VOID,
                p.CHANGE_APPROVE,
                anyone=True,
                needs_reason=True,
                guards=[not_submitted],
                effects=[note_reason, put_back, tell_applicant],
                call="/api/reportChange/giveUp",
                form=forms.GIVE_UP,
                done="已放弃更正，原报告恢复有效",
            ),
            Move(
                "finish",
                "签发更正报告",
                [UNDERWAY],
                DONE,
                p.APPROVE,
                effects=[tell_applicant],
                within="/api/appbuss/approveReport",
                follows=True,
            ),
        ],
    )
)
