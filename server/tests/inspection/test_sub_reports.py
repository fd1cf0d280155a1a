"""Sub-reports are audited by themselves, by somebody qualified, before the report that they belong to."""

import io
from importlib import import_module
from typing import Any

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from pypdf import PdfReader, PdfWriter
from sqlalchemy import delete, func, select

from tejian.archives.models.files import Attachment
from tejian.inspection.models.records import CheckRun
from tejian.inspection.models.reports import Report
from tejian.inspection.models.subreports import SubReport
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.papers.pdf import page_count
from tejian.messages.models import Message
from tejian.system.models.accounts import StaffQual
from tejian.system.models.rules import FlowConf
from tejian.system.settings.cache import bump

from . import parts
from .conftest import Office
from .test_conclusions import record

FX = "/api/appbuss/auditReportFx"
SUBMIT = "/api/appbuss/submitRecord"


def steps(office: Office, item: Any) -> list[str]:
    query = select(FlowLog.to_step).where(FlowLog.subject_id == item.id, FlowLog.move.in_(("verify", "audit_fx")))
    return list(office.db.scalars(query.order_by(FlowLog.id)))


def test_a_report_without_a_sub_report_goes_straight_to_its_audit(office: Office) -> None:
    item = office.verified()
    assert (item.step, item.status, item.fxauditedby) == ("BGSH", "50", "")
    assert steps(office, item) == ["BGSH"]
    said = office.refused("fenxiang", FX, ids=item.id, opinion="同意")
    assert said and office.item(item.id).step == "BGSH"


def test_a_report_with_a_sub_report_is_audited_in_its_part_first(office: Office) -> None:
    item = office.in_parts()
    assert item.step == "BGSH_FX"
    office.refused("shenhe", "/api/appbuss/auditReport", ids=item.id)
    assert office.item(item.id).step == "BGSH_FX"
    office.good("fenxiang", FX, ids=item.id)
    item = office.item(item.id)
    assert (item.step, item.fxauditedby) == ("BGSH", office.user("fenxiang").id)
    assert steps(office, item) == ["BGSH_FX", "BGSH"]


def test_the_sub_report_that_a_return_takes_out_is_not_waited_for(office: Office) -> None:
    item = office.in_parts()
    form = {"toStep": "BGLR", "reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "没有分项报告"}
    office.good("fenxiang", "/api/appbuss/sendBack", ids=item.id, **form)
    part = office.db.scalars(select(SubReport).where(SubReport.appbuss_id == item.id)).one()
    office.good("jianyan1", "/api/subreport/reopen", ids=part.id, reason="没有做这项检测")
    assert (part.step, part.auditor, part.auditedon) == ("WRITE", "", None)
    office.good("jianyan1", "/api/subreport/delete", ids=part.id)
    office.good("jianyan1", SUBMIT, id=item.id)
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    assert office.item(item.id).step == "BGSH"


def test_who_audits_a_part_is_qualified_for_the_class(office: Office) -> None:
    item = office.in_parts()
    office.db.execute(delete(StaffQual).where(StaffQual.user_id == office.user("fenxiang").id))
    office.db.commit()
    runs = select(func.count()).select_from(CheckRun).where(CheckRun.appbuss_id == item.id)
    before = office.db.scalar(runs)
    said = office.refused("fenxiang", FX, ids=item.id, opinion="同意，情况已经核实")
    assert said.startswith("叶晓东没有定期检验所需的资格")
    item = office.item(item.id)
    assert (item.step, item.fxauditedby, office.db.scalar(runs)) == ("BGSH_FX", "", before)


def test_where_the_flow_does_without_the_step_a_sub_report_goes_on(office: Office) -> None:
    for one in office.db.scalars(select(FlowConf).where(FlowConf.step == "BGSH_FX")):
        one.used = False
    office.db.commit()
    bump(office.db, "flow")
    office.db.commit()
    assert office.in_parts().step == "BGSH"


def written(office: Office) -> tuple[Any, SubReport]:
    item = office.built()
    office.filled(item)
    return item, parts.begun(office, item)


def test_a_sub_report_is_written_audited_and_bound_behind_the_report(office: Office) -> None:
    item, part = written(office)
    assert (part.subno, part.step, part.writer) == (f"{item.reportno}-01", "WRITE", office.user("jianyan1").name)
    said = office.refused("jianyan1", SUBMIT, id=item.id)
    assert f"分项报告{item.reportno}-01尚未提交审核" in said
    office.good("jianyan1", "/api/subreport/submit", ids=part.id)
    assert (part.step, part.pages) == ("AUDIT", 2)
    office.good("fenxiang", "/api/subreport/agree", ids=part.id)
    assert (part.step, part.auditor, part.auditedon) == ("DONE", office.user("fenxiang").name, clock.today())
    before = page_count(draft_of(office, item))
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    assert [one["subno"] for one in screen["subs"]["rows"]] == [f"{item.reportno}-01"]
    assert "限速器校验" in screen["subs"]["names"]
    approved(office, item)
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    assert report.content["subreports"] == [f"{item.reportno}-01"]
    paper = PdfReader(io.BytesIO(files.read_checked(report.key)))
    assert report.pages == len(paper.pages) == before
    words = paper.pages[-3].extract_text()
    assert f"{item.reportno}-01" in words and "未审核" not in words
    assert paper.pages[-1].extract_text() == ""


def approved(office: Office, item: Any) -> None:
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    office.good("jianyan1", SUBMIT, id=item.id, version=screen["version"], conclusion=screen["proposal"]["code"])
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    office.good("fenxiang", FX, ids=item.id)
    office.good("shenhe", "/api/appbuss/auditReport", ids=item.id)
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)


def draft_of(office: Office, item: Any) -> bytes:
    office.call.user = office.user("shenhe")
    return bytes(office.call.client.post("/api/appbuss/reportDraft", data={"id": item.id}).content)


def test_who_does_not_inspect_the_device_adds_none_and_neither_does_a_report_that_is_handed_in(office: Office) -> None:
    item = office.built()
    said = office.refused("jianyan5", "/api/subreport/make", **parts.stated(office, item))
    assert said == "分项报告由该业务的检验人员编制"
    office.filled(item)
    saved = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    office.good("jianyan1", SUBMIT, id=item.id, version=saved["version"], conclusion=saved["proposal"]["code"])
    said = office.refused("jianyan1", "/api/subreport/make", **parts.stated(office, item))
    assert said == f"{item.seisn}的报告不在录入环节，不能新增分项报告"
    assert count(office) == 0


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"subname": "射线检测"}, "分项报告名称：请从选项中选择"),
        ({"subname": "其他"}, "其他名称：名称选“其他”时必填"),
        ({"testdate": "2099-01-01"}, "检测日期2099-01-01不得晚于今天"),
    ],
)
def test_what_a_sub_report_cannot_state(office: Office, more: dict[str, str], sentence: str) -> None:
    item = office.built()
    assert office.refused("jianyan1", "/api/subreport/make", **parts.stated(office, item, **more)) == sentence
    assert count(office) == 0


def test_numbers_have_no_gap_and_what_is_handed_in_stays(office: Office) -> None:
    item, first = written(office)
    second = parts.begun(office, item, subname="其他", othername="制动器温升")
    assert (second.subno, second.subname) == (f"{item.reportno}-02", "制动器温升")
    said = office.refused("jianyan1", "/api/subreport/delete", ids=first.id)
    assert said == f"分项报告编号须连续，请先删除{item.reportno}-02"
    office.good("jianyan1", "/api/subreport/delete", ids=second.id)
    office.good("jianyan1", "/api/subreport/submit", ids=first.id)
    said = office.refused("jianyan1", "/api/subreport/delete", ids=first.id)
    assert said == f"{first.subno}待审核，不能再修改"
    said = office.refused("jianyan1", "/api/subreport/save", id=first.id, subresult="不合格")
    assert said == f"{first.subno}待审核，不能再修改"
    assert (count(office), first.subresult) == (1, "校验合格")


def test_two_files_or_a_locked_one_are_not_bound(office: Office) -> None:
    _item, part = written(office)
    parts.attached(office, part, parts.paper(1))
    said = office.refused("jianyan1", "/api/subreport/submit", ids=part.id)
    assert said == f"{part.subno}有2份 PDF 文件，只能留一份"
    for one in office.db.scalars(select(Attachment).where(Attachment.attrefsysid == part.id)):
        one.deleted = True
    office.db.commit()
    out, writer = io.BytesIO(), PdfWriter()
    writer.add_blank_page(100, 100)
    writer.encrypt("geheim")
    writer.write(out)
    parts.attached(office, part, out.getvalue())
    said = office.refused("jianyan1", "/api/subreport/submit", ids=part.id)
    assert said == f"{part.subno}的 PDF 文件不能读取或已加密，请重新导出后上传"
    assert (part.step, part.pages) == ("WRITE", 0)


def test_a_returned_part_is_mended_and_its_writer_told(office: Office) -> None:
    item, part = written(office)
    office.good("jianyan1", "/api/subreport/submit", ids=part.id)
    office.good("fenxiang", "/api/subreport/back", ids=part.id, reason="缺少动作速度")
    assert part.step == "WRITE"
    told = select(Message.title).where(Message.user_id == office.user("jianyan1").id, Message.kind == "分项报告")
    assert list(office.db.scalars(told)) == [f"{item.reportno}-01 限速器校验 被退回：缺少动作速度"]


def test_a_unit_sees_what_was_audited(office: Office) -> None:
    part = parts.handed(office)
    item = office.item(part.appbuss_id)
    mine = User(id="unit", name="", unit_id=item.unitsysid)
    seen = select(SubReport.id).where(SubReport.visible(mine))
    assert list(office.db.scalars(seen)) == []
    office.good("fenxiang", "/api/subreport/agree", ids=part.id)
    assert list(office.db.scalars(seen)) == [part.id]


def test_nobody_types_the_list_of_sub_reports(office: Office) -> None:
    item = office.built()
    rows = [{"subno": "X-01", "subname": "限速器校验", "subpages": "9", "subresult": "合格"}]
    said = office.refused("jianyan1", "/api/appbuss/saveRecord", id=item.id, tables={"subs": {"rows": rows}})
    assert said == "分项报告目录由分项报告得出，请在“分项报告”中新增"
    assert "subs" not in record(office, item).measures
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    assert "subs" not in [one["code"] for one in screen["tables"]]


def count(office: Office) -> int:
    office.db.expire_all()
    return office.db.scalar(select(func.count()).select_from(SubReport)) or 0


def test_what_a_report_in_hand_only_listed_waits_to_be_written(office: Office) -> None:
    item = office.built()
    rows = [{"subno": "X-01", "subname": "限速器校验", "subpages": "9", "subresult": "合格"}, {"subname": ""}]
    record(office, item).measures = {"subs": {"params": {}, "rows": rows}}
    office.db.commit()
    with Operations.context(MigrationContext.configure(office.db.connection())):
        import_module("migrations.versions.0277_sub_reports").carry_over()
    office.db.expire_all()
    part = office.db.scalars(select(SubReport)).one()
    stated = (part.subno, part.subname, part.subresult, part.step, part.seq, part.tester, part.pages)
    assert stated == (f"{item.reportno}-01", "限速器校验", "合格", "WRITE", 1, item.scinspectorname, 0)
    assert "subs" not in record(office, item).measures
    assert f"{part.subno}尚未提交审核" in office.refused("jianyan1", SUBMIT, id=item.id)
