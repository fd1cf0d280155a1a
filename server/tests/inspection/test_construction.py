"""Notices of construction: filed, received or returned; what they refuse; the supervised inspection that follows."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.construction import ConstructionDevice, ConstructionNotice
from tejian.inspection.models.items import AppMain
from tejian.kit.ground import clock
from tejian.messages.models import Message
from tests.inspection import works
from tests.inspection.conftest import Office
from tests.inspection.papers import text_of
from tests.inspection.test_notices import PRINT

FILE, RECEIVE = "/api/construction/file", "/api/construction/receive"


def device_of(office: Office, notice: ConstructionNotice) -> Equipment:
    query = select(Equipment).join(ConstructionDevice, ConstructionDevice.equdatasysid == Equipment.id)
    return office.db.scalars(query.where(ConstructionDevice.notice_id == notice.id)).one()


def test_a_notice_is_received_and_its_lift_is_under_construction(office: Office) -> None:
    notice = works.received(office)
    today = clock.today()
    assert notice.notifyno == f"GZ330212{today:%Y}00001"
    assert (notice.step, notice.notifydate, notice.receiver) == ("RECEIVED", today, office.user("jianguan").name)
    assert (notice.licno, notice.licitems) == ("TS33-2026", "DTAZ-A1")
    lift = device_of(office, notice)
    assert (lift.equstatus, lift.params["notifyno"], lift.params["constype"]) == ("6", notice.notifyno, "01")
    assert lift.insorgname == notice.contractorname
    told = office.db.scalars(select(Message.title).where(Message.kind == "施工告知")).all()
    assert any(notice.notifyno in one for one in told)
    rows = office.good("shouli", "/api/eqdbase/eqdBasic/findSgGzExtent", id=lift.id)
    assert [(one["notifyno"], one["stepName"]) for one in rows] == [(notice.notifyno, "已受理")]


def test_the_paper_says_who_may_do_it_and_that_it_was_received(office: Office) -> None:
    notice = works.received(office)
    office.call.user = office.user("shouli")
    words = text_of(office.call.client.post(PRINT, data={"printType": "SGGZS", "ids": notice.id}).content)
    office.call.user = None
    lift = device_of(office, notice)
    for said in (notice.notifyno, notice.contractorname, "TS33-2026", "安装", lift.equcode, notice.receiver):
        assert "".join(said.split()) in words, said


def test_a_returned_notice_is_mended_and_filed_again(office: Office) -> None:
    notice = works.filed(office)
    said = office.refused("shouli", "/api/construction/save", id=notice.id, version=notice.version, place="别处")
    assert said.endswith("已提交，不能再修改")
    office.good("jianguan", "/api/construction/return", ids=notice.id, reason="缺施工方案")
    assert (notice.step, notice.reason, notice.notifyno) == ("BACK", "缺施工方案", "")
    office.good("shouli", "/api/construction/save", id=notice.id, version=notice.version, place="鄞州区 2 号")
    office.good("shouli", FILE, ids=notice.id)
    assert (notice.step, notice.reason) == ("FILED", "")


def test_nobody_receives_what_he_filed(office: Office) -> None:
    lift = works.new_lift(office)
    made = office.good("yewu", "/api/construction/save", **works.head(office, lift))["id"]
    office.good("yewu", "/api/construction/device/save", notice_id=made, equdatasysid=lift.id)
    office.good("yewu", FILE, ids=made)
    assert office.refused("yewu", RECEIVE, ids=made) == "不能受理自己提交的施工告知"
    office.good("jianguan", RECEIVE, ids=made)


def registered(office: Office) -> Equipment:
    return office.lifts()[0]


@pytest.mark.parametrize(
    ("device", "work", "sentence"),
    [
        (registered, "01", "设备已登记或在用，不能告知安装"),
        (works.new_lift, "02", "设备尚未投入使用，只能告知安装"),
        (works.new_lift, "03", "设备尚未投入使用，只能告知安装"),
    ],
)
def test_a_device_that_does_not_fit_the_work_is_not_named(
    office: Office, device: Callable[[Office], Equipment], work: str, sentence: str
) -> None:
    one = device(office)
    made = office.good("shouli", "/api/construction/save", **works.head(office, one, worktype=work))["id"]
    said = office.refused("shouli", "/api/construction/device/save", notice_id=made, equdatasysid=one.id)
    assert sentence in said
    assert office.db.scalar(select(func.count()).select_from(ConstructionDevice)) == 0


def test_a_registered_lift_is_altered_and_in_use_again_when_the_notice_is_cancelled(office: Office) -> None:
    lift = registered(office)
    notice = works.received(office, lift, worktype="02")
    office.db.refresh(lift)
    assert lift.equstatus == "8"
    office.good("shouli", "/api/construction/cancel", ids=notice.id, reason="合同终止")
    office.db.refresh(lift)
    assert (notice.step, lift.equstatus) == ("CANCELLED", "1")


@pytest.mark.parametrize(
    ("licence", "sentence"),
    [
        ({"items": "QZAZ-A"}, "没有所需的许可项目"),
        ({"held": "1"}, "已暂扣，不能施工"),
        ({"held": "2"}, "已注销，不能施工"),
        ({"days": -1}, "有效期至{yesterday}"),
        ({"days": 1}, "有效期至{tomorrow}，{start}不能施工"),
    ],
)
def test_the_licence_of_the_contractor_holds_on_the_day(office: Office, licence: dict[str, Any], sentence: str) -> None:
    lift = works.new_lift(office)
    notice = works.drafted(office, lift)
    works.contractor(office, **licence)
    today = clock.today()
    days = {"yesterday": today - timedelta(days=1), "tomorrow": today + timedelta(days=1), "start": notice.startdate}
    assert sentence.format(**days) in office.refused("shouli", FILE, ids=notice.id)
    assert (notice.step, notice.filed, notice.licno) == ("DRAFT", None, "")


def test_a_licence_that_ended_between_filing_and_receipt_is_refused(office: Office) -> None:
    notice = works.filed(office)
    works.contractor(office, days=-1)
    assert "不能施工" in office.refused("jianguan", RECEIVE, ids=notice.id)
    lift = device_of(office, notice)
    assert (notice.step, notice.notifyno, lift.equstatus) == ("FILED", "", "0")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"enddate": str(date(2020, 1, 1))}, "不得早于计划开工日期"),
        ({"headtel": "12"}, "负责人电话"),
        ({"worktype": "99"}, "施工类别：请从选项中选择"),
        ({"contractor_id": "0" * 32}, "contractor_id：请从选项中选择"),
    ],
)
def test_wrong_input_makes_no_notice(office: Office, more: dict[str, Any], sentence: str) -> None:
    form = works.head(office, works.new_lift(office)) | more
    said = office.refused("shouli", "/api/construction/save", **form)
    assert sentence.replace("contractor_id", "施工单位") in said
    assert office.db.scalar(select(func.count()).select_from(ConstructionNotice)) == 0


def test_a_supervised_inspection_is_declared_from_its_notice_alone(office: Office) -> None:
    lift = works.new_lift(office)
    form = office.form([lift], seisort="01", testsort="0102")
    for call in ("saveAppMain", "submitAppMain"):
        said = office.refused("shouli", f"/api/appmain/{call}", **form)
        assert said == "监督检验须从已受理的施工告知申报"
    assert office.db.scalar(select(func.count()).select_from(AppMain)) == 0
    offered = office.good("shouli", "/api/appmain/findCombinations", equclacode="3110")
    assert "0211" in {one["testsort"] for one in offered}
    assert not {"0102", "0103", "0104", "0105"} & {one["testsort"] for one in offered}
    notice = works.filed(office, lift)
    said = office.refused("shouli", "/api/construction/declare", ids=notice.id)
    assert "已提交，不能申报监督检验" in said
    assert office.db.scalar(select(func.count()).select_from(AppMain)) == 0
    office.good("jianguan", RECEIVE, ids=notice.id)
    main = works.declared(office, notice)
    assert (main.notify_id, main.notifyno) == (notice.id, notice.notifyno)
    assert (main.seisort, main.testsort, main.step, main.equcount) == ("01", "0102", "SCFP", 1)
    said = office.refused("shouli", "/api/construction/cancel", ids=notice.id, reason="单位不做了")
    assert f"已申报监督检验（{main.appno}）" in said and notice.step == "RECEIVED"
    page = office.good("shouli", "/api/construction/record", id=notice.id)
    assert {page["record"][f"{name}Name"] for name in ("unitsysid", "contractor_id")} == {
        notice.unitname,
        notice.contractorname,
    }
    rows = next(part for part in page["parts"] if part["key"] == "declarations")["rows"]
    assert [one["appno"] for one in rows] == [main.appno]


def test_a_second_declaration_of_the_same_notice_is_refused(office: Office) -> None:
    notice = works.received(office)
    main = works.declared(office, notice)
    said = office.refused("shouli", "/api/construction/declare", ids=notice.id)
    assert f"该设备存在未办结的同类业务（{main.appno}）" in said
    assert office.db.scalar(select(func.count()).select_from(AppMain)) == 1


def test_the_report_completes_the_notice_and_readies_the_lift(office: Office) -> None:
    notice = works.received(office)
    lift = device_of(office, notice)
    item = works.audited(office, notice)
    works.examined(office, works.case_of(office, item))
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)
    office.db.refresh(lift)
    office.db.refresh(notice)
    item = office.item(item.id)
    assert notice.step == "COMPLETED"
    assert (lift.equstatus, lift.insinspdate, lift.params["insinspcertno"]) == ("0", item.inspdate, item.reportno)


def test_a_supervisor_reads_a_notice_without_the_buttons_of_the_institute(office: Office) -> None:
    notice = works.filed(office)
    shown = {one["code"] for one in office.good("jianguan", "/api/construction/record", id=notice.id)["actions"]}
    assert {"receive_row", "return_row"} <= shown
    assert not {one.split("_")[0] for one in shown} & {"file", "cancel", "declare", "withdraw"}
