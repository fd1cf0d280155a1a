"""The supervised installation of a lift from its notice to the certificate, and what is refused on the way."""

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.reports import Report
from tejian.inspection.models.supervised import LiaisonSheet, Supervision, SupervisionPaper, SupervisionPoint
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tests.inspection import works
from tests.inspection.conftest import Office
from tests.inspection.papers import plain, text_of
from tests.inspection.test_notices import PRINT

APPROVE = "/api/appbuss/approveReport"


def rows(office: Office, login: str, path: str) -> list[str]:
    return [one["seisn"] for one in office.good(login, path)["list"]]


def printed(office: Office, login: str, case: Supervision) -> str:
    office.call.user = office.user(login)
    try:
        return text_of(office.call.client.post(PRINT, data={"printType": "JDJYZS", "ids": case.id}).content)
    finally:
        office.call.user = None


def test_a_liaison_sheet_is_a_paper_with_its_answer(office: Office) -> None:
    one = works.sheet(office)
    case = office.db.scalars(select(Supervision).where(Supervision.id == one.supervision_id)).one()

    def paper() -> str:
        office.call.user = office.user("jianyan1")
        try:
            return text_of(office.call.client.post(PRINT, data={"printType": "JDLLD", "ids": one.id}).content)
        finally:
            office.call.user = None

    words = paper()
    for said in (one.liaisonno, case.contractorname, case.notifyno, case.equcode, "限速器未张紧", one.pointname):
        assert "".join(said.split()) in words, said
    assert "已调整" not in words and "本联络单关闭" not in words
    works.answered(office, one)
    office.good("jianyan1", "/api/liaison/close", ids=one.id)
    words = paper()
    assert "处理结果：已调整" in words and "马班长" in words and "本联络单关闭" in words
    assert "没有此操作的权限" in office.refused("yiqi", PRINT, printType="JDLLD", ids=one.id)


def test_a_lift_from_its_notice_to_the_certificate(office: Office) -> None:
    notice = works.received(office)
    item = works.audited(office, notice)
    case = works.case_of(office, item)
    assert (case.step, case.notifyno, case.contractorname) == ("TASK", notice.notifyno, notice.contractorname)
    assert rows(office, "diaodu", "/api/supervision/taskList") == [item.seisn]

    def not_yet(words: str) -> None:
        """The report waits; nothing is issued and nothing moves."""
        assert words in office.refused("pizhun", APPROVE, ids=item.id)
        office.db.refresh(item)
        office.db.refresh(notice)
        assert (item.step, notice.step) == ("BGSP", "RECEIVED")
        assert office.db.scalar(select(func.count()).select_from(Report).where(Report.appbuss_id == item.id)) == 0

    not_yet("停止点“安全保护装置动作试验”尚未符合 等2处")
    works.begun(office, case)
    assert rows(office, "jianyan1", "/api/supervision/firstList") == [item.seisn]
    points = works.points_of(office, case)
    assert [one.hold for one in points] == ["W", "W", "H", "H", "W"]
    test = next(one for one in points if one.loadtest)
    agreed = str(clock.today() + timedelta(days=2))
    office.good("jianyan1", "/api/supervision/agreeTest", id=test.id, version=test.version, agreed=agreed)
    waiting = office.good("jianyan1", "/api/supervision/testList")["list"]
    assert [(one["seisn"], one["agreed"]) for one in waiting] == [(item.seisn, agreed)]

    works.found(office, points[2], "2", problem="限速器未张紧")
    sheet = works.sheet(office, case)
    assert sheet.liaisonno == f"JLD-DT-{clock.today():%y}00001"
    for one in (*points[:2], *points[3:]):
        works.found(office, one)
    assert rows(office, "jianyan1", "/api/supervision/testList") == []
    form = {"id": points[2].id, "version": points[2].version, "result": "1", "pointdate": str(clock.today())}
    said = office.refused("jianyan1", "/api/supervision/point/save", **form)
    assert said == f"监检联络单{sheet.liaisonno}未关闭，不能判为符合"
    assert "尚未符合" in office.refused("jianyan1", "/api/supervision/handIn", ids=case.id)
    works.answered(office, sheet)
    office.good("jianyan1", "/api/liaison/close", ids=sheet.id)
    works.found(office, points[2])
    not_yet("监督检验监检中，不能批准报告")

    office.good("jianyan1", "/api/supervision/handIn", ids=case.id)
    assert rows(office, "jianyan1", "/api/supervision/dataList") == [item.seisn]
    assert "竣工资料不齐：施工记录" in office.refused("jianyan1", "/api/supervision/pass", ids=case.id)
    papers = office.db.scalars(select(SupervisionPaper).where(SupervisionPaper.supervision_id == case.id)).all()
    for paper in papers:
        sent = {"id": paper.id, "version": paper.version, "state": "1" if paper.required else "2"}
        office.good("jianyan1", "/api/supervision/paper/save", **sent)
    not_yet("监督检验竣工资料待审查，不能批准报告")
    office.good("jianyan1", "/api/supervision/pass", ids=case.id)
    assert rows(office, "jianyan1", "/api/supervision/issueList") == [item.seisn]

    office.good("pizhun", APPROVE, ids=item.id)
    item = office.item(item.id)
    case = works.case_of(office, item)
    assert (case.step, case.certno) == ("DONE", f"{clock.today():%Y}-DT-00001")
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    assert (lift.equstatus, lift.insinspdate) == ("0", item.inspdate)
    words = printed(office, "dayin", case)
    for part in ("特种设备监督检验证书", case.certno, notice.contractorname, notice.licno, lift.equcode, item.reportno):
        assert plain(part) in words, part


def test_the_certificate_is_bound_into_the_report_and_sealed_with_it(office: Office) -> None:
    item = works.ready_for_approval(office)
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)
    case = works.case_of(office, item)
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    pages = PdfReader(BytesIO(files.read_checked(report.key))).pages
    assert report.content["certificates"] == [case.certno]
    assert len(pages) == report.pages
    *before, last = [plain(page.extract_text()) for page in pages]
    assert "监督检验证书" in last and case.certno in last and item.reportno in last
    assert not [text for text in before if case.certno in text]


def test_a_certificate_is_not_printed_before_it_is_issued(office: Office) -> None:
    case = works.tasked(office)
    said = office.refused("jianyan1", PRINT, printType="JDJYZS", ids=case.id)
    assert said == f"{case.seisn}：监督检验尚未合格，没有证书"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"result": "2"}, "不符合或不适用时须写明情况与问题"),
        ({"result": "3"}, "不符合或不适用时须写明情况与问题"),
        ({"result": "9"}, "结果：请从选项中选择"),
        ({"pointdate": 1}, "不得晚于今天"),
        ({"pointdate": -1}, "不得早于首次监检日期"),
        ({}, "试验介质（载荷）：耐压或载荷试验必填"),
        ({"medium": "砝码", "pressure": "125"}, "保压（持荷）时间：耐压或载荷试验必填"),
    ],
)
def test_wrong_results_of_a_point_are_not_stored(office: Office, more: dict[str, Any], sentence: str) -> None:
    case = works.begun(office)
    point = next(one for one in works.points_of(office, case) if one.loadtest)
    day = clock.today() + timedelta(days=more.get("pointdate", 0))  # days from today: a run goes over midnight
    form = {"id": point.id, "version": point.version, "result": "1", **more, "pointdate": str(day)}
    assert sentence in office.refused("jianyan1", "/api/supervision/point/save", **form)
    kept = office.db.scalars(select(SupervisionPoint).where(SupervisionPoint.id == point.id)).one()
    assert (kept.result, kept.pointdate, kept.inspector) == ("", None, "")


def test_points_are_written_by_the_inspectors_of_the_task_after_the_first_visit(office: Office) -> None:
    case = works.assigned(office)
    point = works.points_of(office, case)[0]
    form = {"id": point.id, "version": point.version, "result": "1", "pointdate": str(clock.today())}
    said = office.refused("jianyan1", "/api/supervision/point/save", **form)
    assert said == f"{case.seisn}当前待首次监检，不能填写"
    office.good("jianyan1", "/api/supervision/first", ids=case.id, firstdate=str(clock.today()), **works.FIRST)
    case.inspectors = [office.user("jianyan2").id]
    office.db.commit()
    said = office.refused("jianyan1", "/api/supervision/point/save", **form)
    assert said == "该监检任务没有分配给您"
    assert "不能删除" in office.refused("jianyan1", "/api/supervision/point/delete", ids=point.id)


def test_papers_are_sent_back_and_what_does_not_apply_says_why(office: Office) -> None:
    case = works.handed_in(office)
    paper = office.db.scalars(select(SupervisionPaper).where(SupervisionPaper.supervision_id == case.id)).first()
    assert paper is not None
    form = {"id": paper.id, "version": paper.version, "state": "3"}
    assert office.refused("jianyan1", "/api/supervision/paper/save", **form) == "不适用须说明"
    office.good("jianyan1", "/api/supervision/back", ids=case.id, reason="自检报告未签章")
    assert (case.step, case.reason) == ("WORK", "自检报告未签章")


def test_a_sheet_is_returned_until_the_problem_is_solved(office: Office) -> None:
    sheet = works.answered(office)
    office.good("jianyan1", "/api/liaison/reject", ids=sheet.id, reason="没有照片")
    assert (sheet.step, sheet.reason) == ("SENT", "没有照片")
    works.answered(office, sheet)
    office.good("jianyan1", "/api/liaison/close", ids=sheet.id)
    assert (sheet.step, sheet.closer) == ("CLOSED", office.user("jianyan1").name)


def test_a_sheet_with_a_term_that_passed_is_not_made(office: Office) -> None:
    case = works.begun(office)
    form = {"point_id": works.points_of(office, case)[0].id, "problem": "缺资料"}
    due = str(clock.today() - timedelta(days=1))
    assert "已过" in office.refused("jianyan1", "/api/liaison/make", **form, due=due)
    assert office.db.scalar(select(func.count()).select_from(LiaisonSheet)) == 0


def test_a_voided_declaration_ends_its_supervision(office: Office) -> None:
    case = works.tasked(office)
    form = {"reasonId": "07", "reasonLabel": "用户要求取消", "detailDesc": "单位来函取消"}
    office.good("yewu", "/api/appmain/voidSbdj", ids=works.main_of(case), **form)
    assert case.step == "VOID"
    notice = case.notify_id
    office.good("shouli", "/api/construction/cancel", ids=notice, reason="不再施工")


def test_the_record_of_a_lift_leaves_out_the_tests_of_other_classes(office: Office) -> None:
    item = works.audited(office, works.received(office))
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    left = {
        one["item_no"]: (one["result"], one["prefill"].partition("（")[0]) for one in screen["items"] if one["prefill"]
    }
    assert {no: one for no, one in left.items() if "." not in no} == {
        "6": ("—", "该种类设备的施工一般没有焊接"),
        "7": ("—", "该种类设备的施工没有无损检测要求"),
        "10": ("—", "该种类设备没有耐压、泄漏试验"),
    }
    # what the lift does not have; nothing of what its periodic inspection leaves out by age and days
    assert set(left) - {"6", "7", "10"} <= {"A1.2.3.10", "A1.2.5.2", "A1.2.5.6", "A1.2.5.7"}
