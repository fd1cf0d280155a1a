"""复检: from a failed report over the answered notice to the report that follows, and what is refused on the way."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.notices import InspectionNotice
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.kit.ground import clock

from .conftest import Office

DECLARE, LIST = "/api/again/declare", "/api/again/findElectrical"
TO_APPROVAL = (
    ("jiaohe", "verifyReport"),
    ("shenhe", "auditReport"),
    ("pizhun", "approveReport"),
)


def through(office: Office, item: AppBuss) -> AppBuss:
    for login, path in TO_APPROVAL:
        office.good(login, f"/api/appbuss/{path}", ids=item.id)
    return office.item(item.id)


def failed(office: Office) -> AppBuss:
    """A lift whose brake and door lock failed; the report is approved."""
    item = office.built()
    office.filled(item, n12="×", n29="×")
    office.noticed(item)
    form = {"conclusion": "1032", "problems": "第12、29项不符合，停止使用，修复后申请复检"}
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, **form)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    return through(office, item)


def answered(office: Office, item: AppBuss) -> None:
    """The unit signs the notice and says what it did."""
    notice = office.good("yewu", "/api/opinion/findList", noticeno=item.seisn)["list"][0]
    today = str(clock.today())
    signed = {"receiver": "胡斌", "receivertel": "13805741234", "receivedate": today}
    office.good("yewu", "/api/opinion/sign", ids=notice["id"], **signed)
    page = office.good("yewu", "/api/opinion/record", id=notice["id"])
    for one in next(part for part in page["parts"] if part["key"] == "problems")["rows"]:
        office.good("yewu", "/api/opinion/answer", id=one["id"], measure="已更换", donedate=today, doneby="李勇")
    office.good("yewu", "/api/opinion/feedback", ids=notice["id"], feedbackman="胡斌", feedbackdate=today)


def declared(office: Office, item: AppBuss) -> AppBuss:
    """The re-inspection, accepted and built."""
    numbers = office.good("shouli", DECLARE, ids=item.id)
    main = office.db.scalars(select(AppMain).where(AppMain.appno == numbers[0])).one()
    if main.step == "SCFP":
        office.good("yewu", "/api/appmain/reviewAssign", ids=main.id, chedept=main.chedept, reviewer="")
        office.good("ziliao", "/api/appmain/materialReviewDeal", ids=main.id, result="pass")
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=main.id)
    again = office.db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id)).one()
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=again.id, **office.plan())
    office.good("jianyan1", "/api/appmain/taskConfirmCommit", ids=again.id, contacted="值班", safetybriefed="1")
    office.good("jianyan1", "/api/appbuss/buildReport", ids=again.id)
    return office.item(again.id)


def device(office: Office, item: AppBuss) -> Equipment:
    return office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()


def state_of(office: Office, item: AppBuss) -> str:
    rows = office.good("shouli", LIST)["list"]
    return str(next(r for r in rows if r["id"] == item.id)["stateName"])


def test_a_passed_reinspection_has_the_failed_items_and_moves_the_date(office: Office) -> None:
    first = failed(office)
    lift = device(office, first)
    assert (lift.unqualcode, state_of(office, first)) == ("1032", "待整改反馈")
    answered(office, first)
    assert state_of(office, first) == "待复检"
    again = declared(office, first)
    assert (again.seisort, again.testsort, again.mother_id, again.again) == ("15", "1501", first.id, ["12", "29"])
    assert (again.reportno, state_of(office, first)) == (f"{first.reportno}-F", "复检中")
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=again.id)
    assert [one["seq"] for one in screen["items"]] == [12, 29]
    saved = office.filled(again)
    assert saved["proposal"]["code"] == "1033"
    form = {"conclusion": "1033", "problems": "第12、29项已修复，复检符合"}
    office.good("jianyan1", "/api/appbuss/submitRecord", id=again.id, version=saved["version"], **form)
    again = through(office, again)
    lift = device(office, first)
    assert (lift.unqualcode, lift.insresult, lift.insreportno) == ("", "1033", again.reportno)
    assert lift.ninspdate == again.nextdate and lift.ninspdate is not None
    assert lift.ninspdate > clock.today()
    report = office.db.scalars(select(Report).where(Report.appbuss_id == again.id)).one()
    assert (report.reportno, report.title) == (f"{first.reportno}-F", "电梯复检报告")
    assert [one["seq"] for one in report.content["items"]] == ["12", "29"]
    assert f"本报告为报告{first.reportno}的复检报告" in report.content["remark"]
    assert state_of(office, first) == "复检合格"
    notice = office.db.scalars(select(InspectionNotice).where(InspectionNotice.appbuss_id == first.id)).one()
    assert (notice.step, notice.confirmby, notice.confirmdate) == ("CLOSED", office.user("pizhun").name, clock.today())
    office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=again.id, copies=1)
    docs = {"archivedocs": "01,02", "archivebox": "A-1", "archivepages": 6}
    office.good("dangan", "/api/appbuss/archiveReport", ids=again.id, **docs)
    office.good("yewu", "/api/appbuss/allowArrears", ids=again.id, reason="合同月结")
    office.good("shouli", "/api/appbuss/releaseReport", ids=again.id, releaseway="03", receiver="胡斌")
    assert office.item(again.id).step == "DONE"


def test_a_failed_reinspection_moves_nothing_and_can_be_followed(office: Office) -> None:
    first = failed(office)
    before = device(office, first).ninspdate
    answered(office, first)
    again = declared(office, first)
    office.filled(again, n12="×")
    office.noticed(again)
    due = str(clock.today() + timedelta(days=14))
    form = {"conclusion": "03", "problems": "第12项仍不符合，停止使用", "rectifydue": due}
    office.good("jianyan1", "/api/appbuss/saveRecord", id=again.id, **form)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=again.id)
    again = through(office, again)
    lift = device(office, first)
    assert (lift.ninspdate, lift.unqualcode) == (before, "03")
    assert state_of(office, first) == "复检不合格"
    notice = office.db.scalars(select(InspectionNotice).where(InspectionNotice.appbuss_id == first.id)).one()
    assert notice.step == "ANSWERED"
    answered(office, again)
    third = declared(office, again)
    assert (third.again, third.reportno) == (["12"], f"{first.reportno}-F2")
    assert third.template == first.template


def test_the_number_of_a_reinspection_follows_the_day_of_its_record(office: Office) -> None:
    first = failed(office)
    answered(office, first)
    again = declared(office, first)
    assert again.reportno == f"{first.reportno}-F"
    saved = office.filled(again)
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == first.id)).one()
    record.rectifydue = clock.today() - timedelta(days=1)  # the term had passed on the day of the re-inspection
    office.db.commit()
    form = {"conclusion": "1033", "problems": "第12、29项已修复，复检符合"}
    office.good("jianyan1", "/api/appbuss/submitRecord", id=again.id, version=saved["version"], **form)
    year = clock.today().year
    assert office.item(again.id).reportno == f"NBTF{year}00001"


def test_after_the_term_of_the_notice_it_takes_a_number_of_its_own(office: Office) -> None:
    first = failed(office)
    answered(office, first)
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == first.id)).one()
    record.rectifydue = clock.today() - timedelta(days=1)
    office.db.commit()
    again = declared(office, first)
    assert again.reportno == f"NBTF{clock.today().year}00001"
    late = next(one for one in office.filled(again)["findings"] if one["check"] == "C14")
    assert (late["level"], late["text"]) == ("warn", f"复检日期超过整改期限{record.rectifydue}，请说明")


def nothing_declared(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(AppMain)) or 0


def test_what_cannot_be_inspected_again_is_refused_and_nothing_is_stored(office: Office) -> None:
    first = failed(office)
    before = nothing_declared(office)
    number = office.good("yewu", "/api/opinion/findList", noticeno=first.seisn)["list"][0]["noticeno"]
    said = office.refused("shouli", DECLARE, ids=first.id)
    assert said == f"报告{first.reportno}的通知书{number}尚未收到整改反馈，不能复检"
    answered(office, first)
    yesterday = str(clock.today() - timedelta(days=1))
    assert "已过" in office.refused("shouli", DECLARE, ids=first.id, plandate=yesterday)
    assert nothing_declared(office) == before
    declared(office, first)
    said = office.refused("shouli", DECLARE, ids=first.id)
    assert said.startswith(f"报告{first.reportno}已登记复检（")
    assert nothing_declared(office) == before + 1


def test_a_good_report_and_one_under_way_are_refused(office: Office) -> None:
    good = office.approved()
    assert office.refused("shouli", DECLARE, ids=good.id) == f"报告{good.reportno}合格，不需要复检"
    good.step = "BGSP"
    office.db.commit()
    assert office.refused("shouli", DECLARE, ids=good.id) == f"{good.seisn}的报告尚未批准，不能申报复检"


@pytest.mark.parametrize("path", ["saveAppMain", "submitAppMain"])
def test_the_counter_offers_no_reinspection_without_a_report(office: Office, path: str) -> None:
    form: dict[str, Any] = office.form(office.lifts(), seisort="15", testsort="1501")
    said = office.refused("shouli", f"/api/appmain/{path}", **form)
    assert said == "复检须从复检管理中按不合格报告登记"
    offered = office.good("shouli", "/api/appmain/findCombinations", equclacode="3110")
    assert "1501" not in {one["testsort"] for one in offered}
    assert nothing_declared(office) == 0


@pytest.mark.parametrize(
    ("equclass", "kind", "listed"),
    [
        ("1000", "1110", "findBearing"),
        ("2000", "2150", "findBearing"),
        ("2000", "2310", ""),  # a batch of cylinders
        ("4000", "4110", "findElectrical"),
        ("7310", "7310", ""),  # a safety valve is calibrated anew
        ("8000", "8310", "findBearing"),
        ("9000", "9100", "findBearing"),
    ],
)
def test_only_what_can_be_declared_is_offered_for_reinspection(
    office: Office, equclass: str, kind: str, listed: str
) -> None:
    row = failed(office)
    answered(office, row)
    row = office.item(row.id)
    row.equclass, row.equclacode = equclass, kind
    office.db.commit()
    lists = ("findElectrical", "findBearing")
    found = [one for one in lists if office.good("shouli", f"/api/again/{one}")["list"]]
    assert found == ([listed] if listed else [])
    if not listed:
        said = office.refused("shouli", DECLARE, ids=row.id)
        assert said == f"{row.equname}{row.equcode}没有复检，修复后请重新申报检验"
        assert office.db.scalars(select(AppMain).where(AppMain.testsort == "1501")).first() is None


def test_the_list_begins_with_what_is_past_its_term(office: Office) -> None:
    """The older one that is late before the newer ones that are not; on its last day it is not late."""
    item = failed(office)
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    today = clock.today()
    kept = {c.key: getattr(item, c.key) for c in AppBuss.__mapper__.column_attrs if c.key not in ("id", "facets")}
    for n in range(3):  # inspected later, of no record with a term
        office.db.add(AppBuss(**kept | {"seisn": f"T{n}", "reportno": f"R-{n}", "inspdate": today}))
    office.item(item.id).inspdate = today - timedelta(days=40)

    def place(due: Any) -> tuple[int, str]:
        record.rectifydue = due
        office.db.commit()
        rows = office.good("yewu", LIST)["list"]
        return next((n, r["late"]) for n, r in enumerate(rows) if r["id"] == item.id)

    assert place(today - timedelta(days=1)) == (0, "1")
    assert place(today)[0] > 0 and place(today)[1] == "0"
