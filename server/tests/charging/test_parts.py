"""A charge outside a contract that is agreed to be paid in parts: who may, what is refused, and what is owed when."""

from datetime import date, timedelta
from decimal import Decimal
from io import BytesIO

import pytest
from pypdf import PdfReader
from sqlalchemy import select

from tejian.charging.charges.planning import remind
from tejian.charging.checking.proof import contradictions
from tejian.charging.models.charges import Charge, PayOrder
from tejian.charging.models.parts import ChargePart
from tejian.charging.online.orders import taken as take_callback
from tejian.kit.ground import clock
from tejian.messages.models import Message

from .agreements import Agreements
from .conftest import Cash
from .test_statement import paper, send

CALLS = "/api/chamain/chaMain"
ARREARS = "/api/arrears"
THIRD = Decimal("100.00")


def day(days: int) -> date:
    return clock.today() + timedelta(days=days)


def rows(charge: Charge, *days: int, last: Decimal | None = None) -> list[dict[str, str]]:
    """A hundred yuan on each of the days, and on the last what is left."""
    rest = charge.owed - charge.received - THIRD * (len(days) - 1)
    amounts = [THIRD] * (len(days) - 1) + [rest if last is None else last]
    return [{"dueday": str(day(n)), "amount": f"{yuan:.2f}"} for n, yuan in zip(days, amounts, strict=True)]


def agreed(cash: Cash, *days: int) -> Charge:
    """A charge of the unit of the demo account, agreed to be paid on days from today."""
    charge = cash.confirmed()
    charge.payunitsysid = cash.office.user("qiye").unit_id
    cash.office.db.commit()
    cash.office.good("caiwu", f"{CALLS}/plan", ids=charge.id, reason="单位申请分期", instalments=rows(charge, *days))
    return cash.charge(charge.id)


def parts(cash: Cash, charge: Charge) -> list[ChargePart]:
    query = select(ChargePart).where(ChargePart.charge_id == charge.id).order_by(ChargePart.seq)
    return list(cash.office.db.scalars(query.execution_options(populate_existing=True)))


def passed(cash: Cash, charge: Charge, days: int) -> Charge:
    """Some days have gone by since it was agreed."""
    for one in parts(cash, charge):
        one.dueday -= timedelta(days=days)
        cash.office.db.flush()  # the first leaves its day before the next comes to it
    charge.duedate = (charge.duedate or day(0)) - timedelta(days=days)
    cash.office.db.commit()
    return cash.charge(charge.id)


def refused(cash: Cash, charge: Charge, sent: list[dict[str, str]], login: str = "caiwu") -> str:
    said = cash.refused(login, f"{CALLS}/plan", ids=charge.id, reason="单位申请分期", instalments=sent)
    assert (parts(cash, charge), cash.charge(charge.id).parts) == ([], 0)
    return said


def test_a_charge_is_agreed_to_be_paid_in_parts_each_with_its_code(cash: Cash) -> None:
    charge = agreed(cash, 10, 40, 70)
    made = parts(cash, charge)
    assert [(one.seq, one.dueday) for one in made] == [(1, day(10)), (2, day(40)), (3, day(70))]
    assert [one.amount for one in made] == [THIRD, THIRD, charge.owed - 200]
    codes = {one.paycode for one in made}
    assert len(codes | {charge.paycode}) == 4 and all(codes)
    assert (charge.step, charge.duedate, charge.parts) == ("DUE", day(10), 3)
    page = cash.office.good("shoufei", f"{CALLS}/record", id=charge.id)
    assert f"分3期缴费，第1期100.00元应于{day(10)}前缴，共未缴{charge.owed}元" in str(page["notices"])
    (shown,) = [one for one in page["parts"] if one["key"] == "parts"]
    assert [(one["rest"], one["paycode"], one["open"]) for one in shown["rows"]] == [
        (str(one.amount), one.paycode, "1") for one in made
    ]


def test_a_charge_is_found_by_the_code_of_any_of_its_parts(cash: Cash) -> None:
    charge = agreed(cash, 10, 40)

    def found(code: str) -> list[str]:
        rows = cash.office.good("caiwu", f"{CALLS}/findList", paycode=code, pageNo=1, pageSize=20)["list"]
        return [one["id"] for one in rows]

    for code in (charge.paycode, *(one.paycode for one in parts(cash, charge))):
        assert found(code) == [charge.id], code
    assert found(parts(cash, charge)[0].paycode + "9") == []


def test_terms_and_sums_are_judged_and_nothing_is_stored(cash: Cash) -> None:
    charge = cash.confirmed()
    assert refused(cash, charge, rows(charge, 10)) == "分期至少2期"
    assert refused(cash, charge, rows(charge, -1, 10)) == f"第1期应付日期{day(-1)}早于今天"
    assert refused(cash, charge, rows(charge, 10, 10)) == "第2期应付日期应晚于前一期"
    assert refused(cash, charge, rows(charge, 20, 10)) == "第2期应付日期应晚于前一期"
    assert refused(cash, charge, rows(charge, 10, 181)) == f"最后一期{day(181)}晚于期限{day(180)}"
    assert refused(cash, charge, rows(charge, *range(1, 8))) == "分期最多6期"
    cent = charge.owed - THIRD - Decimal("0.01")
    said = f"各期合计{charge.owed - Decimal('0.01')}元，与未缴金额{charge.owed}元不符"
    assert refused(cash, charge, rows(charge, 10, 20, last=cent)) == said
    cash.office.good("caiwu", f"{CALLS}/plan", ids=charge.id, reason="单位申请", instalments=rows(charge, 10, 180))
    assert cash.charge(charge.id).parts == 2


@pytest.mark.parametrize("amount", ["-5", "0", "NaN", "1e12", "100.005", "一百"])
def test_no_amount_that_is_none_is_a_part(cash: Cash, amount: str) -> None:
    charge = cash.confirmed()
    sent = [{"dueday": str(day(10)), "amount": amount}, *rows(charge, 20)]
    assert refused(cash, charge, sent).startswith("付款计划第1行")


def test_who_registers_does_not_agree_and_the_counter_may_not(cash: Cash) -> None:
    charge = cash.confirmed()
    answer = cash.office.post(
        "shoufei", f"{CALLS}/plan", ids=charge.id, reason="单位申请", instalments=rows(charge, 10, 20)
    )
    assert (answer["status"], answer["isSuccess"]) == (403, False)
    charge.createby = cash.office.user("caiwu").id
    cash.office.db.commit()
    assert refused(cash, charge, rows(charge, 10, 20)) == "自己登记的收费须由他人约定分期"


def test_a_contract_with_a_plan_has_no_second_one(cash: Cash) -> None:
    plan = [{"dueday": str(day(20)), "amount": "5000"}, {"dueday": str(day(60)), "amount": "4000"}]
    Agreements(cash.office).in_force(amount="9000", instalments=plan)
    charge = cash.confirmed()
    assert refused(cash, charge, rows(charge, 10, 20)).endswith("按合同的付款计划缴费，不能另行约定分期")


def test_arrears_count_a_part_only_when_its_day_has_passed(cash: Cash) -> None:
    charge = agreed(cash, 10, 40, 70)
    listed = f"{ARREARS}/findList"
    assert cash.office.good("caiwu", listed)["list"] == []
    passed(cash, charge, 10)  # on the day itself nothing is late
    assert cash.office.good("caiwu", listed)["list"] == []
    passed(cash, charge, 1)
    (unit,) = cash.office.good("caiwu", listed)["list"]
    assert (unit["count"], Decimal(str(unit["amount"])), unit["days"]) == (1, THIRD, 1)
    (row,) = cash.office.good("caiwu", f"{ARREARS}/findCharges")["list"]
    assert (Decimal(str(row["left"])), row["age"]) == (THIRD, "0–30天")
    passed(cash, charge, 30)
    (unit,) = cash.office.good("caiwu", listed)["list"]
    assert (Decimal(str(unit["amount"])), unit["days"]) == (2 * THIRD, 31)
    cash.receive(charge, THIRD)
    (unit,) = cash.office.good("caiwu", listed)["list"]
    assert (Decimal(str(unit["amount"])), unit["days"]) == (THIRD, 1)
    assert cash.charge(charge.id).duedate == day(-1)
    cash.receive(charge, THIRD)
    assert cash.office.good("caiwu", listed)["list"] == []
    assert (cash.charge(charge.id).step, cash.charge(charge.id).duedate) == ("PART", day(29))
    assert contradictions(cash.office.db) == []


def test_a_letter_asks_for_the_parts_that_are_late(cash: Cash) -> None:
    charge = passed(cash, agreed(cash, 10, 40, 70), 45)
    cash.office.good("shoufei", f"{ARREARS}/make", ids=charge.payunitsysid)
    (letter,) = cash.office.good("caiwu", f"{ARREARS}/findLetters")["list"]
    assert Decimal(str(letter["amount"])) == 2 * THIRD


def test_the_platform_orders_what_is_to_be_paid_now(cash: Cash) -> None:
    charge = agreed(cash, 10, 40, 70)
    order = cash.office.good("qiye", f"{CALLS}/getOnNonTaxQRCode", id=charge.id)
    assert (order["amount"], order["paycode"]) == ("100.00", parts(cash, charge)[0].paycode)
    passed(cash, charge, 41)
    order = cash.office.good("qiye", f"{CALLS}/getOnNonTaxQRCode", id=charge.id)
    assert order["amount"] == "200.00"
    take_callback(cash.office.db, cash.callback(order["orderno"], "200.00"))
    cash.office.db.commit()
    row = cash.office.db.scalars(select(PayOrder).where(PayOrder.orderno == order["orderno"])).one()
    now = cash.charge(charge.id)
    assert (row.state, now.step, now.received, now.duedate) == ("2", "PART", 2 * THIRD, day(29))


def text(cash: Cash, kind: str, key: str, login: str = "caiwu") -> str:
    cash.office.call.user = cash.office.user(login)
    answer = cash.office.call.client.post("/api/common/commonPrint", data={"printType": kind, "ids": key})
    if answer.headers["content-type"] != "application/pdf":
        return str(answer.json()["errorMsg"])
    return "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def test_each_part_has_a_notice_of_its_own(cash: Cash) -> None:
    charge = agreed(cash, 10, 40, 70)
    first, second, _ = parts(cash, charge)
    said = text(cash, "FQTZ", second.id, "qiye")
    for words in (second.paycode, "壹佰元整", "第2期", f"应收 {charge.owed} 元"):
        assert words in said, words
    assert first.paycode in text(cash, "FZNB001", charge.id)
    cash.receive(charge, THIRD)
    assert text(cash, "FQTZ", first.id) == f"{charge.chargesysid}第1期已缴清，不能打印缴费通知单"
    assert second.paycode in text(cash, "FZNB001", charge.id)


def test_a_transfer_that_names_the_code_of_a_part_finds_its_charge(cash: Cash) -> None:
    charge = agreed(cash, 10, 40)
    second = parts(cash, charge)[1]
    send(cash, paper([("ZZ1", "100.00")], columns="流水号,金额,交易日期,摘要").replace("甬江安居物业", second.paycode))
    (found,) = cash.office.good("caiwu", "/api/chamain/difference/findList", kind="statement")["list"]
    assert found["chargesysid"] == charge.chargesysid


def test_the_payer_is_told_of_the_plan_and_before_each_part(cash: Cash) -> None:
    charge = agreed(cash, 7, 40)
    titles = select(Message.title).where(Message.title.contains(charge.chargesysid))
    assert f"{charge.chargesysid}分2期缴费，第1期100.00元应于{day(7)}前缴，共未缴{charge.owed}元" in set(
        cash.office.db.scalars(titles)
    )
    assert remind(cash.office.db) == 1
    assert f"{charge.chargesysid} 第1期应于{day(7)}前缴，未缴100.00元" in set(cash.office.db.scalars(titles))
    cash.receive(charge, THIRD)
    assert remind(cash.office.db) == 0


def test_agreed_anew_the_rest_is_paid_by_the_new_plan(cash: Cash) -> None:
    charge = agreed(cash, 10, 40)
    cash.receive(charge, Decimal("60.00"))
    charge = cash.charge(charge.id)
    cash.office.good("caiwu", f"{CALLS}/plan", ids=charge.id, reason="单位再次申请", instalments=rows(charge, 20, 50))
    charge = cash.charge(charge.id)
    assert (charge.parts, charge.duedate, [one.seq for one in parts(cash, charge)]) == (2, day(20), [1, 2])
    cash.receive(charge, THIRD)
    assert cash.charge(charge.id).duedate == day(50)


def test_a_release_says_what_is_owed_now(cash: Cash) -> None:
    item = cash.office.archived()
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id}])[0]["id"]
    cash.office.good("shoufei", f"{CALLS}/commit", ids=made)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=made, status="2")
    charge = cash.charge(made)
    cash.office.good("caiwu", f"{CALLS}/plan", ids=made, reason="单位申请", instalments=rows(charge, 10, 40, 70))
    out = {"releaseway": "03", "receiver": "胡斌"}
    refusal = f"{item.seisn}未缴费，发放须先缴费或经科长批准欠费发放；{charge.chargesysid}分3期缴费，"
    said = cash.office.refused("shouli", "/api/appbuss/releaseReport", ids=item.id, **out)
    assert said == f"{refusal}第1期100.00元应于{day(10)}前缴，共未缴{charge.owed}元"
    passed(cash, cash.charge(made), 11)
    said = cash.office.refused("shouli", "/api/appbuss/releaseReport", ids=item.id, **out)
    late = f"{charge.payunitname}欠费1笔共100.00元，最早应于{day(-1)}缴清"
    assert said == f"{refusal}已过期未缴100.00元，共未缴{charge.owed}元；{late}"
    listed = cash.office.good("shoufei", f"{CALLS}/findList", chargesysid=charge.chargesysid)["list"][0]
    assert (Decimal(str(listed["duenow"])), Decimal(str(listed["left"]))) == (THIRD, charge.owed)
