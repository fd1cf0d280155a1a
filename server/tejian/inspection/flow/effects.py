"""What follows from a move of an item, in the same transaction; what declarations share with it stands here too."""

from dataclasses import replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.persons.api import IDCARD, RECEIVER, keep_identity, masked, normalised
from tejian.inspection import codes as at
from tejian.inspection.models.fieldwork import GONE as WITH_RECORD
from tejian.inspection.models.fieldwork import OPEN as UNDECIDED
from tejian.inspection.models.fieldwork import RecordConflict
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.online import OnlineApplication
from tejian.inspection.models.replanning import WAIT, TaskRequest
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.visits import UnitVisit, of_declaration
from tejian.inspection.records import api as records
from tejian.inspection.records.api import RecordForm
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import check_version
from tejian.kit.database.numbering import take_number
from tejian.kit.forms.form import Form
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing, Effect
from tejian.kit.process.steps import PROCESSES
from tejian.messages.api import send_sms, tell
from tejian.system.models.organisations import Org

from . import guards
from .charged import credit_until
from .forms import ArrangeForm, ConfirmForm, PrintedForm
from .header import settle
from .people import accounts_of

# -- both ---------------------------------------------------------------------------------------------------------


def note_hand(d: Doing) -> None:
    """记办理人"""
    d.subject.last_by = d.me.id


def clear_return(d: Doing) -> None:
    """清除退回标记"""
    s = d.subject
    s.backReason = s.backDescription = s.backDutyTask = s.backStep = s.backUser = ""
    s.backTime = None


def note_return(d: Doing) -> None:
    """记录退回原因、责任环节与详细说明"""
    s = d.subject
    s.backReason = (d.reason.label or d.reason.text)[:256]
    s.backDescription = (d.reason.detail or d.reason.text)[:2000]
    s.backDutyTask = s.step
    s.backStep, s.backUser, s.backTime = d.before, d.me.name, clock.now()
    s.returned = True


def mark_items(d: Doing) -> None:
    """标记要改的项目"""
    record, asked = guards.record_of(d), d.form["marks"]
    if record is None:
        return
    records.mark(record, asked, d.me)
    lines = [f"第{one['seq']}项：{one['text']}" for one in asked]
    d.subject.backDescription = "\n".join([d.subject.backDescription, *lines])[:2000]


def because(label: str) -> Effect:
    """An effect that gives a return its reason in a word."""

    def note(d: Doing) -> None:
        d.subject.backReason = label

    note.__doc__ = f"退回原因为{label}"
    return note


def fill(row: Any, form: Form | Input, *names: str) -> None:
    """Write what was given; what was not stays as it is."""
    for name in names:
        if form[name]:
            setattr(row, name, form[name])


def in_a_sentence(d: Doing) -> str:
    """The reason of a move as it stands in a message: the full stop is the message's."""
    return d.reason.text.strip().rstrip("。；.;")[:300]


def settle_header(d: Doing) -> None:
    """申报单状态随业务更新"""
    settle(d.db, d.subject.appmain_id)


def tell_void(d: Doing) -> None:
    """告知检验人员业务作废"""
    row = d.subject
    tell(d.db, row.inspectors, "业务作废", f"{row.seisn} {row.equname} 已作废：{d.reason.text[:500]}")


# -- task ---------------------------------------------------------------------------------------------------------


def write_arrangement(d: Doing) -> None:
    """写入主检、协检、日期、仪器与车辆"""
    row: AppBuss = d.subject
    form: ArrangeForm = d.form
    if form.scinspector:
        people = list(dict.fromkeys([form.scinspector, *form.inspectors]))
        users = {key: one.name for key, one in accounts_of(d, people).items()}
        row.scinspector, row.inspectors = form.scinspector, people
        row.scinspectorname = users.get(form.scinspector, "")
        row.inspectornames = "、".join(users.get(one, "") for one in people)
    fill(row, form, "plandate", "timeslot", "vehicle", "taskremark", "instruments")


def note_arranged(d: Doing) -> None:
    """记安排人"""
    d.subject.arrangedby, d.subject.taskvoided = d.me.id, ""


def take_task_number(d: Doing) -> None:
    """取任务单号"""
    if not d.subject.taskno:
        d.subject.taskno = take_number(d.db, "task")


def tell_inspectors(d: Doing) -> None:
    """通知检验人员与单位联系人"""
    row = d.subject
    tel = d.db.scalar(select(AppMain.INSCONTACTTEL).where(AppMain.id == row.appmain_id)) or ""
    title = f"{row.plandate} {row.unitname} {row.equname} 检验任务 {row.seisn}"
    tell(d.db, row.inspectors, "任务安排", title, route=f"/businessPro/taskConfirm/form?id={row.id}")
    data = {"seisn": row.seisn, "date": str(row.plandate), "inspectors": row.inspectornames, "place": row.useplace}
    send_sms(d.db, at.ARRANGE, tel, data, row.seisn)


def ask_about_day(d: Doing) -> None:
    """单位约检的，请单位确认上门日期；日期变了再问"""
    row = d.subject
    visit = d.db.scalars(of_declaration(row.appmain_id).with_for_update(of=UnitVisit)).first()
    if visit is None:
        return
    planned = select(AppBuss.plandate).join(OnlineApplication, OnlineApplication.appmain_id == AppBuss.appmain_id)
    planned = planned.where(OnlineApplication.visit_id == visit.id, AppBuss.step.in_(at.ON_THE_WAY)).distinct()
    days = sorted(str(one) for one in d.db.scalars(planned) if one)
    if days != visit.days:
        visit.days = days
        PROCESSES["visit"].follow(replace(d, subject=visit), "ask", [visit])


def write_confirmation(d: Doing) -> None:
    """写入确认日期、联系人与现场条件"""
    row: AppBuss = d.subject
    form: ConfirmForm = d.form
    row.confirmeddate = form.confirmeddate or row.plandate
    fill(row, form, "contacted", "siteconditions")
    row.safetybriefed = True


def _tell_customer(d: Doing, template: str, **more: str) -> None:
    """Tell the customer that the inspection is not on the day that the arrangement named, if it had named one."""
    row: AppBuss = d.subject
    if d.before in (at.CONFIRM, at.BUILD) and row.plandate:
        tel = d.db.scalar(select(AppMain.INSCONTACTTEL).where(AppMain.id == row.appmain_id)) or ""
        send_sms(d.db, template, tel, {"seisn": row.seisn, "date": str(row.plandate), **more}, row.seisn)


def tell_put_off(d: Doing) -> None:
    """任务安排撤回、退回的，告知检验人员与单位"""
    row = d.subject
    if row.step not in (at.ARRANGE, at.ACCEPT):
        return
    if d.before == at.CONFIRM:
        tell(d.db, row.inspectors, "任务撤回", f"{row.seisn} {row.unitname} {row.plandate}的检验任务待重新安排")
    _tell_customer(d, "RWCH")


def note_task_void(d: Doing) -> None:
    """记录任务作废，待重新安排"""
    row = d.subject
    row.taskvoided = d.reason.text[:500]
    tell(d.db, row.inspectors, "任务作废", f"{row.seisn} {row.unitname} 检验任务已作废：{row.taskvoided}")
    _tell_customer(d, "RWZF", reason=in_a_sentence(d))
    row.inspectors, row.scinspector, row.scinspectorname, row.inspectornames = [], "", "", ""


def note_replanned(d: Doing) -> None:
    """改期换人后记安排人，原来的任务确认不再算数"""
    row = d.subject
    row.arrangedby, row.last_by, row.opened_by = d.me.id, "", ""  # nobody's move any more that could be taken back
    row.confirmeddate, row.safetybriefed = None, False


def end_requests(d: Doing) -> None:
    """任务有了变动，未答复的改期换人申请终止"""
    if d.before in at.REPLANNED:
        asked = select(TaskRequest).where(TaskRequest.appbuss_id == d.subject.id, TaskRequest.step == WAIT)
        for row in d.db.scalars(asked.with_for_update()):
            PROCESSES["replan"].follow(replace(d, subject=row), "lapse", [row])


# -- report -------------------------------------------------------------------------------------------------------


def build_record(d: Doing) -> None:
    """生成原始记录，取报告编号"""
    row = d.subject
    record = records.new_record(d.db, row, d.form.template)
    if not row.reportno:
        row.reportno = again_number(d.db, row, record) or own_number(d.db, row)


def own_number(db: Session, row: AppBuss) -> str:
    rule = records.rule_of(db, row.equclacode, row.seisort, row.testsort)
    org = db.scalars(select(Org).where(Org.id == row.cheorg)).one()
    return take_number(db, "reportno", org=org.report_code, kind=rule.report_no_prefix if rule else "QT")


def again_number(db: Session, row: AppBuss, record: OriginalRecord) -> str:
    """The number of a re-inspection inside the term of the notice: that of the report that failed with -F.

    The day of the record counts, not the one on which somebody writes it. '' for any other item: it takes a number
    of its own.
    """
    first, day = records.first_record(db, row), record.inspdate or clock.today()
    if first is None or first.record.rectifydue is None or first.record.rectifydue < day:
        return ""
    head = f"{first.item.reportno}-F"
    known = set(db.scalars(select(AppBuss.reportno).where(AppBuss.reportno.startswith(head, autoescape=True))))
    return next(one for n in range(1, len(known) + 2) if (one := f"{head}{n}" if n > 1 else head) not in known)


def number_again(d: Doing) -> None:
    """复检的报告编号随检验日期：整改反馈期限内用原编号加-F，过期另取编号"""
    row, record = d.subject, guards.record_of(d)
    first = records.first_of(d.db, row)
    if first is row or row.reissued or record is None:
        return
    number, inside = again_number(d.db, row, record), row.reportno.startswith(f"{first.reportno}-F")
    if bool(number) != inside:
        row.reportno = number or own_number(d.db, row)


def number_parts(d: Doing) -> None:
    """分项报告的编号随主报告编号"""
    for one in records.sub_reports(d.db, d.subject):
        one.number_after(d.subject.reportno)


def drop_record(d: Doing) -> None:
    """退回重新生成，原始记录作废重建"""
    if d.subject.step in (at.ARRANGE, at.CONFIRM):
        for record in d.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == d.subject.id)):
            d.db.delete(record)
        C = RecordConflict  # what two wrote into it otherwise needs no decision any more
        for conflict in d.db.scalars(select(C).where(C.appbuss_id == d.subject.id, C.step == UNDECIDED)):
            conflict.step, conflict.step_since = WITH_RECORD, clock.now()


def write_record(d: Doing) -> None:
    """保存随提交送来的录入内容"""
    form: RecordForm = d.form
    record = records.record_or_refuse(d.db, d.subject, lock=True)
    check_version(record, form.version)
    guards.note_record(d, record)
    if form.changed():
        guards.note_examined(d, records.write(d.db, d.subject, record, form))
        d.db.flush()


def write_entry(d: Doing) -> None:
    """写入检验日期、结论与下次检验日期，记编制人"""
    row = d.subject
    record = guards.record_of(d)
    assert record is not None
    row.inspdate, row.conclusion, row.nextdate = record.inspdate, record.conclusion, record.nextdate
    row.unqualcode = record.unqualcode
    row.enteredby, row.enteredat = d.me.id, clock.now()


def note_verified(d: Doing) -> None:
    """记校核人"""
    d.subject.verifiedby, d.subject.verifiedat = d.me.id, clock.now()


def note_fx_audited(d: Doing) -> None:
    """记分项审核人"""
    d.subject.fxauditedby = d.me.id


def note_audited(d: Doing) -> None:
    """记审核人"""
    d.subject.auditedby, d.subject.auditedat = d.me.id, clock.now()


def note_approved(d: Doing) -> None:
    """记批准人"""
    d.subject.approvedby, d.subject.approvedat = d.me.id, clock.now()


def tell_writer(d: Doing) -> None:
    """告知编制人退回原因"""
    row = d.subject
    people = [row.enteredby or row.scinspector] if row.step in at.ON_THE_WAY else [row.arrangedby]
    name = PROCESSES["business"].name_of(row.step)
    title = f"{row.reportno or row.seisn} 由{d.me.name}退回{name}：{row.backReason}"
    tell(d.db, people, "报告退回", title, row.backDescription, f"/businessPro/flowLog?seisn={row.seisn}")


def update_archive(d: Doing) -> None:
    """更新设备档案，按规则计算下次检验日期"""
    records.update_equipment(d.db, d.subject)


def issue_report(d: Doing) -> None:
    """生成、签章并保存报告"""
    record = guards.record_of(d)
    assert record is not None
    records.issue(d.db, d.subject, record)


# -- print, archive, release --------------------------------------------------------------------------------------


def write_print(d: Doing) -> None:
    """记打印份数"""
    form: PrintedForm = d.form
    d.subject.printcount += form.copies


def write_archive(d: Doing) -> None:
    """写入档案号、盒号、页数与归档材料"""
    row = d.subject
    fill(row, d.form, "archivedocs", "archivebox", "archivepages")
    row.archivedat = clock.now()
    if not row.archiveno:
        row.archiveno = take_number(d.db, "archive")


def write_release(d: Doing) -> None:
    """写入领取方式、领取人与快递单号"""
    fill(d.subject, d.form, "releaseway", "receiver", "receivertel", "expressno")
    d.subject.releasedat = clock.now()
    if number := d.form["receiveridno"]:
        note_receiver(d.db, d.subject, d.form["receiveridtype"] or IDCARD, number)


def note_receiver(db: Session, row: AppBuss, idtype: str, number: str) -> None:
    """Keep the number of who took the report as those of persons: whole in its own table, masked on the item."""
    whole = normalised(idtype, number, "receiveridno")
    row.receiveridtype, row.receiveridno = idtype, masked(idtype, whole)
    keep_identity(db, row.id, RECEIVER, idtype, whole)


def tell_released(d: Doing) -> None:
    """短信告知报告已发放"""
    send_number(d.db, d.subject)


def send_number(db: Session, row: AppBuss) -> None:
    """The short message that a report was released, and how: posted again, its number is another one."""
    main = db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    data = {"reportno": row.reportno, "unitname": row.unitname, "way": row.releaseway, "expressno": row.expressno}
    send_sms(db, at.RELEASE, main.INSCONTACTTEL, data, row.seisn)


def note_reopened(d: Doing) -> None:
    """撤去原批准，通知编制人更正报告"""
    row = d.subject
    for record in d.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == row.id)):
        records.mark(record, [], d.me)  # what earlier returns asked for was done before the approval
    row.releasedat = row.approvedat = None
    row.approvedby = ""
    title = f"{row.reportno or row.seisn} 更正已批准，请重新录入并提交"
    tell(d.db, row.inspectors, "报告更正", title, route=f"/businessPro/reportEnterInfo?id={row.id}")


def note_restored(d: Doing) -> None:
    """通知编制人不再更正报告"""
    title = f"{d.subject.seisn} 更正已放弃，原报告恢复有效"
    tell(d.db, d.subject.inspectors, "报告更正", title, route=f"/businessPro/applyInfo?seisn={d.subject.seisn}")


def allow_arrears(d: Doing) -> None:
    """记欠费发放的批准人、原因与应缴清日期，写入安全日志"""
    row, reason = d.subject, d.reason.text[:256]
    row.arrearsby, row.arrearsreason = d.me.name, reason
    row.arrearsuntil = credit_until(d.db, row.id)
    security_event(
        d.db, "欠费发放", row.seisn, f"{reason}（应于{row.arrearsuntil}前缴清）" if row.arrearsuntil else reason
    )


def note_end(d: Doing) -> None:
    """记检验结束原因与申请前的环节"""
    d.subject.endreason = d.reason.text[:500]
    d.subject.backDutyTask = d.before
