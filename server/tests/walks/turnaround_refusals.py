"""The guards of turnarounds, of what their owners sign, and of what they disagree with."""

from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.signoff import OwnerDissent, OwnerSheet, OwnerSheetLine
from tejian.inspection.models.turnaround import TurnaroundItem, TurnaroundProject, TurnaroundWork
from tejian.kit.ground import clock
from tests.inspection import turnarounds as t

from .conftest import Office
from .refusals import Refusal, Spoil, put


def in_project(**values: Any) -> Spoil:
    """Set columns of the project of a device or of a disagreement."""

    def spoil(office: Office, subject: Any) -> None:
        for name, value in values.items():
            setattr(t.project_of(office, subject.project_id), name, value)

    return spoil


def without_devices(office: Office, subject: Any) -> None:
    office.db.execute(delete(TurnaroundItem).where(TurnaroundItem.project_id == subject.id))


def one_unfinished(office: Office, subject: Any) -> None:
    t.items_of(office, subject)[0].step = "JX"


def disagreed(office: Office, subject: Any) -> None:
    own = {"project_id": subject.id, "orgid": subject.orgid, "unitsysid": subject.unitsysid}
    office.db.add(OwnerDissent(dissentno="BF1", step="YF", due=clock.today(), **own))


def refused_by_the_owner(office: Office, subject: Any) -> None:
    for sheet in office.db.scalars(select(OwnerSheet).where(OwnerSheet.project_id == subject.id)):
        sheet.step = "BT"


def unsigned(office: Office, subject: Any) -> None:
    own = {"project_id": subject.id, "orgid": subject.orgid, "unitsysid": subject.unitsysid}
    office.db.add(OwnerSheet(sheetno="QR1", step="DQ", **own))


def without_work(office: Office, subject: Any) -> None:
    office.db.execute(delete(TurnaroundWork).where(TurnaroundWork.item_id == subject.id))


def stopped(office: Office, subject: Any) -> None:
    office.db.scalars(select(Equipment).where(Equipment.id == subject.equdatasysid)).one().equstatus = "2"


def not_entered(office: Office, subject: Any) -> None:
    t.works_of(office, subject)[0].done = None


def on_a_sheet(office: Office, subject: Any) -> None:
    project: TurnaroundProject = t.project_of(office, subject.project_id)
    sheet = OwnerSheet(sheetno="QR1", step="TY", project_id=project.id, unitsysid=project.unitsysid)
    office.db.add(sheet)
    office.db.flush()
    office.db.add(OwnerSheetLine(sheet_id=sheet.id, item_id=subject.id))


def empty(office: Office, subject: Any) -> None:
    office.db.execute(delete(OwnerSheetLine).where(OwnerSheetLine.sheet_id == subject.id))


def item_on(office: Office, subject: Any) -> TurnaroundItem:
    line = select(OwnerSheetLine.item_id).where(OwnerSheetLine.sheet_id == subject.id)
    return t.of(office, office.db.scalars(line).one())


def reopened(office: Office, subject: Any) -> None:
    item_on(office, subject).step = "JX"


def inspected_by_owner(office: Office, subject: Any) -> None:
    item_on(office, subject).inspectors = [office.user(t.OWNER).id]


def replied_by_owner(office: Office, subject: Any) -> None:
    subject.replier_id = office.user(t.OWNER).id


def late_plan(office: Office, subject: Any) -> dict[str, Any]:
    return {"planend": t.day(21)}


def unqualified(office: Office, subject: Any) -> dict[str, Any]:
    return {"inspectors": office.user("jianyan1").id}


def days(office: Office, subject: Any) -> dict[str, Any]:
    return {"yesterday": t.day(-1), "tomorrow": t.day(1)}


YESTERDAY = clock.today() - timedelta(days=1)
P, T, S, D = "turnaround_project", "turnaround_item", "owner_sheet", "owner_dissent"
TURNAROUNDS = [
    Refusal(P, "start", "has_devices", "项目还没有纳入设备", without_devices),
    Refusal(P, "start", "window_ahead", "检修已于{yesterday}结束", put(ends=YESTERDAY), words=days),
    Refusal(P, "complete", "all_finished", "还有1项设备没有完工", one_unfinished),
    Refusal(P, "close", "all_finished", "还有1项设备没有完工", one_unfinished),
    Refusal(P, "close", "all_signed", "还有2项完工的设备没有业主签认", refused_by_the_owner),
    Refusal(P, "close", "no_dissent", "还有1项业主不符合项没有关闭", disagreed),
    Refusal(P, "close", "no_sheet_waits", "签认单QR1还没有签认", unsigned),
    Refusal(T, "plan", "project_open", "已完工，不能再排计划", in_project(step="WG")),
    Refusal(T, "plan", "days_in_window", "计划日期须在检修期间", form=late_plan),
    Refusal(T, "plan", "has_work", "{objectno}的工作包没有填写", without_work),
    Refusal(T, "plan", "people_qualified", "没有定期检验(全面)所需的资格", form=unqualified),
    Refusal(T, "begin", "project_runs", "不在执行中", in_project(step="CB")),
    Refusal(T, "begin", "device_runs", "{objectno}在档案中已不在用", stopped),
    Refusal(T, "begin", "begun_in_time", "开工日期{tomorrow}不得晚于今天", form={"begun": t.day(1)}, words=days),
    Refusal(T, "finish", "project_runs", "不在执行中", in_project(step="WG")),
    Refusal(T, "finish", "finished_in_time", "不得早于开工日期", form={"finished": t.day(-5)}),
    Refusal(T, "finish", "all_entered", "还有1项工作量没有填写完成量", not_entered),
    Refusal(T, "finish", "problem_said", "须写明存在的问题", form={"result": "2"}),
    Refusal(T, "rework", "own_work", "返工由参加检验的人员办理", login="jianyan9"),
    Refusal(T, "rework", "project_runs", "不在执行中", in_project(step="WG")),
    Refusal(T, "rework", "on_no_sheet", "{objectno}已在签认单QR1上，不能返工", on_a_sheet),
    Refusal(S, "send", "project_not_closed", "已关闭", in_project(step="GB")),
    Refusal(S, "send", "has_items", "签认单上没有设备", empty),
    Refusal(S, "send", "items_ready", "还没有完工，不能签认", reopened),
    Refusal(S, "sign", "no_own_work", "参加检验的人员不能代业主签认", inspected_by_owner),
    Refusal(S, "refuse", "asked_in_time", "答复期限{yesterday}已过", form={"due": t.day(-1)}, words=days),
    Refusal(D, "send", "due_ahead", "答复期限{yesterday}已过", put(due=YESTERDAY), words=days),
    Refusal(D, "send", "project_not_closed", "已关闭", in_project(step="GB")),
    Refusal(D, "close", "replied_by_another", "不符合项由答复人以外的人关闭", replied_by_owner),
]
