"""A correction after release: asked for, audited, approved, written anew; the old report is recalled in public."""

from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reissue import ReportChange
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.records.dating import values_before
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock

from .conftest import Office
from .papers import text_of

SAVE, FORM = "/api/reportChange/save", {"kind": "02", "content": "额定载重量原为1000应为1050", "reason": "录入有误"}


def released(office: Office) -> AppBuss:
    item = office.archived()
    office.good("yewu", "/api/appbuss/allowArrears", ids=item.id, reason="合同月结")
    office.good("shouli", "/api/appbuss/releaseReport", ids=item.id, releaseway="03", receiver="胡斌")
    return office.item(item.id)


def approved(office: Office, item: AppBuss, **more: str) -> ReportChange:
    key = office.good("yewu", SAVE, reportno=item.reportno, **FORM | more)["id"]
    office.good("yewu", "/api/reportChange/submit", ids=key)
    office.good("zhiliang", "/api/reportChange/agree", ids=key, opinion="属实")
    office.good("pizhun", "/api/reportChange/approve", ids=key, opinion="同意")
    return office.db.scalars(select(ReportChange).where(ReportChange.id == key)).one()


def report(office: Office, number: str) -> Report:
    return office.db.scalars(select(Report).where(Report.reportno == number)).one()


def public(office: Office, one: Report) -> dict[str, Any]:
    said = office.post("shouli", "/api/public/verifyReport", reportno=one.reportno, code=one.verifycode)
    return dict(said["data"])


def rewrite(office: Office, item: AppBuss) -> None:
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    for login, path in (
        ("jiaohe", "verifyReport"),
        ("shenhe", "auditReport"),
        ("pizhun", "approveReport"),
    ):
        office.good(login, f"/api/appbuss/{path}", ids=item.id)


def test_a_correction_issues_a_new_report_and_recalls_the_old_one(office: Office) -> None:
    item = released(office)
    old, number = report(office, item.reportno), item.reportno
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    dates = (lift.inspdate, lift.ninspdate, lift.ndetdate, lift.insresult)
    change = approved(office, item)
    item = office.item(item.id)
    assert (item.step, item.status, item.reportno) == ("BGLR", "40", f"{number}-G1")
    assert office.main(item.appmain_id).step == "RUN"
    assert (change.step, change.newno, old.state) == ("UNDERWAY", f"{number}-G1", "更正中")
    seen = public(office, old)
    assert (seen["valid"], seen["notes"]) == (False, ["该报告正在更正，请以更正后的报告为准"])
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, remark="额定载重量按铭牌更正")
    rewrite(office, item)
    new = report(office, f"{number}-G1")
    assert (old.state, old.replacedby, change.step) == ("已收回", new.reportno, "DONE")
    seen = public(office, old)
    assert (seen["valid"], seen["notes"]) == (False, [f"该报告已收回作废，由更正报告{new.reportno}代替"])
    assert public(office, new)["valid"] is True
    words = text_of(files.read_checked(new.key))
    assert f"代替报告{number}" in words and "额定载重量原为1000应为1050" in words
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    assert (lift.inspdate, lift.ninspdate, lift.ndetdate, lift.insresult) == dates  # counted once
    assert lift.insreportno == new.reportno
    office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=1)
    again = approved(office, office.item(item.id))
    assert again.newno == f"{number}-G2"


def test_a_report_is_corrected_days_after_it_was_approved(office: Office) -> None:
    item = released(office)
    first = clock.today()
    with clock.at(clock.now() + timedelta(days=6)):
        approved(office, item)
        assert office.item(item.id).approvedat is None
        rewrite(office, item)
    day = office.item(item.id).approvedat.astimezone(clock.SHANGHAI).date()
    assert (office.item(item.id).step, day) == ("BGDY", first + timedelta(days=6))


def test_a_supplement_is_the_signed_report_behind_a_page_that_says_so(office: Office) -> None:
    item = released(office)
    old, number = report(office, item.reportno), item.reportno
    change = approved(office, item, kind="05", content="补发2份，换证用", reason="原件遗失")
    new = report(office, f"{number}-B1")
    assert (change.step, change.newno, old.state, new.state) == ("DONE", new.reportno, "有效", "有效")
    assert (office.item(item.id).step, office.item(item.id).reportno) == ("DONE", number)
    pages = len(PdfReader(BytesIO(files.read_checked(old.key))).pages)
    assert new.pages == pages + 1
    words = text_of(files.read_checked(new.key))
    assert "检验报告补发说明" in words and number in words and "原件遗失" in words
    assert public(office, new)["notes"] == [f"补发报告，与报告{number}内容一致"]
    assert public(office, old)["valid"] is True


def test_the_next_inspection_compares_with_the_report_and_not_with_its_supplement(office: Office) -> None:
    item = released(office)
    approved(office, item, kind="05", content="补发2份，换证用", reason="原件遗失")
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    form = office.form([lift], earlyreason="单位要求提前")
    made = office.good("shouli", "/api/appmain/saveAppMain", **form)["main"]["id"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=made)
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=made)
    following = office.db.scalars(select(AppBuss).where(AppBuss.appmain_id == made)).one()
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=following.id, **office.plan())
    office.good("jianyan1", "/api/appmain/taskConfirmCommit", ids=following.id, contacted="值班", safetybriefed="1")
    office.good("jianyan1", "/api/appbuss/buildReport", ids=following.id)
    findings = office.good("jianyan1", "/api/appbuss/getItem", id=following.id)["findings"]
    assert not [one for one in findings if one["check"] == "T18"]


def test_a_report_that_is_corrected_can_be_neither_voided_nor_ended(office: Office) -> None:
    item = released(office)
    approved(office, item)
    void = {"reasonId": "07", "reasonLabel": "用户要求取消", "detailDesc": "单位来函取消"}
    said = office.refused("yewu", "/api/appmain/voidSbdj", ids=item.appmain_id, **void)
    assert said == f"业务{item.seisn}的报告已批准，不能作废"
    end = {"reasonLabel": "现场不具备检验条件", "detailDesc": "井道进水"}
    assert "正在更正" in office.refused("jianyan1", "/api/appbuss/cancelAppBuss", ids=item.id, **end)
    assert office.item(item.id).step == "BGLR"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"reportno": "NBTD999900001"}, "没有您可见的已签发报告NBTD999900001"),
        ({"kind": "06"}, "更正类型：请从选项中选择"),
        ({"content": ""}, "更正内容：必填"),
        ({"reason": "长" * 501}, "更正原因：最多500个字"),
    ],
)
def test_wrong_input_makes_no_request(office: Office, more: dict[str, str], sentence: str) -> None:
    item = office.approved()
    said = office.refused("yewu", SAVE, **{"reportno": item.reportno, **FORM, **more})
    assert sentence in said
    assert office.db.scalar(select(func.count()).select_from(ReportChange)) == 0


def test_only_the_applicant_changes_a_draft_and_nobody_what_is_underway(office: Office) -> None:
    item = office.approved()
    row = office.good("yewu", SAVE, reportno=item.reportno, **FORM)
    said = office.refused("shouli", SAVE, id=row["id"], version=row["version"], reportno=item.reportno, **FORM)
    assert said == "只有申请人可以修改"
    office.good("yewu", "/api/reportChange/submit", ids=row["id"])
    assert "待审核，不能再修改" in office.refused("yewu", SAVE, id=row["id"], reportno=item.reportno, **FORM)


def test_dates_of_a_corrected_report_follow_from_the_values_of_the_snapshot() -> None:
    device = Equipment(equclass="4000", equclacode="4110", params={"lastloadtestdate": "2026-11-01"})
    device.ninspdate, device.inspdate, device.equstatus = date(2028, 11, 30), date(2026, 11, 1), "1"
    record = OriginalRecord(equipment={"ninspdate": "2026-12-31", "equstatus": "2"})
    first, again = AppBuss(reissued=0), AppBuss(reissued=1)
    assert values_before(first, record, device)["ninspdate"] == "2028-11-30"
    values = values_before(again, record, device)
    assert (values["ninspdate"], values.get("inspdate"), values.get("lastloadtestdate")) == ("2026-12-31", None, None)
    assert values["equstatus"] == "1"  # what no inspection writes is that of today


def test_a_correction_is_given_up_and_everything_is_as_before(office: Office) -> None:
    item = released(office)
    number, old = item.reportno, report(office, item.reportno)
    stored = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    before = (
        item.step,
        item.approvedby,
        item.approvedat,
        item.releasedat,
        item.conclusion,
        stored.remark,
        stored.results,
    )
    change = approved(office, item)
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, remark="改了一半")
    said = office.post("pizhun", "/api/reportChange/giveUp", ids=change.id)["errorMsg"]
    assert said == "请填写放弃原因" and office.item(item.id).step == "BGLR"
    office.good("pizhun", "/api/reportChange/giveUp", ids=change.id, reason="单位撤回更正要求")
    office.db.expire_all()
    item = office.item(item.id)
    now = (item.step, item.approvedby, item.approvedat, item.releasedat, item.conclusion, stored.remark, stored.results)
    assert now == before and (item.reportno, item.reissued) == (number, 0)
    assert (old.state, change.step, change.newno) == ("有效", "VOID", "")
    assert public(office, old)["valid"] is True
    assert approved(office, item).newno == f"{number}-G1"  # it can be asked for again


def test_a_correction_that_was_handed_in_is_not_given_up(office: Office) -> None:
    item = released(office)
    change = approved(office, item)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    said = office.refused("pizhun", "/api/reportChange/giveUp", ids=change.id, reason="单位撤回")
    assert said == f"更正报告{change.newno}已提交校核，请先退回到报告录入再放弃更正"
    assert (office.item(item.id).step, change.step) == ("BGQR", "UNDERWAY")
