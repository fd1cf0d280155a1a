"""Hazards: left by a failed report, registered and copied to the supervision, mended with proof, closed by another."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.demo.hazards import register_hazards
from tejian.inspection.models.hazards import Hazard
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.messages.models import Message, Sms
from tests.walks.ways import WAYS, hazard, hazard_answered, hazard_registered

from .conftest import Office
from .retested import again_of, retested
from .test_again import failed

DUE = str(clock.today() + timedelta(days=15))
FACTS = {"level": "5", "place": "制动器", "demand": "修复制动器，复检合格后使用", "deadline": DUE}


def only(office: Office) -> Hazard:
    return office.db.scalars(select(Hazard)).one()


def rows(office: Office, login: str, **asked: Any) -> list[str]:
    return [row["id"] for row in office.good(login, "/api/hazard/findList", **asked)["list"]]


def test_a_failed_report_leaves_a_hazard_to_be_registered(office: Office) -> None:
    item = failed(office)
    row = only(office)
    assert (row.step, row.source, row.reportno, row.appbuss_id) == ("NEW", "01", item.reportno, item.id)
    assert (row.conclusion, row.content) == ("1032", "第12、29项不符合，停止使用，修复后申请复检")
    assert rows(office, "dangan", segment="new") == [row.id]
    said = office.refused("dangan", "/api/hazard/make", appbuss_id=item.id, source="01")
    assert said == f"{item.seisn}已有隐患（待登记），不能重复登记"


def test_a_passed_report_leaves_none(office: Office) -> None:
    office.approved()
    assert office.db.scalars(select(Hazard)).first() is None


def test_a_registered_hazard_goes_to_the_unit_and_the_supervision(office: Office) -> None:
    failed(office)
    row = only(office)
    office.good("dangan", "/api/hazard/save", id=row.id, content=row.content, **FACTS)
    office.good("dangan", "/api/hazard/register", ids=row.id)
    row = only(office)
    assert (row.step, row.registrar, row.registered) == ("MEND", office.user("dangan").name, clock.today())
    assert row.hazno.startswith("YH-DT-") and row.copied == "设备所在地特种设备安全监督管理部门"
    told = select(Message).where(Message.user_id == office.user("jianguan").id, Message.title.contains(row.hazno))
    assert office.db.scalars(told).first() is not None
    assert office.db.scalars(select(Sms).where(Sms.datacode == row.hazno)).one().receiver == "13805741234"
    assert rows(office, "jianguan") == [row.id]


def test_a_common_hazard_is_closed_by_one_who_did_not_mend_it(office: Office) -> None:
    row = hazard_answered(office)
    row.level = "5"
    row.answerer_id = office.user("jianyan1").id
    office.db.commit()
    said = office.refused("jianyan1", "/api/hazard/verify", ids=row.id, opinion="已治理")
    assert (said, only(office).step) == ("治理结果不能由提交人自己核实", "ANSWERED")
    office.good("zhiliang", "/api/hazard/verify", ids=row.id, opinion="已治理")
    row = only(office)
    assert (row.step, row.verifier, row.closedate) == ("CLOSED", office.user("zhiliang").name, clock.today())


def test_to_verify_is_offered_to_another_than_who_answered_and_only_while_it_waits(office: Office) -> None:
    row = hazard_answered(office)
    row.answerer_id = office.user("jianyan1").id
    office.db.commit()

    def mark(login: str) -> str:
        (shown,) = office.good(login, "/api/hazard/findList")["list"]
        return str(shown["mine"])

    def verbs(login: str) -> set[str]:
        return {one["code"] for one in office.good(login, "/api/hazard/record", id=row.id)["actions"]}

    assert (mark("jianyan1"), mark("zhiliang")) == ("0", "1")
    assert "verify_row" in verbs("zhiliang") and "verify_row" not in verbs("jianyan1")
    office.good("zhiliang", "/api/hazard/verify", ids=row.id, opinion="已治理")
    assert mark("zhiliang") == "0"


def test_a_grave_hazard_needs_a_second_person(office: Office) -> None:
    row = hazard_answered(office)
    WAYS["hazard", "verify"].go(office, row)
    assert (only(office).step, only(office).closedate) == ("SECOND", None)
    said = office.refused("jianyan1", "/api/hazard/close", ids=row.id, opinion="无异议")
    assert (said, only(office).step) == ("重大以上隐患须由提交人、核实人以外的人复核", "SECOND")
    office.good("zhiliang", "/api/hazard/close", ids=row.id, opinion="无异议")
    assert (only(office).step, only(office).second) == ("CLOSED", office.user("zhiliang").name)


def test_what_is_sent_back_is_mended_and_verified_anew(office: Office) -> None:
    row = hazard_answered(office)
    WAYS["hazard", "verify"].go(office, row)
    office.good("zhiliang", "/api/hazard/reject", ids=row.id, reason="照片看不清")
    row = only(office)
    assert (row.step, row.verifier, row.verifier_id) == ("MEND", "", "")


def test_a_term_is_extended_with_a_reason(office: Office) -> None:
    row = hazard_registered(office)
    later = clock.today() + timedelta(days=40)
    assert office.refused("jianyan1", "/api/hazard/extend", ids=row.id, newdeadline=str(later)) != ""
    assert only(office).deadline != later
    office.good("jianyan1", "/api/hazard/extend", ids=row.id, newdeadline=str(later), reason="等待配件")
    assert (only(office).deadline, only(office).step) == (later, "MEND")


def test_what_is_registered_stays_as_it_is(office: Office) -> None:
    row = hazard_registered(office)
    said = office.refused("dangan", "/api/hazard/save", id=row.id, content="别的", **FACTS)
    assert said == f"{row.hazno}治理中，不能再修改"
    assert only(office).content == "制动衬磨损超限"


def test_a_report_that_is_not_approved_leaves_no_hazard(office: Office) -> None:
    item: AppBuss = office.built()
    said = office.refused("dangan", "/api/hazard/make", appbuss_id=item.id, source="02")
    assert said == f"{item.seisn}的报告尚未批准，不能登记隐患"
    assert office.db.scalars(select(Hazard)).first() is None


def test_the_printer_registers_nothing(office: Office) -> None:
    row = hazard(office)
    assert office.post("dayin", "/api/hazard/register", ids=row.id)["status"] == 403
    assert only(office).step == "NEW"


def test_a_failed_report_is_archived_after_its_hazard_is_registered(office: Office) -> None:
    item = failed(office)
    office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=1)
    docs = {"ids": item.id, "archivedocs": "01,02", "archivebox": "A-1", "archivepages": 18}
    said = office.refused("dangan", "/api/appbuss/archiveReport", **docs)
    assert said == f"{item.seisn}的报告{item.reportno}不合格，隐患尚未登记，请先到“隐患登记”办理登记"
    assert office.item(item.id).step == "BGGD"
    row = only(office)
    office.good("dangan", "/api/hazard/save", id=row.id, content=row.content, **FACTS)
    office.good("dangan", "/api/hazard/register", ids=row.id)
    office.good("dangan", "/api/appbuss/archiveReport", **docs)
    assert office.item(item.id).step == "BGFF"


def test_a_hazard_that_is_none_lets_the_report_be_archived(office: Office) -> None:
    item = failed(office)
    office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=1)
    office.good("dangan", "/api/hazard/void", ids=only(office).id, reason="设备已报废拆除")
    docs = {"archivedocs": "01,02", "archivebox": "A-1", "archivepages": 18}
    office.good("dangan", "/api/appbuss/archiveReport", ids=item.id, **docs)
    assert office.item(item.id).step == "BGFF"


def test_a_passed_reinspection_answers_the_hazard_and_another_verifies_it(office: Office) -> None:
    row = retested(office)
    assert row.step == "MEND"
    again = again_of(row)
    office.good("pizhun", "/api/appbuss/approveReport", ids=again)
    row, number = only(office), office.item(again).reportno
    assert (row.step, row.againno, row.measure) == ("ANSWERED", number, f"复检合格，报告{number}")
    assert (row.donedate, row.answerer_id) == (clock.today(), office.user("jianyan1").id)
    said = office.refused("jianyan1", "/api/hazard/verify", ids=row.id, opinion="已治理")
    assert (said, only(office).step) == ("治理结果不能由提交人自己核实", "ANSWERED")
    office.good("zhiliang", "/api/hazard/verify", ids=row.id, opinion="复检合格")
    assert only(office).step == "CLOSED"


def test_a_reinspection_that_was_sent_back_is_no_evidence_any_more(office: Office) -> None:
    row = retested(office)
    office.good("pizhun", "/api/appbuss/approveReport", ids=again_of(row))
    office.good("zhiliang", "/api/hazard/reject", ids=row.id, reason="另有部位未治理")
    row = only(office)
    assert (row.step, row.againno) == ("MEND", "")
    form = {"measure": "已更换", "donedate": str(clock.today()), "doneby": "李勇"}
    assert "没有治理证据" in office.refused("yewu", "/api/hazard/answer", ids=row.id, **form)


def test_the_demo_city_registers_what_failed_before_it_archives(office: Office) -> None:
    item = failed(office)
    office.db.info["me"] = office.user("dangan")
    register_hazards(office.db, office.user("dangan"), item.id)
    office.db.commit()
    assert (only(office).step, only(office).level) == ("MEND", "5")
