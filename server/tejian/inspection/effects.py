"""What follows from a move, in the same transaction: fields written, numbers taken, people told, jobs enqueued."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment.models import Equipment
from tejian.kit import clock
from tejian.kit.db import new_id
from tejian.kit.numbering import take_number
from tejian.kit.process import Doing
from tejian.messages.api import send_sms, tell
from tejian.system.accounts.models import SysUser

from . import book, guards
from .header import settle
from .models import AppBuss, AppItem, AppMain, OriginalRecord
from .steps import STATUS, STEP_NAMES, limit_of

LETTERS = {"1000": "GL", "2000": "RQ", "3000": "DT", "4000": "QZ", "5000": "CC", "6000": "YL", "9000": "SD"}
LETTERS |= {"7310": "AQ", "7000": "YJ", "8000": "GD"}


# -- both ---------------------------------------------------------------------------------------------------------


def mark_state(d: Doing) -> None:
    """更新状态"""
    d.subject.status = STATUS.get(d.subject.step, d.subject.status)
    d.subject.last_by = d.me.id


def clear_return(d: Doing) -> None:
    """清除退回标记"""
    s = d.subject
    s.backReason = s.backDescription = s.backDutyTask = s.backStep = s.backUser = ""
    s.backTime = None


def note_return(d: Doing) -> None:
    """记录退回原因、责任环节与详细说明"""
    s, form = d.subject, d.form
    s.backReason = str(form.get("reasonLabel") or form.get("reason") or "")[:256]
    s.backDescription = str(form.get("detailDesc") or form.get("reason") or "")[:2000]
    s.backDutyTask = str(form.get("dutyStep") or s.step)[:32]
    s.backUser, s.backTime = d.me.name, clock.now()
    s.returned = True


def came_from(step: str) -> Any:
    """An effect that notes from which step the return came."""

    def note(d: Doing) -> None:
        """记录退回自哪一环节"""
        d.subject.backStep = step

    return note


def settle_header(d: Doing) -> None:
    """申报单状态随业务更新"""
    settle(d.db, d.subject.appmain_id)


# -- declaration --------------------------------------------------------------------------------------------------


def note_submitted(d: Doing) -> None:
    """记录提交人与时间"""
    d.subject.submitted = clock.now()


def tell_submitted(d: Doing) -> None:
    """短信告知申报回执"""
    main = d.subject
    data = {"appno": main.appno, "unitname": main.unitname, "count": str(main.equcount)}
    send_sms(d.db, "SBDJ", main.INSCONTACTTEL, data, main.appno)


def assign_review(d: Doing) -> None:
    """写入检验部门与资料审查人"""
    d.subject.chedept = d.form.get("chedept") or d.subject.chedept
    d.subject.reviewer = d.form.get("reviewer") or ""
    if d.subject.reviewer:
        route = f"/businessPro/dataReview?id={d.subject.id}"
        tell(d.db, [d.subject.reviewer], "资料审查", f"{d.subject.appno} 待您资料审查", route=route)


def note_materials(d: Doing) -> None:
    """记录资料审查清单"""
    if d.form.get("materials"):
        d.subject.materials = d.form["materials"]


def ask_supplement(d: Doing) -> None:
    """通知单位补正"""
    main = d.subject
    main.status = "13"
    main.supplementdue = d.form.get("supplementdue")
    data = {"appno": main.appno, "missing": main.backDescription, "due": str(main.supplementdue or "")}
    send_sms(d.db, "BZTZ", main.INSCONTACTTEL, data, main.appno)


def make_items(d: Doing) -> None:
    """每台设备生成一条业务流水"""
    main: AppMain = d.subject
    main.acceptdate, main.acceptby = clock.today(), d.me.name
    every = guards.own_business(d)
    have = {b.appitem_id: b for b in every}
    devices = guards.own_devices(d)
    from .process import BUSINESS

    fresh = []
    for item in guards.own_items(d):
        row = have.pop(item.id, None)
        if row is None:
            row = AppBuss(id=new_id(), appmain_id=main.id, appitem_id=item.id, equdatasysid=item.equdatasysid)
            fresh.append(row)
        elif row.step != "YWSL":
            continue
        _copy(main, item, devices[item.equdatasysid], row)
        row.step, row.status, row.step_since = "RWAP", STATUS["RWAP"], clock.now()
        row.last_by, row.opened_by = d.me.id, ""
        row.limit_at = limit_of(d.db, row)
    for gone in have.values():  # taken off the declaration while it was returned
        if gone.step == "YWSL":
            gone.step, gone.status = "VOID", STATUS["VOID"]
    letters = LETTERS.get(main.equclass, "QT")
    for row in fresh:  # numbers last: others wait for the counter
        row.seisn = take_number(d.db, "seisn", kind=letters)
        d.db.add(row)
        BUSINESS.log(Doing(d.db, d.me, row, {}), "spawn", "受理生成", "", "RWAP")
    main.status = STATUS["RWAP"]
    d.kept[f"arranged {main.id}"] = [b.seisn for b in [*every, *fresh] if b.step == "RWAP"]


def _copy(main: AppMain, item: AppItem, device: Equipment, row: AppBuss) -> None:
    row.appno, row.equclass, row.seisort, row.testsort = main.appno, main.equclass, main.seisort, main.testsort
    row.equclacode, row.equname, row.equcode = item.equclacode, item.equname, item.equcode
    row.usecertno, row.useplace, row.areacode = item.usecertno, item.useplace, device.areacode
    row.unitsysid, row.unitname = main.unitsysid, main.unitname
    row.cheorg, row.chedept, row.duedate = main.cheorg, main.chedept, item.ninspdate
    row.acceptdate, row.fee, row.flow_version = main.acceptdate, item.fee, main.flow_version
    row.plandate = main.agreeddate or main.plandate


def tell_accepted(d: Doing) -> None:
    """短信通知受理"""
    main = d.subject
    numbers = d.kept[f"arranged {main.id}"]
    data = {
        "appno": main.appno,
        "seisn": "、".join(numbers[:3]) + (f"等{len(numbers)}件" if len(numbers) > 3 else ""),
        "fee": f"{main.feepreview}",
        "date": str(main.agreeddate or main.plandate or ""),
    }
    send_sms(d.db, "SLTZ", main.INSCONTACTTEL, data, main.appno)


def park_items(d: Doing) -> None:
    """申报单退回，未安排的业务随之退回"""
    d.subject.acceptdate = None


def void_items(d: Doing) -> None:
    """业务一并作废，设备解除占用"""
    main = d.subject
    main.voidreason = str(d.form.get("reason") or "")[:500]
    from .process import BUSINESS

    query = select(AppBuss).where(AppBuss.appmain_id == main.id).order_by(AppBuss.id).with_for_update()
    for row in d.db.scalars(query):
        before = row.step
        if before in ("VOID", "ENDED"):
            continue
        row.step, row.status, row.limit_at = "VOID", STATUS["VOID"], None
        BUSINESS.log(Doing(d.db, d.me, row, d.form), "void", "作废", before, "VOID", main.voidreason)
        tell(d.db, row.inspectors, "业务作废", f"{row.seisn} {row.equname} 已作废：{main.voidreason}")
    data = {"appno": main.appno, "reason": main.voidreason}
    send_sms(
        d.db, "BZTZ", main.INSCONTACTTEL, {**data, "missing": f"申报已作废：{main.voidreason}", "due": ""}, main.appno
    )


# -- task ---------------------------------------------------------------------------------------------------------


def write_arrangement(d: Doing) -> None:
    """写入主检、协检、日期、仪器与车辆"""
    row, form, plan = d.subject, d.form, guards.arrangement(d)
    row.inspectors = plan["people"]
    row.scinspector = plan["people"][0]
    users = {u.id: u.name for u in d.db.scalars(select(SysUser).where(SysUser.id.in_(row.inspectors)))}
    row.scinspectorname = users.get(row.scinspector, "")
    row.inspectornames = "、".join(users.get(u, "") for u in row.inspectors)
    row.plandate, row.instruments = plan["date"], list(plan["instruments"])
    for name in ("timeslot", "vehicle", "taskremark"):
        if form.get(name) is not None:
            setattr(row, name, form[name])
    row.arrangedby, row.taskvoided = d.me.id, ""


def take_task_number(d: Doing) -> None:
    """取任务单号"""
    if not d.subject.taskno:
        d.subject.taskno = take_number(d.db, "task")


def tell_inspectors(d: Doing) -> None:
    """通知检验人员与单位联系人"""
    row = d.subject
    main = d.db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    title = f"{row.plandate} {row.unitname} {row.equname} 检验任务 {row.seisn}"
    tell(d.db, row.inspectors, "任务安排", title, route=f"/businessPro/taskConfirm/form?id={row.id}")
    data = {"seisn": row.seisn, "date": str(row.plandate), "inspectors": row.inspectornames, "place": row.useplace}
    send_sms(d.db, "RWAP", main.INSCONTACTTEL, data, row.seisn)


def write_confirmation(d: Doing) -> None:
    """写入确认日期、联系人与现场条件"""
    row, form = d.subject, d.form
    row.confirmeddate = form.get("confirmeddate") or row.plandate
    row.contacted = form.get("contacted") or row.contacted
    row.siteconditions = form.get("siteconditions") or row.siteconditions
    row.safetybriefed = True


def note_task_void(d: Doing) -> None:
    """记录任务作废，待重新安排"""
    row = d.subject
    row.taskvoided = str(d.form.get("reason") or "")[:500]
    tell(d.db, row.inspectors, "任务作废", f"{row.seisn} {row.unitname} 检验任务已作废：{row.taskvoided}")
    row.inspectors, row.scinspector, row.scinspectorname, row.inspectornames = [], "", "", ""


# -- report -------------------------------------------------------------------------------------------------------


def build_record(d: Doing) -> None:
    """生成原始记录，取报告编号"""
    from .records import new_record

    row = d.subject
    new_record(d.db, row, d.form)
    if not row.reportno:
        rule = book.rule_of(d.db, row.equclacode, row.seisort, row.testsort)
        from tejian.system.organisations.models import Org

        org = d.db.scalars(select(Org).where(Org.id == row.cheorg)).one()
        letters = rule.report_no_prefix if rule else "QT"
        row.reportno = take_number(d.db, "reportno", org=org.report_code, kind=letters)


def drop_record(d: Doing) -> None:
    """退回重新生成，原始记录作废重建"""
    if d.subject.step in ("RWAP", "RWQR"):
        for record in d.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == d.subject.id)):
            d.db.delete(record)


def write_entry(d: Doing) -> None:
    """写入检验日期、结论与下次检验日期，记编制人"""
    row = d.subject
    record = guards.record_of(d.db, row)
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
    people = [row.enteredby or row.scinspector] if row.step in ("BGLR", "BGSC", "RWQR") else [row.arrangedby]
    title = f"{row.reportno or row.seisn} 由{d.me.name}退回{STEP_NAMES[row.step]}：{row.backReason}"
    tell(d.db, people, "报告退回", title, row.backDescription, f"/businessPro/flowLog?seisn={row.seisn}")


def update_archive(d: Doing) -> None:
    """更新设备档案，按规则计算下次检验日期"""
    from .approval import update_equipment

    update_equipment(d.db, d.subject)


def issue_report(d: Doing) -> None:
    """生成、签章并保存报告"""
    from .approval import issue

    issue(d.db, d.me, d.subject)


# -- print, archive, release --------------------------------------------------------------------------------------


def write_print(d: Doing) -> None:
    """记打印份数与合格标志编号"""
    row = d.subject
    row.printcount += int(d.form.get("copies") or 1)
    row.papernos = str(d.form.get("papernos") or row.papernos)[:256]


def write_archive(d: Doing) -> None:
    """写入档案号、盒号、页数与归档材料"""
    row, form = d.subject, d.form
    row.archivedocs = form.get("archivedocs") or row.archivedocs
    row.archivebox = form.get("archivebox") or row.archivebox
    row.archivepages = form.get("archivepages") or row.archivepages
    row.archivedat = clock.now()
    if not row.archiveno:
        row.archiveno = take_number(d.db, "archive")


def write_release(d: Doing) -> None:
    """写入领取方式、领取人与快递单号"""
    row, form = d.subject, d.form
    for name in ("releaseway", "receiver", "receivertel", "expressno"):
        if form.get(name):
            setattr(row, name, form[name])
    row.releasedat = clock.now()


def tell_released(d: Doing) -> None:
    """短信告知报告已发放"""
    row = d.subject
    main = d.db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    data = {"reportno": row.reportno, "unitname": row.unitname, "way": row.releaseway, "expressno": row.expressno}
    send_sms(d.db, "BGFF", main.INSCONTACTTEL, data, row.seisn)


def note_end(d: Doing) -> None:
    """记检验结束原因"""
    d.subject.endreason = str(d.form.get("reason") or "")[:500]


def free_equipment(db: Session, row: AppBuss) -> None:
    """A device whose supervised inspection ended is no longer under inspection."""
    device = db.scalars(select(Equipment).where(Equipment.id == row.equdatasysid)).first()
    if device and device.inspecting:
        device.inspecting = False
