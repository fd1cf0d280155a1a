"""The print queue: copies, mark sheets accounted for, second prints with their reason, and use marks."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection.models.printing import SPOILED, USED, MarkSheet
from tejian.inspection.models.reports import PrintLog
from tejian.inspection.printing import rules
from tejian.kit.ground.errors import BadInput

from .conftest import Office
from .papers import text_of

PRINTED = "/api/appbuss/saveReportPrintInfo"


def sheets(office: Office) -> dict[str, str]:
    return {one.sheetno: one.state for one in office.db.scalars(select(MarkSheet))}


def queue(office: Office, **asked: Any) -> list[Any]:
    office.call.user = office.user("dayin")
    answer = office.call.client.get("/api/reportPrint/findList", params={"pageSize": 50, **asked}).json()
    assert answer["isSuccess"], answer["errorMsg"]
    return [row["id"] for row in answer["data"]["list"]]


def test_an_approved_report_waits_in_the_queue_until_it_is_printed(office: Office) -> None:
    item = office.approved()
    assert item.id in queue(office, segment="waiting")
    assert item.id not in queue(office, segment="paper")  # the unit takes it as a file
    office.good("dayin", PRINTED, ids=item.id, copies=2)
    assert item.id not in queue(office, segment="waiting")
    assert item.id in queue(office, segment="printed")


def test_a_print_notes_its_sheets_and_the_spoiled_ones(office: Office) -> None:
    item = office.approved()
    form = {"papernos": "HG2600003", "spoiled": "HG2600001~HG2600002", "spoilwhy": "卡纸"}
    office.good("dayin", PRINTED, ids=item.id, copies=2, **form)
    assert sheets(office) == {"HG2600001": SPOILED, "HG2600002": SPOILED, "HG2600003": USED}
    log = office.db.scalars(select(PrintLog).where(PrintLog.subject_id == item.id)).one()
    assert (log.reportno, log.sheets, log.spoiled) == (item.reportno, "HG2600003", "HG2600001、HG2600002")
    assert (log.reprint, log.copies, office.item(item.id).papernos) == (False, 2, "HG2600003")


def test_a_second_print_says_why(office: Office) -> None:
    item = office.archived()
    said = office.refused("dayin", PRINTED, ids=item.id, copies=1, papernos="HG2600009")
    assert said == f"报告{item.reportno}已打印过，补打须写明原因"
    assert sheets(office) == {}
    assert office.item(item.id).printcount == 2
    office.good("dayin", PRINTED, ids=item.id, copies=1, reason="单位遗失一份")
    last = office.db.scalars(select(PrintLog).where(PrintLog.reprint)).one()
    assert (last.reason, office.item(item.id).printcount) == ("单位遗失一份", 3)


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"papernos": "HG2600003"}, "标志编号HG2600002没有去向：作废的请填入作废标志编号并写明原因"),
        ({"papernos": "HG2600001"}, "标志编号HG2600001已使用（报告NB1），请核对"),
        ({"papernos": "HG2600002,HG2600002"}, "标志编号HG2600002重复"),
        ({"papernos": "HG2600002", "spoiled": "HG2600003"}, "标志作废须写明原因"),
        ({"papernos": "合格"}, "合格标志编号：合格应由字母、数字组成并以流水号结尾"),
        ({"papernos": "HG2600009~HG2600002"}, "合格标志编号：HG2600009~HG2600002不是一段连续编号，应如HG0001~HG0010"),
    ],
)
def test_sheets_without_account_are_refused(office: Office, form: dict[str, str], sentence: str) -> None:
    item = office.approved()
    first = {"sheetno": "HG2600001", "prefix": "HG", "width": 7, "serial": 2600001, "state": USED, "reportno": "NB1"}
    office.db.add(MarkSheet(appbuss_id=item.id, org_id=item.cheorg, **first))
    office.db.commit()
    assert office.refused("dayin", PRINTED, ids=item.id, copies=1, **form) == sentence
    assert set(sheets(office)) == {"HG2600001"}
    assert (office.item(item.id).step, office.item(item.id).printcount) == ("BGDY", 0)
    assert office.db.scalars(select(PrintLog).where(PrintLog.subject_id == item.id)).first() is None


def test_a_failed_report_gets_no_mark(office: Office) -> None:
    item = office.approved()
    item.unqualcode = item.conclusion = "1032"
    office.db.commit()
    said = office.refused("dayin", PRINTED, ids=item.id, copies=1, papernos="HG2600001")
    assert said == f"报告{item.reportno}结论不合格，不能发合格标志"
    assert sheets(office) == {}
    assert office.refused("dayin", "/api/common/commonPrint", ids=item.id, printType="JYBZ") == (
        f"报告{item.reportno}结论不合格，不能打印标志"
    )


def test_use_marks_of_approved_reports_are_printed_by_the_printer_alone(office: Office) -> None:
    item = office.approved()
    office.call.user = office.user("dayin")
    office.db.commit()
    answer = office.call.client.post("/api/common/commonPrint", data={"printType": "JYBZ", "ids": item.id})
    assert item.usecertno in text_of(answer.content)
    assert office.post("dangan", "/api/common/commonPrint", ids=item.id, printType="JYBZ")["status"] == 403


def test_a_print_of_a_mark_is_logged(office: Office) -> None:
    item = office.approved()
    office.good("dayin", "/api/printlog/savrPrintLog", seisn=item.seisn, printType="JYBZ")
    log = office.db.scalars(select(PrintLog).where(PrintLog.subject_id == item.id)).one()
    assert (log.printtype, log.copies) == ("JYBZ", 1)


def test_numbers_are_read_in_runs() -> None:
    assert [str(one) for one in rules.read("HG01~HG03，hg07", "x")] == ["HG01", "HG02", "HG03", "HG07"]
    with pytest.raises(BadInput, match="一次最多登记200张"):
        rules.read("HG0001~HG0201", "x")


def test_a_number_far_ahead_begins_another_roll() -> None:
    assert rules.missing(rules.read("HG060", "x"), 10) == rules.read("HG011~HG059", "x")
    assert rules.missing(rules.read("HG061", "x"), 10) == []
    assert rules.missing(rules.read("HG061,HG063", "x"), 10) == rules.read("HG062", "x")
