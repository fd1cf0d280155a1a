"""Every guard of a sub-report, and those of its report that speak of it."""

from typing import Any

from sqlalchemy import delete, select

from tejian.archives.models.files import Attachment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.subreports import SubReport
from tejian.kit.files import blobs as files
from tejian.system.models.accounts import StaffQual, SysUser
from tests.inspection import parts

from .conftest import Office
from .refusals import B, Refusal

P = "sub_report"
NAMED = "磁粉检测（MT）"
MT = "特种设备无损检测人员考核规则 TSG Z8001：Ⅱ级以上签发检测报告"


def report_at(step: str) -> Any:
    def change(office: Office, row: Any) -> None:
        office.db.scalars(select(AppBuss).where(AppBuss.id == row.appbuss_id)).one().step = step

    return change


def without_file(office: Office, row: Any) -> None:
    for one in office.db.scalars(select(Attachment).where(Attachment.attrefsysid == row.id)):
        one.deleted = True


def unreadable(office: Office, row: Any) -> None:
    for one in office.db.scalars(select(Attachment).where(Attachment.attrefsysid == row.id)):
        one.key = files.keep_bytes(b"%PDF-1.7 cut off")


def magnetic(office: Office, row: Any) -> None:
    """A kind that wants a level of its own, which nobody holds."""
    office.db.execute(delete(StaffQual).where(StaffQual.item == "MT-II"))
    row.subname = NAMED


def unsigned(office: Office, row: Any) -> None:
    office.db.scalars(select(SysUser).where(SysUser.id == office.user("fenxiang").id)).one().signature = ""


def parts_at(step: str) -> Any:
    """The sub-reports of a business item stand at this step."""

    def change(office: Office, row: Any) -> None:
        for one in office.db.scalars(select(SubReport).where(SubReport.appbuss_id == row.id)):
            one.step = step

    return change


def being_written(office: Office) -> Any:
    """A report at its entry with a sub-report that is not handed in."""
    part = parts.begun(office)
    return office.item(part.appbuss_id)


def parts_behind(office: Office) -> Any:
    """A report at its audit, its sub-reports audited."""
    item = office.in_parts()
    office.good("fenxiang", "/api/appbuss/auditReportFx", ids=item.id)
    return office.item(item.id)


def before_approval(office: Office) -> Any:
    item = parts_behind(office)
    office.good("shenhe", "/api/appbuss/auditReport", ids=item.id)
    return office.item(item.id)


OVER = "{seisn}的报告不在录入、确认、审核环节，不能办理"
WANTS = "{{subno}} " + NAMED + "：{who}没有磁粉检测Ⅱ级以上的资格（MT-II），不能{verb}（" + MT + "）"
UNSIGNED = "叶晓东没有电子签名，不能在报告上签字，请质量管理员在“用户管理”的“签名”中采集"
NOT_OPEN = "{seisn}的报告不在录入环节，退回录入后才能重新编制分项报告"
OPEN = "分项报告{reportno}-01尚未审核，主报告不能审核"
PARTS = [
    Refusal(B, "enter", "parts_handed_in", "分项报告{reportno}-01尚未提交审核，不能提交主报告", subject=being_written),
    Refusal(B, "audit_fx", "parts_audited", OPEN, parts_at("AUDIT")),
    Refusal(B, "audit", "parts_audited", OPEN, parts_at("AUDIT"), subject=parts_behind),
    Refusal(B, "approve", "parts_audited", OPEN, parts_at("WRITE"), subject=before_approval),
    Refusal(P, "submit", "not_approved_yet", OVER, report_at("BGSP")),
    Refusal(P, "submit", "has_its_file", "{subno}没有上传 PDF 文件，请在“分项报告文件”中上传", without_file),
    Refusal(P, "submit", "has_its_file", "{subno}的 PDF 文件不能读取或已加密，请重新导出后上传", unreadable),
    Refusal(P, "submit", "tester_qualified", WANTS.format(who="{tester}", verb="检测"), magnetic),
    Refusal(P, "agree", "not_approved_yet", OVER, report_at("BGSP")),
    Refusal(P, "agree", "auditor_qualified", WANTS.format(who="叶晓东", verb="审核"), magnetic),
    Refusal(P, "agree", "auditor_signed", UNSIGNED, unsigned),
    Refusal(P, "reopen", "report_open_again", NOT_OPEN, report_at("BGSH")),
]
