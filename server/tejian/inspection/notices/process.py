"""A notice from its draft to its closing, on one page.

Sources: workflow practice (notice on site, signed or left with witnesses, feedback per problem; layout fields).
"""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import one_of
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import LETTERS
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.notices import (
    ANSWERED,
    CLOSED,
    DRAFT,
    MEND,
    OPEN,
    OPINION,
    PASSED_ON,
    RECTIFY,
    SERIOUS,
    SIGN,
    VOID,
    InspectionNotice,
    NoticeProblem,
)
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import api as records
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody, nothing
from tejian.messages.api import send_sms, tell

from . import forms

LIST = "/assistMng/opinionNotification"
PAGE = "/assistMng/noticeDetail?id={id}"
GRAVE = "3"  # C654: 严重


def problems_of(db: Session, notice: InspectionNotice) -> list[NoticeProblem]:
    query = select(NoticeProblem).where(NoticeProblem.notice_id == notice.id)
    return list(db.scalars(query.order_by(NoticeProblem.seq, NoticeProblem.id)))


def item_of(d: Doing) -> AppBuss:
    return d.db.scalars(select(AppBuss).where(AppBuss.id == d.subject.appbuss_id).with_for_update()).one()


# -- guards -------------------------------------------------------------------------------------------------------


def has_problems(d: Doing) -> str | None:
    """至少一个问题"""
    return None if problems_of(d.db, d.subject) else "通知书没有问题，请先填写存在的问题和处理意见"


def due_ahead(d: Doing) -> str | None:
    """整改反馈期限未过"""
    due = d.subject.due
    if due is None:
        return "请填写整改反馈期限"
    return f"整改反馈期限{due}已过" if due < clock.today() else None


def serious_is_copied(d: Doing) -> str | None:
    """严重问题用通知书（二）"""
    worst = max((one.level for one in problems_of(d.db, d.subject)), default="")
    if worst >= GRAVE and d.subject.kind == OPINION:
        return f"有{forms.LEVELS[worst]}问题，应开具检验意见通知书（二）并抄送监管部门"
    return None


def received_in_time(d: Doing) -> str | None:
    """签收日期在签发之后且不晚于今天"""
    day = d.form["receivedate"]
    if day > clock.today():
        return f"签收日期{day}不得晚于今天"
    made = d.subject.noticedate
    return f"签收日期{day}不得早于签发日期{made}" if made and day < made else None


def two_witnesses(d: Doing) -> str | None:
    """两名不同的见证人"""
    same = d.form["witness1"].strip() == d.form["witness2"].strip()
    return "见证人须为两名不同的人" if same else None


def every_problem_answered(d: Doing) -> str | None:
    """每个问题都有整改措施"""
    left = [one.seq for one in problems_of(d.db, d.subject) if not (one.measure and one.donedate)]
    return f"第{'、'.join(map(str, left))}个问题没有填写整改措施和完成日期" if left else None


def is_overdue(d: Doing) -> str | None:
    """整改反馈期限已过"""
    due = d.subject.due
    late = due is not None and due < clock.today()
    return None if late else f"{d.subject.noticeno}的整改反馈期限{due}未到，不能移交监管"


def report_not_issued(d: Doing) -> str | None:
    """报告尚未提交"""
    row = item_of(d)
    if d.subject.kind == RECTIFY or not d.subject.noticeno or row.step in at.UNWRITTEN:
        return None
    return f"业务{row.seisn}的报告已引用该通知书，不能作废"


# -- effects ------------------------------------------------------------------------------------------------------


def take_number_of_notice(d: Doing) -> None:
    """取通知书编号"""
    s = d.subject
    for one in problems_of(d.db, s):
        one.deadline = one.deadline or s.due
    letters = LETTERS.get(s.equclass, "QT")
    s.noticeno = take_number(d.db, "rectify" if s.kind == RECTIFY else "opinion", kind=letters)


def write_into_record(d: Doing) -> None:
    """原始记录引用该编号和期限"""
    record = d.db.scalars(
        select(OriginalRecord).where(OriginalRecord.appbuss_id == d.subject.appbuss_id).with_for_update()
    ).first()
    if record is None or d.subject.kind == RECTIFY or item_of(d).step not in at.UNWRITTEN:
        return
    record.opinionno, record.rectifydue = d.subject.noticeno, d.subject.due


def take_out_of_record(d: Doing) -> None:
    """原始记录不再引用该编号"""
    d.subject.voidreason = d.reason.text[:500]
    query = select(OriginalRecord).where(OriginalRecord.appbuss_id == d.subject.appbuss_id).with_for_update()
    record = d.db.scalars(query).first()
    if record is not None and d.subject.noticeno and record.opinionno == d.subject.noticeno:
        record.opinionno = ""


def tell_unit(d: Doing) -> None:
    """短信通知单位签收"""
    row = item_of(d)
    main = d.db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    data = {"noticeno": d.subject.noticeno, "equname": d.subject.equname, "unitname": d.subject.unitname}
    send_sms(d.db, "YJTZ", main.INSCONTACTTEL, data | {"due": str(d.subject.due)}, d.subject.noticeno)


def copy_serious(d: Doing) -> None:
    """通知书（二）抄送监管部门"""
    if d.subject.kind == SERIOUS:
        _copy(d, "检验意见通知书（二）")


def _copy(d: Doing, title: str) -> None:
    """Tell the supervision of the place, and note on the notice that it has a copy."""
    device = one_of(d.db, d.subject.equdatasysid)
    s = d.subject
    words = f"{s.noticeno} {s.unitname} {s.equname}{s.equcode}"
    tell(d.db, records.supervisors_of(d.db, device.areacode), title, words, route=PAGE.format(id=s.id))
    s.copied = "设备所在地特种设备安全监督管理部门"


def write_refusal(d: Doing) -> None:
    """记拒签情况与见证人"""
    d.subject.refused, d.subject.refusal = True, d.reason.text[:500]
    d.subject.witnesses = f"{d.form['witness1'].strip()}、{d.form['witness2'].strip()}"


def tell_issuer(d: Doing) -> None:
    """告知签发人单位已反馈"""
    s = d.subject
    title = f"{s.noticeno} {s.unitname} 已提交整改反馈"
    tell(d.db, [s.issuer_id], "整改反馈", title, route=PAGE.format(id=s.id))


def tell_again(d: Doing) -> None:
    """告知签发人复检合格，通知书结束"""
    s = d.subject
    tell(d.db, [s.issuer_id], "整改反馈", f"{s.noticeno} {s.unitname} 复检合格，通知书结束", route=PAGE.format(id=s.id))


def ask_again(d: Doing) -> None:
    """告知单位反馈被退回"""
    row = item_of(d)
    main = d.db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    data = {"noticeno": d.subject.noticeno, "reason": d.reason.text[:200], "due": str(d.subject.due)}
    send_sms(d.db, "ZGTH", main.INSCONTACTTEL, data, d.subject.noticeno)


def hand_over(d: Doing) -> None:
    """移交监管部门"""
    _copy(d, "逾期未整改移交")


# -- the process --------------------------------------------------------------------------------------------------


def waits(code: str, name: str, verb: str, tone: str = "ca", **more: Any) -> Step:
    return Step(code, name, anybody, tone=tone, route=LIST, page=PAGE, verb=verb, **more)


NOTICE = add_process(
    Process(
        name="notice",
        title="检验意见通知书",
        model=InspectionNotice,
        api="/api/opinion",
        start=DRAFT,
        ends=[CLOSED, VOID],
        numbers=lambda s: (s.noticeno, s.seisn),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            waits(DRAFT, "待签发", "签发", waits="通知书待签发"),
            waits(SIGN, "待签收", "签收", waits="通知书待签收"),
            waits(MEND, "待整改", "反馈", waits="整改待反馈"),
            waits(ANSWERED, "已反馈", "确认", waits="整改待确认"),
            waits(PASSED_ON, "已移交监管", "反馈", "no", waits="移交监管未整改"),
            Step(CLOSED, "已确认", nobody, tone="go"),
            Step(VOID, "已作废", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "issue",
                "签发",
                [DRAFT],
                SIGN,
                p.NOTICE,
                guards=[has_problems, due_ahead, serious_is_copied],
                stamps=["issuer", "issuer_id", "noticedate"],
                effects=[take_number_of_notice, write_into_record, tell_unit, copy_serious],
                signed=True,
                buttons=[Button("toolbar", confirm="签发后取编号并通知单位，不能再修改")],
                done="已签发",
                answer=nothing,
            ),
            Move(
                "sign",
                "签收",
                [SIGN],
                MEND,
                p.NOTICE_ANSWER,
                batch=False,
                guards=[received_in_time],
                takes=["receiver", "receivertel", "receivedate"],
                form=forms.SIGNED,
                answer=nothing,
            ),
            Move(
                "refuse",
                "拒签",
                [SIGN],
                MEND,
                p.NOTICE,
                batch=False,
                needs_reason=True,
                guards=[received_in_time, two_witnesses],
                takes=["receivedate"],
                effects=[write_refusal],
                form=forms.REFUSED,
                answer=nothing,
            ),
            Move(
                "answer",
                "提交反馈",
                [MEND, PASSED_ON],
                ANSWERED,
                p.NOTICE_ANSWER,
                batch=False,
                guards=[every_problem_answered],
                takes=["feedbackman", "feedbackdate"],
                effects=[tell_issuer],
                call="/api/opinion/feedback",
                form=forms.FEEDBACK,
                answer=nothing,
            ),
            Move(
                "confirm",
                "确认整改",
                [ANSWERED],
                CLOSED,
                p.NOTICE,
                batch=False,
                stamps=["confirmby", "confirmdate"],
                form=forms.AGREE,
                answer=nothing,
            ),
            Move(
                "again",
                "复检合格",
                OPEN,
                CLOSED,
                p.APPROVE,
                stamps=["confirmby", "confirmdate"],
                effects=[tell_again],
                within="/api/appbuss/approveReport",
                follows=True,
            ),
            Move(
                "reject",
                "退回反馈",
                [ANSWERED],
                MEND,
                p.NOTICE,
                batch=False,
                needs_reason=True,
                effects=[ask_again],
                form=forms.REJECT,
                buttons=[Button("row")],
                answer=nothing,
            ),
            Move(
                "pass_on",
                "移交监管",
                [SIGN, MEND],
                PASSED_ON,
                p.NOTICE,
                batch=False,
                needs_reason=True,
                guards=[is_overdue],
                effects=[hand_over],
                call="/api/opinion/passOn",
                form=forms.PASS_ON,
                answer=nothing,
            ),
            Move(
                "void",
                "作废",
                [DRAFT, *OPEN],
                VOID,
                p.NOTICE,
                batch=False,
                needs_reason=True,
                anyone=True,
                guards=[report_not_issued],
                effects=[take_out_of_record],
                form=forms.VOID_FORM,
                answer=nothing,
            ),
        ],
    )
)
