"""Reports that are posted: who gets them together, under which number, what comes back, and what the label says."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS
from tejian.inspection.models.posting import AGAIN, BACK, MADE, SENT, VOID, NumberRange, PostedReport, Waybill
from tejian.inspection.posting import rules
from tejian.kit.ground.errors import BadInput
from tejian.messages.models import Sms

from . import posted
from .conftest import Office
from .papers import plain, text_of
from .posted import CALLS, EMS, SF, TO


def numbers(office: Office) -> list[str]:
    return list(office.db.scalars(select(Waybill.expressno).order_by(Waybill.expressno)))


def waits(office: Office) -> set[str]:
    page = office.good("shouli", f"{CALLS}/findWaiting", pageSize="50")
    return {row["id"] for row in page["list"]}


def pdf(office: Office, *bills: Waybill) -> str:
    office.call.user = office.user("shouli")
    office.db.commit()
    sent = {"printType": "KDD", "ids": [b.id for b in bills]}
    answer = office.call.client.post("/api/common/commonPrint", data=sent)
    assert answer.headers["content-type"] == "application/pdf", answer.text
    office.db.expire_all()
    return text_of(answer.content)


def test_reports_to_one_receiver_go_together_under_the_next_number(office: Office) -> None:
    items = posted.waiting(office, 3)
    posted.ranged(office)
    assert {i.id for i in items} <= waits(office)
    ids = [i.id for i in items]
    assert office.good("shouli", f"{CALLS}/make", ids=ids, company=SF) == ["SF1000000001"]
    row = posted.bill(office, "SF1000000001")
    assert (row.step, row.reports, row.receiver, row.receivertel) == (MADE, 3, "胡斌", "13805741234")
    assert (row.address, row.unitname, row.org_id) == (TO["address"], items[0].unitname, items[0].cheorg)
    assert not waits(office) & set(ids)
    assert office.refused("shouli", f"{CALLS}/make", ids=ids[0], company=SF).endswith("的报告已在快递单SF1000000001上")
    assert numbers(office) == ["SF1000000001"]


def test_who_sends_a_parcel_releases_its_reports_and_tells_the_unit(office: Office) -> None:
    row = posted.made(office)
    office.good("shouli", f"{CALLS}/send", ids=row.id)
    (key,) = office.db.scalars(select(PostedReport.appbuss_id).where(PostedReport.bill_id == row.id))
    item = office.item(key)
    assert (item.step, item.releaseway, item.expressno, item.receiver) == (at.DONE, "02", row.expressno, "胡斌")
    assert item.receivertel == "13805741234"
    told = office.db.scalars(select(Sms.content).where(Sms.datacode == item.seisn).order_by(Sms.createtime.desc()))
    assert row.expressno in told.first()
    sent = posted.bill(office, row.expressno)
    assert sent.step == SENT and sent.sentat is not None


def test_what_is_not_paid_or_not_archived_is_not_put_in_a_parcel(office: Office) -> None:
    (item,) = posted.waiting(office)
    posted.ranged(office)
    item.arrearsby = ""
    office.db.commit()
    said = office.refused("shouli", f"{CALLS}/make", ids=item.id, company=SF)
    assert said.startswith(f"{item.seisn}未缴费，发放须先缴费")
    item.arrearsby, item.step = "徐海燕", at.ARCHIVE
    office.db.commit()
    assert office.refused("shouli", f"{CALLS}/make", ids=item.id, company=SF).endswith("不能制快递单")
    run = office.db.scalars(select(NumberRange)).one()
    assert numbers(office) == [] and run.next == run.first


def test_one_parcel_has_the_receiver_of_its_form_and_a_typed_number(office: Office) -> None:
    first, second = posted.waiting(office, 2)
    begun = office.good("shouli", f"{CALLS}/propose", id=first.id)
    assert (begun["receiver"], begun["address"], begun["together"]) == ("胡斌", TO["address"], "1")
    form = {"company": EMS, "expressno": "1012345678901", **TO}
    said = office.refused("shouli", f"{CALLS}/makeOne", id=first.id, **{**form, "expressno": "快递"})
    assert said == "快递单号：应为8至32位字母和数字"
    office.good("shouli", f"{CALLS}/makeOne", id=first.id, together="0", **form)
    row = posted.bill(office, "1012345678901")
    assert (row.receiver, row.receivertel, row.reports) == ("王海燕", "13812345678", 1)
    said = office.refused("shouli", f"{CALLS}/makeOne", id=second.id, together="0", **form)
    assert said == "快递单号：1012345678901已用过"
    assert numbers(office) == ["1012345678901"]


def test_other_reports_for_the_same_receiver_may_go_with_one(office: Office) -> None:
    first, second, unpaid = posted.waiting(office, 3)
    unpaid.arrearsby = ""
    office.db.commit()
    form = {"company": EMS, "expressno": "1012345678901", "together": "1", **TO}
    made = office.good("shouli", f"{CALLS}/makeOne", id=first.id, **form)["id"]
    carried = set(office.db.scalars(select(PostedReport.appbuss_id).where(PostedReport.bill_id == made)))
    assert carried == {first.id, second.id}


def test_numbers_come_from_the_ranges_in_turn_and_none_twice(office: Office) -> None:
    items = posted.waiting(office, 4)
    posted.ranged(office, "SF1000000001", "SF1000000002")
    form = {"company": SF, "together": "0", **TO}
    office.good("shouli", f"{CALLS}/makeOne", id=items[0].id, expressno="SF1000000001", **form)
    office.good("shouli", f"{CALLS}/makeOne", id=items[1].id, **form)
    assert numbers(office) == ["SF1000000001", "SF1000000002"]
    said = office.refused("shouli", f"{CALLS}/makeOne", id=items[2].id, **form)
    assert said == "顺丰速运没有可用的单号，请先登记号段，或逐份制单并填写快递单号"
    stopped = posted.ranged(office, "SF3000000001", "SF3000000009", stopped="1")
    assert office.refused("shouli", f"{CALLS}/makeOne", id=items[2].id, **form) == said
    form_of = {"id": stopped, "stopped": "0"}
    office.good("shouli", f"{CALLS}/range/save", **form_of)
    office.good("shouli", f"{CALLS}/makeOne", id=items[2].id, **form)
    assert numbers(office)[-1] == "SF3000000001"


@pytest.mark.parametrize(
    ("firstno", "lastno", "sentence"),
    [
        ("SF1000000005", "SF1000000030", "与号段SF1000000001至SF1000000009重叠"),
        ("SF2000000009", "SF2000000001", "结束单号：不得小于起始单号，一段最多100,000个"),
        ("SF2000000001", "SF2000200001", "结束单号：不得小于起始单号，一段最多100,000个"),
        ("SF2000000001", "EA2000000009", "结束单号：前缀和位数应与起始单号相同"),
        ("SF200000000A", "SF200000000A", "起始单号、结束单号：应以数字结尾"),
        ("SF1", "SF2", "快递单号：应为8至32位字母和数字"),
    ],
)
def test_a_wrong_range_is_refused(office: Office, firstno: str, lastno: str, sentence: str) -> None:
    posted.ranged(office)
    form = {"company": SF, "firstno": firstno, "lastno": lastno}
    assert office.refused("shouli", f"{CALLS}/range/save", **form) == sentence
    assert list(office.db.scalars(select(NumberRange.firstno))) == ["SF1000000001"]


def test_a_range_in_use_is_only_stopped(office: Office) -> None:
    (item,) = posted.waiting(office)
    key = posted.ranged(office)
    office.good("shouli", f"{CALLS}/make", ids=item.id, company=SF)
    said = office.refused("shouli", f"{CALLS}/range/save", id=key, lastno="SF1000000099")
    assert said == "号段SF1000000001已取用1个单号，只能停用"
    said = office.refused("shouli", f"{CALLS}/range/delete", ids=key)
    assert said == "号段SF1000000001已取用1个单号，不能删除，请停用"
    assert office.db.scalars(select(NumberRange.lastno)).one() == "SF1000000009"


def test_a_report_is_taken_out_but_not_the_last_one(office: Office) -> None:
    items = posted.waiting(office, 2)
    posted.ranged(office)
    office.good("shouli", f"{CALLS}/make", ids=[i.id for i in items], company=SF)
    first, last = office.db.scalars(select(PostedReport).order_by(PostedReport.seisn)).all()
    first_item = first.appbuss_id
    office.good("shouli", f"{CALLS}/takeOut", ids=first.id)
    assert first_item in waits(office) and posted.bill(office, "SF1000000001").reports == 1
    said = office.refused("shouli", f"{CALLS}/takeOut", ids=last.id)
    assert said == "快递单SF1000000001只剩一份报告，请作废快递单"
    office.good("shouli", f"{CALLS}/send", ids=last.bill_id)
    said = office.refused("shouli", f"{CALLS}/takeOut", ids=last.id)
    assert said == "快递单SF1000000001已寄出或作废，不能再取出报告"
    assert office.db.scalars(select(PostedReport.id)).one() == last.id


def test_a_spoiled_number_is_not_used_again(office: Office) -> None:
    row = posted.made(office)
    (key,) = office.db.scalars(select(PostedReport.appbuss_id).where(PostedReport.bill_id == row.id))
    office.good("shouli", f"{CALLS}/void", ids=row.id, reason="面单打坏")
    void = posted.bill(office, row.expressno)
    assert (void.step, void.why) == (VOID, "面单打坏") and key in waits(office)
    assert office.good("shouli", f"{CALLS}/make", ids=key, company=SF) == ["SF1000000002"]


def test_what_came_back_is_posted_again_under_another_number(office: Office) -> None:
    row = posted.returned(office)
    assert (row.step, row.why) == (BACK, "无人签收")
    form = office.good("shouli", f"{CALLS}/load", id=row.id)
    assert (form["receivertel"], form["expressno"]) == ("138****1234", "")
    again = {name: form[name] for name in ("company", "receiver", "receivertel")} | {"address": "新址 9 号"}
    office.good("shouli", f"{CALLS}/again", ids=row.id, **again)
    new = posted.bill(office, "SF1000000002")
    assert (new.insteadof, new.receivertel, new.address) == (row.expressno, "13805741234", "新址 9 号")
    assert (posted.bill(office, row.expressno).step, new.step, new.reports) == (AGAIN, MADE, 1)
    office.good("shouli", f"{CALLS}/send", ids=new.id)
    (key,) = office.db.scalars(select(PostedReport.appbuss_id).where(PostedReport.bill_id == new.id))
    assert (office.item(key).step, office.item(key).expressno) == (at.DONE, "SF1000000002")
    told = select(Sms).where(Sms.datacode == office.item(key).seisn, Sms.content.contains("SF1000000002"))
    assert office.db.scalars(told).one()


def test_a_report_that_was_corrected_is_posted_like_any_other(office: Office) -> None:
    row = posted.sent(office)
    (key,) = office.db.scalars(select(PostedReport.appbuss_id).where(PostedReport.bill_id == row.id))
    item = office.item(key)
    BUSINESS.put(office.db, item, at.RELEASE)  # where a corrected one comes to in the end
    office.db.commit()
    assert key in waits(office)
    assert office.good("shouli", f"{CALLS}/make", ids=key, company=SF) == ["SF1000000002"]


def test_the_label_says_who_what_and_that_it_is_a_second(office: Office) -> None:
    row = posted.made(office)
    text = pdf(office, row)
    for said in ("顺丰速运", "SF1000000001", "胡斌", "13805741234", TO["address"], "POST0"):
        assert plain(said) in text
    assert "补打" not in text and posted.bill(office, row.expressno).printcount == 1
    assert "补打（第2次）" in pdf(office, row)
    office.good("shouli", f"{CALLS}/void", ids=row.id, reason="面单打坏")
    said = office.refused("shouli", "/api/common/commonPrint", ids=row.id, printType="KDD")
    assert said == f"快递单{row.expressno}已退回或作废，不能打印"
    assert posted.bill(office, row.expressno).printcount == 2


def test_the_phone_lies_sealed(office: Office) -> None:
    row = posted.made(office)
    listed: Any = office.good("shouli", f"{CALLS}/findList", pageSize="50")["list"]
    assert next(one for one in listed if one["id"] == row.id)["receivertel"] == "138****1234"


@pytest.mark.parametrize("text", ["", "SF12", "SF 12345678", "x" * 33, "单号12345678"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="应为8至32位字母和数字"):
        rules.number(text)
