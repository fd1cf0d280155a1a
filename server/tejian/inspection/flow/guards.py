"""What must be true before a step of an item is left: each guard gives the sentence that the user reads, or None."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.absence.api import refuse_away
from tejian.inspection.models.hazards import NEW as UNREGISTERED
from tejian.inspection.models.hazards import Hazard
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.notices import ISSUED, InspectionNotice
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.models.subreports import DONE as PART_DONE
from tejian.inspection.models.subreports import WRITE as PART_OPEN
from tejian.inspection.models.visits import of_declaration
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import Finding, told_once
from tejian.instruments.models import USABLE, Instrument
from tejian.kit.ground import clock
from tejian.kit.ground.reasons import RULE, says_nothing
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import PROCESSES
from tejian.system.organisations import api as calendar

from .charged import arrears, credit_refused, credit_stopped, owed_now
from .people import (
    MAIN,
    SIGNER,
    Judges,
    accounts_of,
    judges_of,
    refuse_given,
    refuse_last,
    refuse_main,
    refuse_people,
    refuse_unsigned,
    sort_of,
)

# -- any item ------------------------------------------------------------------------------------------------------


def nothing_issued(d: Doing) -> str | None:
    """没有已签发的报告"""
    found = d.db.scalar(select(Report.reportno).where(Report.appbuss_id == d.subject.id).limit(1))
    return f"{d.subject.seisn}已签发报告{found}，正在更正，不能申请检验结束" if found else None


def not_opened(d: Doing) -> str | None:
    """本人提交且下一环节尚未打开"""
    if d.subject.backReason:
        return "该业务是退回来的，不能撤回"
    if d.subject.last_by != d.me.id:
        return "只能撤回本人最后提交的业务"
    return f"{d.subject.opened_by}已打开处理，不能撤回" if d.subject.opened_by else None


# -- task ---------------------------------------------------------------------------------------------------------


def two_inspectors(d: Doing) -> str | None:
    """至少两名检验人员"""
    return None if len(d.subject.inspectors) >= 2 else f"{d.subject.seisn}：主检和协检至少2人"


def qualified_inspectors(d: Doing) -> str | None:
    """检验人员资格有效"""
    row = d.subject
    return refuse_people(d, row, row.inspectors, row.plandate or clock.today())


def main_goes_on(d: Doing) -> str | None:
    """主检能办理后面的环节"""
    main = d.subject.scinspector
    return MAIN.refuse(d.subject.scinspectorname) if main and not MAIN.able(d.db, [main]) else None


def main_is_given(d: Doing) -> str | None:
    """流程配置没有把主检的环节指定给别人"""
    main = accounts_of(d, [d.subject.scinspector]).get(d.subject.scinspector) if d.subject.scinspector else None
    return refuse_main(d.db, d.subject, main) if main else None


def steps_are_given(d: Doing) -> str | None:
    """流程配置指定的办理人中有人能办"""
    row, on = d.subject, d.subject.plandate or clock.today()
    return refuse_given(d.db, row, onward_rights(), on)


def onward_rights() -> dict[str, str]:
    """The right that each step after the arrangement takes."""
    business = PROCESSES["business"]
    found = {step.code: business.forward_of(step.code) for step in business.steps if step.code != at.ARRANGE}
    return {code: move.may for code, move in found.items() if move}


def inspectors_may_sign(d: Doing) -> str | None:
    """检验人员能签名"""
    people = accounts_of(d, d.subject.inspectors)
    able = SIGNER.able(d.db, people)
    return next((SIGNER.refuse(one.name) for key, one in people.items() if key not in able), None)


def judges_left(d: Doing) -> str | None:
    """审核、批准另有其人"""
    row, on = d.subject, d.subject.plandate or clock.today()
    known: dict[Any, Judges] = d.shared.setdefault("judges", {})
    if (key := (*sort_of(row), row.flow_version, on)) not in known:
        known[key] = judges_of(d.db, row, on)
    return refuse_last(known[key], row.inspectors)


def working_day(d: Doing) -> str | None:
    """安排日期为工作日或已确认"""
    on = d.subject.plandate
    if on is None:
        return f"{d.subject.seisn}：请选择安排日期"
    if on < clock.today():
        return f"安排日期{on}已过，请改期"
    if calendar.is_working(d.db, on) or d.form.confirm_holiday:
        return None
    return f"{on}不是工作日，请改期，或勾选“非工作日检验已与单位确认”"


def instruments_valid(d: Doing) -> str | None:
    """仪器在检定有效期内"""
    row = d.subject
    return refuse_instruments(d.db, d.me.org_id, row.instruments, row.plandate or clock.today())


def refuse_instruments(db: Session, org_id: str, ids: Sequence[str], on: date) -> str | None:
    """The sentence when instruments are missing, foreign, out of use or out of calibration on the day."""
    if not ids:
        return "请选择工具箱，或单独选择仪器"
    facts = select(Instrument.id, Instrument.name, Instrument.instno, Instrument.status, Instrument.nextcal)
    rows = {r.id: r for r in db.execute(facts.where(Instrument.id.in_(ids), Instrument.org_id == org_id))}
    for one in ids:
        row = rows.get(one)
        if row is None:
            return "所选仪器不存在"
        if row.status not in USABLE:
            return f"{row.name}{row.instno}不在可用状态"
        if row.nextcal is None or row.nextcal < on:
            return f"{row.name}{row.instno}检定有效期至{row.nextcal or '—'}，{on}不能使用"
    return None


def briefed(d: Doing) -> str | None:
    """安全交底已完成"""
    if d.form.safetybriefed or d.subject.safetybriefed:
        return None
    return f"{d.subject.seisn}：请确认安全交底"


# -- report -------------------------------------------------------------------------------------------------------


def record_of(d: Doing) -> OriginalRecord | None:
    """The record of the subject; read once for all subjects of a move."""

    def load(keys: Sequence[str]) -> dict[str, OriginalRecord]:
        rows = d.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id.in_(keys)))
        return {one.appbuss_id: one for one in rows}

    return d.of_batch("records", load) or None


def note_record(d: Doing, record: OriginalRecord | None) -> None:
    """Keep the record of the subject, which was read already, for the guards of the move."""
    d.shared.setdefault("records", {})[d.subject.id] = record


def note_examined(d: Doing, found: records.Examined) -> None:
    """Keep what was asked while the record was written for the guards of the move."""
    d.shared.setdefault("examined", {})[d.subject.id] = found


def examined_of(d: Doing, record: OriginalRecord) -> records.Examined:
    """What the rules say of the record of a move, asked once for all its guards."""
    known: dict[str, records.Examined] = d.shared.setdefault("examined", {})
    if d.subject.id not in known:
        known[d.subject.id] = records.examine(d.db, d.subject, record)
    return known[d.subject.id]


def found_of(d: Doing, record: OriginalRecord) -> list[Finding]:
    """What checks and rules say of the report of a move, worked out once for all its guards."""
    known: dict[str, list[Finding]] = d.shared.setdefault("findings", {})
    if d.subject.id not in known:
        known[d.subject.id] = records.findings_of(d.db, d.subject, record, d.me, examined_of(d, record))
    return known[d.subject.id]


def said_of(d: Doing, record: OriginalRecord, findings: Sequence[Finding]) -> str | None:
    """The first three sentences of findings, each once with all its items, and how many places they are in all."""
    if not findings:
        return None
    contents = {one.seq: one.content for one in examined_of(d, record).judgement.items}
    said = told_once(findings, contents)
    return "；".join(said[:3]) + (f" 等{len(findings)}处" if len(said) > 3 else "")


def record_complete(d: Doing) -> str | None:
    """原始记录完整且与结论一致"""
    record = record_of(d)
    if record is None:
        return f"{d.subject.seisn}：尚未生成原始记录"
    return said_of(d, record, [f for f in found_of(d, record) if f.level == "error"])


def parts_handed_in(d: Doing) -> str | None:
    """分项报告都已提交"""
    open_ = [one.subno for one in records.sub_reports(d.db, d.subject) if one.step == PART_OPEN]
    return f"分项报告{'、'.join(open_)}尚未提交审核，不能提交主报告" if open_ else None


def parts_audited(d: Doing) -> str | None:
    """分项报告都已审核"""
    open_ = [one.subno for one in records.sub_reports(d.db, d.subject) if one.step != PART_DONE]
    return f"分项报告{'、'.join(open_)}尚未审核，主报告不能审核" if open_ else None


def notice_issued(d: Doing) -> str | None:
    """引用的意见通知书是本业务签发的"""
    record = record_of(d)
    number = record.opinionno if record else ""
    if not number:
        return None
    own = (InspectionNotice.appbuss_id == d.subject.id, InspectionNotice.noticeno == number)
    found = d.db.scalar(select(InspectionNotice.id).where(*own, InspectionNotice.step.in_(ISSUED)))
    return None if found else f"检验意见通知书{number}不是本业务签发的有效通知书，请重新开具"


def dates_in_order(d: Doing) -> str | None:
    """检验日期在受理（现场申报的在申报）之后且不晚于今天"""
    record = record_of(d)
    on = record.inspdate if record else None
    if on is None:
        return f"{d.subject.seisn}：检验日期必填"
    if on > clock.today():
        return f"检验日期{on}不得晚于今天"
    declared = select(AppMain.appway, AppMain.appdate).where(AppMain.id == d.subject.appmain_id)
    earliest, word = records.earliest_of(d.db.execute(declared).one(), d.subject)
    return f"检验日期{on}不得早于{word}" if earliest and on < earliest else None


def record_instruments_valid(d: Doing) -> str | None:
    """仪器在检验当日有效"""
    record = record_of(d)
    on = (record.inspdate if record else None) or clock.today()
    ids = [i["id"] for i in record.instruments] if record else []
    return refuse_instruments(d.db, d.subject.cheorg, ids, on) if ids else None  # none at all: check Y01


def record_instruments_in_order(d: Doing) -> str | None:
    """仪器使用前后正常"""
    record = record_of(d)
    bad = records.not_in_order(record) if record else []
    return f"{'、'.join(bad)}使用前后不正常，它测量的结果不能作为检验依据，请换仪器重测" if bad else None


def people_still_qualified(d: Doing) -> str | None:
    """检验人员在检验当日有资格"""
    record = record_of(d)
    on = (record.inspdate if record else None) or clock.today()
    return refuse_people(d, d.subject, d.subject.inspectors, on)


def unit_can(d: Doing) -> str | None:
    """不在单位约检的不便日期"""
    row = d.subject
    key = f"visit {row.appmain_id}"
    if key not in d.shared:
        d.shared[key] = d.db.scalars(of_declaration(row.appmain_id)).first()
    visit = d.shared[key]
    if visit is None or str(row.plandate) not in visit.closed:
        return None
    return f"{row.seisn}：{visit.unitname}{row.plandate}不便检验（约检{visit.visitno}），请改期"


def people_present(d: Doing) -> str | None:
    """检验人员在安排的时段不请假、外出"""
    row = d.subject
    return refuse_away(d.db, row.inspectors, row.plandate or clock.today(), row.timeslot)


def signed_by_two(d: Doing) -> str | None:
    """检验人员已备电子签名"""
    return refuse_unsigned(accounts_of(d, d.subject.inspectors).values())


def reviewer_qualified(d: Doing) -> str | None:
    """审核、批准人资格有效"""
    return refuse_people(d, d.subject, [d.me.id], clock.today())


def reviewer_signed(d: Doing) -> str | None:
    """校核、审核、批准人已备电子签名"""
    return refuse_unsigned(accounts_of(d, [d.me.id]).values())


# about the people of an item: what these say now, its pages say before any work is done for nothing
OF_PEOPLE = frozenset((people_still_qualified, signed_by_two, reviewer_qualified, reviewer_signed))


def conclusion_holds(d: Doing) -> str | None:
    """结论与下次日期不优于检验结果"""
    record = record_of(d)
    against = records.contradictions(d.db, record, examined_of(d, record)) if record else []
    return f"{d.subject.seisn}：{against[0].text}" if against else None


def marks_exist(d: Doing) -> str | None:
    """要改的项目在原始记录中"""
    asked = d.form["marks"]
    if asked and len(d.batch) > 1:
        return "要改的项目须逐份标记，请一次退回一份报告"
    record = record_of(d)
    return records.foreign_mark(d.db, d.subject, asked) if asked and record else None


def findings_answered(d: Doing) -> str | None:
    """其他的检查发现已说明"""
    record = record_of(d)
    if record is None:
        return f"{d.subject.seisn}：尚未生成原始记录"
    serious = [f for f in found_of(d, record) if f.level == "error" and not records.refuses(f)]
    if serious and says_nothing(d.opinion):
        return f"检查发现{len(serious)}处问题（{serious[0].text}），同意须填写说明"
    return None


def checks_hold(d: Doing) -> str | None:
    """报告检查没有不能放行的问题"""
    record = record_of(d)
    return said_of(d, record, [f for f in found_of(d, record) if records.refuses(f)]) if record else None


def remarks_answered(d: Doing) -> str | None:
    """报告检查要求说明的已写明原因"""
    record = record_of(d)
    left = records.unanswered(record, found_of(d, record), d.form.reasons) if record else []
    if not left:
        return None
    more = f" 等{len(left)}处" if len(left) > 1 else ""
    return f"{left[0].text}{more}，须写明原因（{RULE}）"


def reasons_stand(d: Doing) -> str | None:
    """检验人员签过名的说明没有被改写"""
    record = record_of(d)
    old = records.rewritten(record, found_of(d, record), d.form.reasons, d.me) if record else []
    if not old:
        return None
    said = old[0]
    return f"“{said['text']}”的说明是{said['name']}写明的，不能改写；不同意的请退回"


def hazards_registered(d: Doing) -> str | None:
    """不合格报告的隐患已登记，或已写明不登记的原因"""
    row: AppBuss = d.subject
    steps = list(d.db.scalars(select(Hazard.step).where(Hazard.appbuss_id == row.id)))
    if UNREGISTERED not in steps and (steps or not row.unqualcode or row.imported):
        return None
    return f"{row.seisn}的报告{row.reportno}不合格，隐患尚未登记，请先到“隐患登记”办理登记"


def paid_or_arrears(d: Doing) -> str | None:
    """已缴费，或欠费发放已批准且缴费单位没有逾期"""
    return unpaid(d.db, d.subject)


def within_credit(d: Doing) -> str | None:
    """没有超过欠费发放额度，缴费单位没有逾期欠费，批量的有批准的额度"""
    words = d.of_batch("credit", lambda ids: credit_refused(d.db, ids))
    return f"{d.subject.seisn}{words}" if words else None


def unpaid(db: Session, row: AppBuss) -> str | None:
    """Why a report may not be released; None when it is paid, or its release on credit was approved."""
    if row.chargestate in at.PAID:
        return None
    if row.arrearsby:
        words = credit_stopped(db, [row.id]).get(row.id)
        return f"{row.seisn}{words}" if words else None
    payer = db.scalar(select(AppMain.payunitsysid).where(AppMain.id == row.appmain_id))
    said = f"{row.seisn}未缴费，发放须先缴费或经科长批准欠费发放"
    return "；".join(filter(None, [said, owed_now(db, row.id), arrears(db, payer or row.unitsysid)]))
