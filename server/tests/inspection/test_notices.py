"""A brake that failed: the notice to the unit, its answer, the confirmation; what nobody may do."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.inspection.models.notices import InspectionNotice, NoticeProblem
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.ground import clock
from tejian.messages.models import Message, Sms
from tejian.system.models.rules import RuleRow
from tejian.system.organisations.api import add_working_days
from tejian.system.settings.api import bump

from .conftest import Office
from .papers import text_of

LIST, PRINT = "/api/opinion/findList", "/api/common/commonPrint"


def asked(item: Any, **more: Any) -> dict[str, Any]:
    due = str(clock.today() + timedelta(days=14))
    return {"appbuss_id": item.id, "kind": "02", "handling": "rectify", "due": due} | more


def failed(office: Office) -> Any:
    """An item whose brake failed, and a door that was put right on the spot."""
    item = office.built()
    office.filled(item, n12="×", n22="△")
    return item


def drafted(office: Office) -> tuple[Any, InspectionNotice]:
    item = failed(office)
    made = office.good("jianyan1", "/api/opinion/make", **asked(item))
    return item, office.db.scalars(select(InspectionNotice).where(InspectionNotice.id == made["id"])).one()


def problems(office: Office, notice: InspectionNotice) -> list[NoticeProblem]:
    query = select(NoticeProblem).where(NoticeProblem.notice_id == notice.id).order_by(NoticeProblem.seq)
    return list(office.db.scalars(query))


def paper(office: Office, login: str, notice: InspectionNotice) -> str:
    office.call.user = office.user(login)
    try:
        return text_of(office.call.client.post(PRINT, data={"printType": "YJTZS", "ids": notice.id}).content)
    finally:
        office.call.user = None


def test_a_notice_is_made_of_what_the_record_found(office: Office) -> None:
    item, notice = drafted(office)
    brake, door = problems(office, notice)
    assert (notice.step, notice.noticeno, notice.unitname) == ("DRAFT", "", item.unitname)
    assert ("制动器" in brake.place, brake.problem, brake.level) == (True, "不符合说明", "3")
    assert (door.level, door.measure, door.donedate) == ("1", "现场已整改，复查符合", clock.today())
    assert brake.measure == ""


def test_a_notice_opens_on_its_problems(office: Office) -> None:
    _, notice = drafted(office)
    page = office.good("jianyan1", "/api/opinion/record", id=notice.id)
    assert page["opens"] == page["parts"][0]["key"] == "problems"
    assert len(page["parts"][0]["rows"]) == 2


def test_issue_takes_a_number_that_the_record_cites_and_the_entry_links(office: Office) -> None:
    item, notice = drafted(office)
    office.good("jianyan1", "/api/opinion/issue", ids=notice.id)
    assert notice.noticeno == f"TZS-DT-{clock.today():%y}00001"
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    assert screen["record"]["opinionno"] == notice.noticeno
    assert screen["record"]["rectifydue"] == str(notice.due)
    assert [(n["id"], n["noticeno"]) for n in screen["notices"]] == [(notice.id, notice.noticeno)]
    sms = office.db.scalars(select(Sms).where(Sms.datacode == notice.noticeno)).one()
    assert notice.noticeno in sms.content
    told = office.db.scalars(select(Message.title).where(Message.kind == "检验意见通知书（二）"))
    assert any(notice.noticeno in title for title in told)
    assert notice.copied


def test_a_number_that_is_typed_is_not_taken(office: Office) -> None:
    item = failed(office)
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, conclusion="1032", opinionno="TZS-1", problems="坏")
    said = office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    assert "须开具检验意见通知书" in said
    assert office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["record"]["opinionno"] == ""


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"kind": "03"}, "通知书类型：请从选项中选择"),
        ({"due": str(clock.today() - timedelta(days=1))}, "已过"),
        ({"due": ""}, "整改反馈期限：必填"),
        ({"handling": "x"}, "处理方式：请从选项中选择"),
        ({"appbuss_id": "0" * 32}, "业务：所选数据不存在，或不在您的数据范围内"),
    ],
)
def test_wrong_input_makes_no_notice(office: Office, more: dict[str, Any], sentence: str) -> None:
    item = failed(office)
    assert sentence in office.refused("jianyan1", "/api/opinion/make", **asked(item, **more))
    assert office.db.scalar(select(func.count()).select_from(InspectionNotice)) == 0


def test_an_item_has_one_opinion_notice_and_it_stays_as_it_was_issued(office: Office) -> None:
    item, notice = drafted(office)
    assert "不能重复开具" in office.refused("jianyan1", "/api/opinion/make", **asked(item))
    said = office.refused("jianyan1", "/api/opinion/makeRectify", **asked(item))
    assert said == f"{item.seisn}没有已签发的检验意见通知书，不能开具整改通知书"
    office.good("jianyan1", "/api/opinion/issue", ids=notice.id)
    brake = problems(office, notice)[0]
    changed = {"place": brake.place, "problem": "无", "advice": "无", "level": "1", "notice_id": notice.id}
    said = office.refused("jianyan1", "/api/opinion/problem/save", id=brake.id, **changed)
    assert said == f"{notice.noticeno}待签收，不能再修改"
    assert "不能再修改" in office.refused("jianyan1", "/api/opinion/problem/delete", ids=brake.id)
    assert "不能填写整改反馈" in office.refused(
        "yewu", "/api/opinion/answer", id=brake.id, measure="换", donedate=str(clock.today()), doneby="李勇"
    )
    assert brake.problem == "不符合说明"


def test_from_signature_to_closing_with_the_unit_itself(office: Office) -> None:
    item, notice = drafted(office)
    unit = office.user("qiye").unit_id
    item.unitsysid = notice.unitsysid = unit
    office.db.commit()
    assert office.good("qiye", LIST)["count"] == 0  # a draft is not the unit's to see
    office.good("jianyan1", "/api/opinion/issue", ids=notice.id)
    assert [r["noticeno"] for r in office.good("qiye", LIST)["list"]] == [notice.noticeno]
    today = str(clock.today())
    signed = {"receiver": "胡斌", "receivertel": "13805741234", "receivedate": today}
    office.good("qiye", "/api/opinion/sign", ids=notice.id, **signed)
    for one in problems(office, notice):
        done = {"measure": "更换制动衬并调整", "donedate": today, "doneby": "李勇"}
        office.good("qiye", "/api/opinion/answer", id=one.id, **done)
    office.good("qiye", "/api/opinion/feedback", ids=notice.id, feedbackman="胡斌", feedbackdate=today)
    assert "没有此操作的权限" in office.refused("qiye", "/api/opinion/confirm", ids=notice.id, opinion="好")
    office.good("jianyan1", "/api/opinion/reject", ids=notice.id, reason="照片不清楚")
    assert notice.step == "MEND"
    office.good("qiye", "/api/opinion/feedback", ids=notice.id, feedbackman="胡斌", feedbackdate=today)
    office.good("jianyan1", "/api/opinion/confirm", ids=notice.id, opinion="现场核实")
    assert (notice.step, notice.confirmdate) == ("CLOSED", clock.today())
    said = paper(office, "qiye", notice)
    for words in ("特种设备检验意见通知书（二）", notice.noticeno, "更换制动衬并调整", "接收人：胡斌", "抄送"):
        assert words in said, words


def test_a_refused_signature_is_printed_with_its_witnesses(office: Office) -> None:
    _item, notice = drafted(office)
    office.good("jianyan1", "/api/opinion/issue", ids=notice.id)
    form = {"witness1": "王强", "witness2": "李勇", "reason": "负责人拒绝签字", "receivedate": str(clock.today())}
    office.good("jianyan1", "/api/opinion/refuse", ids=notice.id, **form)
    assert (notice.step, notice.refused, notice.witnesses) == ("MEND", True, "王强、李勇")
    assert "拒绝签收：负责人拒绝签字（见证人：王强、李勇）" in paper(office, "jianyan1", notice)


def test_a_rectification_notice_follows_an_opinion_notice(office: Office) -> None:
    item, notice = drafted(office)
    office.good("jianyan1", "/api/opinion/issue", ids=notice.id)
    made = office.good("jianyan1", "/api/opinion/makeRectify", **asked(item))
    again = office.db.scalars(select(InspectionNotice).where(InspectionNotice.id == made["id"])).one()
    assert (again.kind, again.origin_id) == ("03", notice.id)
    assert [p.place for p in problems(office, again)] == [p.place for p in problems(office, notice)]
    office.good("jianyan1", "/api/opinion/issue", ids=again.id)
    assert again.noticeno == f"ZGS-DT-{clock.today():%y}00001"
    assert "责令限期整改" in paper(office, "jianyan1", again)
    rows = office.good("yewu", "/api/opinion/findRectifyList")["list"]
    assert [r["noticeno"] for r in rows] == [again.noticeno]
    assert office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["record"]["opinionno"] == notice.noticeno


def test_a_voided_notice_leaves_the_record(office: Office) -> None:
    item, notice = drafted(office)
    office.good("jianyan1", "/api/opinion/issue", ids=notice.id)
    office.good("jianyan1", "/api/opinion/void", ids=notice.id, reason="开错设备")
    assert office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["record"]["opinionno"] == ""
    office.good("jianyan1", "/api/opinion/make", **asked(item))


def test_a_notice_begins_with_what_fits_the_record(office: Office) -> None:
    start, due = "/api/opinion/makeStart", str(clock.today() + timedelta(days=30))
    item = office.built()
    assert office.good("jianyan1", start, id=item.id) == {"kind": "01", "handling": "confirm", "due": due}
    office.filled(item, n31="△")
    assert office.good("jianyan1", start, id=item.id) == {"kind": "01", "handling": "confirm", "due": due}
    office.filled(item, n12="×")  # a key item
    assert office.good("jianyan1", start, id=item.id) == {"kind": "02", "handling": "rectify", "due": due}
    assert office.post("qiye", start, id=item.id)["isSuccess"] is False


def test_the_term_of_a_notice_counts_from_the_inspection_and_is_never_over(office: Office) -> None:
    item, start = failed(office), "/api/opinion/makeStart"
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    for ago, days in ((10, 20), (30, 0), (31, 30)):  # of thirty days; where they are over, from today
        record.inspdate = clock.today() - timedelta(days=ago)
        due = str(clock.today() + timedelta(days=days))
        assert office.good("jianyan1", start, id=item.id)["due"] == due, ago


def test_a_lift_under_watch_answers_in_five_working_days(office: Office) -> None:
    item = office.built()
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    common = next(one["seq"] for one in screen["items"] if not one["key"])
    rows = [{"seq": common, "r": "×", "n": "照明不足", "m": "1"}]
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, inspdate=str(clock.today()), results=rows)
    begun = office.good("jianyan1", "/api/opinion/makeStart", id=item.id)
    due = add_working_days(office.db, clock.today(), 5)
    assert begun == {"kind": "01", "handling": "monitor", "due": str(due)}


def test_the_terms_of_notices_are_rules_that_an_administrator_changes(office: Office) -> None:
    item = failed(office)
    row = office.db.scalars(select(RuleRow).where(RuleRow.rowkey == "notice_days")).one()
    assert (row.check_state, row.source) == ("memory", "业务流程约定 10（一般不超过 30 天）")
    row.data = {**row.data, "value": "20"}
    bump(office.db, "rule")
    begun = office.good("jianyan1", "/api/opinion/makeStart", id=item.id)
    assert begun["due"] == str(clock.today() + timedelta(days=20))


def test_the_term_of_a_rectification_notice_begins_today(office: Office) -> None:
    _item, notice = drafted(office)
    office.good("jianyan1", "/api/opinion/issue", ids=notice.id)
    with clock.at(clock.now() + timedelta(days=15)):
        begun = office.good("jianyan1", "/api/opinion/makeRectifyStart", id=notice.id)
        assert begun == {"due": str(clock.today() + timedelta(days=30))}
    assert office.post("qiye", "/api/opinion/makeRectifyStart", id=notice.id)["isSuccess"] is False


def test_the_page_of_a_notice_puts_what_it_waits_for_last(office: Office) -> None:
    _item, notice = drafted(office)
    page = office.good("jianyan1", "/api/opinion/record", id=notice.id)
    assert [one["label"] for one in page["actions"]] == ["打印", "编辑", "作废", "签发"]
    office.good("jianyan1", "/api/opinion/issue", ids=notice.id)
    page = office.good("yewu", "/api/opinion/record", id=notice.id)
    assert page["actions"][-1]["label"] == "签收"


def test_the_list_begins_with_what_is_late_and_what_may_not_run(office: Office) -> None:
    """Not with the newest: a lift that must stand still is no matter of when its notice was written."""
    _, first = drafted(office)
    kept = {c.key: getattr(first, c.key) for c in InspectionNotice.__mapper__.column_attrs if c.key != "id"}
    today = clock.today()

    def notice(number: str, **more: Any) -> None:
        office.db.add(InspectionNotice(**kept | {"noticeno": number, "kind": "01", "handling": "rectify"} | more))

    past, later = today - timedelta(days=1), today + timedelta(days=9)
    notice("T-LATE", step="SIGN", due=past)
    notice("T-UNSAFE-LATE", step="SIGN", due=past, handling="stop")
    notice("T-UNSAFE", step="SIGN", due=later, kind="02")
    notice("T-OPEN", step="SIGN", due=today)  # its last day
    notice("T-CLOSED", step="CLOSED", due=past, handling="stop")
    office.db.commit()
    rows = [r for r in office.good("yewu", LIST)["list"] if r["noticeno"].startswith("T-")]
    order = ["T-UNSAFE-LATE", "T-LATE", "T-UNSAFE", "T-OPEN", "T-CLOSED"]
    assert [r["noticeno"] for r in rows] == order
    assert [r["late"] for r in rows] == ["1", "1", "0", "0", "0"]
    assert [r["handlingTone"] for r in rows if r["handling"] == "stop"] == ["no", "no"]
