"""Charges from registration to refund: exact amounts, the four checks of the contract, and what is refused."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.charging.charges.registration import work_out
from tejian.charging.fees.rules import factor_of
from tejian.charging.models.charges import ChargeEntry, ChargeItem, ChargeLine, Invoice, ReliefPolicy
from tejian.golden import fees
from tejian.golden.engine import Engine
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.ground import clock
from tejian.kit.papers import pdf
from tejian.messages.models import Message
from tejian.system.models.rules import RuleRow
from tejian.system.settings.api import bump
from tests.inspection import test_again as again
from tests.inspection.papers import text_of

from .conftest import CALLS, Cash

FIELD = re.compile(r"[a-z]{3,}|\d{4}/|==")  # a raw name, test-sort codes, a sign of the computer


def fee(cash: Cash, item: AppBuss) -> Decimal:
    """What a lift costs by hand: 400 up to five floors, 20 more for each further, 1,200 at most."""
    device = cash.office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    floors = int(device.params["elefloornumber"])
    return Decimal(400 if floors <= 5 else min(1200, 400 + 20 * (floors - 5)))


def test_a_charge_goes_from_registration_to_a_released_report(cash: Cash) -> None:
    item = cash.office.archived()
    draft = cash.office.good("shoufei", f"{CALLS}/detail", pAppno=item.appno)
    amount = fee(cash, item)
    assert draft["total"] == f"{amount:.2f}"
    assert draft["totals"] == {"非税": f"{amount:.2f}"}
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id}])
    charge = cash.charge(made[0]["id"])
    assert (charge.amount, charge.status, charge.step) == (amount, "0", "DRAFT")
    assert "未缴费" in cash.office.refused("shouli", "/api/appbuss/releaseReport", ids=item.id, **OUT)
    cash.office.good("shoufei", f"{CALLS}/batchCommit", ids=charge.id)
    assert cash.item(item.id).chargestate == "1"
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    charge = cash.charge(charge.id)
    assert (charge.owed, charge.received, charge.status) == (amount, 0, "2")
    assert charge.paycode.startswith(f"3302{clock.today():%Y%m%d}")
    cash.receive(charge, Decimal("100.00"))
    assert (cash.charge(charge.id).step, cash.item(item.id).chargestate) == ("PART", "3")
    cash.receive(charge, amount - 100)
    assert (cash.charge(charge.id).status, cash.item(item.id).chargestate) == ("4", "4")
    assert cash.office.main(item.appmain_id).chargestate == "4"
    cash.office.good("shouli", "/api/appbuss/releaseReport", ids=item.id, **OUT)
    assert cash.item(item.id).step == "DONE"
    assert cash.item(item.id).arrearsby == ""


OUT = {"releaseway": "03", "receiver": "胡斌"}


def test_lines_say_how_they_came_to_be(cash: Cash) -> None:
    charge = cash.saved(2)
    lines = cash.office.db.scalars(select(ChargeLine).where(ChargeLine.charge_id == charge.id)).all()
    assert len(lines) == 2
    for line in lines:
        assert line.kind == "computed" and line.feecode in ("F0093", "F0094")
        assert "层数" in line.params and line.formula and line.clause
    assert sum(line.amount for line in lines) == charge.amount
    assert charge.itemcount == 2


def test_a_registration_says_count_price_capitals_day_to_pay_and_former_years(cash: Cash) -> None:
    item = cash.office.archived()
    draft = cash.office.good("shoufei", f"{CALLS}/detail", pAppno=item.appno)
    amount = fee(cash, item)
    line = draft["items"][0]["lines"][0]
    assert (line["count"], line["price"], line["factor"]) == ("1", f"{amount:.2f}", "")
    assert draft["words"] == pdf.rmb_words(amount)
    assert draft["payby"] == str(clock.today() + timedelta(days=15))
    assert draft["years"] == []
    charge = cash.charge(cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id}])[0]["id"])
    cash.office.good("shoufei", f"{CALLS}/batchCommit", ids=charge.id)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    assert str(cash.charge(charge.id).duedate) == draft["payby"]
    after = cash.item(cash.office.archived().id)
    after.unitsysid = charge.unitsysid
    cash.office.db.flush()
    years = cash.office.good("shoufei", f"{CALLS}/detail", pAppno=after.appno)["years"]
    assert years == [{"year": clock.today().year, "amount": f"{amount:.2f}", "items": 1}]


@pytest.mark.parametrize(("calc", "wanted"), [("0.5*ref", "0.5"), ("1.5*ref", "1.5"), ("0.2*item", "0.2")])
def test_a_part_of_another_fee_has_a_factor(calc: str, wanted: str) -> None:
    assert str(factor_of(calc)) == wanted


@pytest.mark.parametrize("calc", ["660", "180*qty", "0.2*base*n", "400+20*(floors-5)"])
def test_a_price_of_its_own_has_no_factor(calc: str) -> None:
    assert factor_of(calc) is None


def test_the_four_checks_speak_at_the_button(cash: Cash) -> None:
    """Before the page of the registration opens."""
    first, second = cash.items(2)
    both, path = {"ids": [first.id, second.id]}, f"{CALLS}/check"
    assert cash.office.good("shoufei", path, **both) == 2
    assert cash.refused("shoufei", path) == "请选择"
    own, no = second.unitsysid, second.appno
    second.unitsysid = cash.office.db.scalars(select(Unit.id).where(Unit.id != own)).first()
    assert cash.refused("shoufei", path, **both) == "所选申报登记受检单位不同"
    second.unitsysid, second.appno = own, ""
    assert cash.refused("shoufei", path, **both) == "所选数据申报单号不可为空"
    second.appno = no
    cash.office.good("shoufei", f"{CALLS}/save", **cash.form([first]))
    assert cash.refused("shoufei", path, **both) == "所选数据已进行过收费登记"
    assert cash.office.post("caiwu", path, **both)["status"] == 403


def test_the_four_checks_speak_in_the_order_and_words_of_the_contract(cash: Cash) -> None:
    first, second = cash.items(2)
    path = f"{CALLS}/save"
    assert cash.refused("shoufei", path) == "请选择"
    other = cash.office.db.scalars(select(Unit.id).where(Unit.id != first.unitsysid)).first()
    second.unitsysid = other
    assert cash.refused("shoufei", path, **cash.form([first, second])) == "所选申报登记受检单位不同"
    second.unitsysid, second.appno = first.unitsysid, ""
    assert cash.refused("shoufei", path, **cash.form([first, second])) == "所选数据申报单号不可为空"
    second.appno = first.appno
    cash.office.good("shoufei", path, **cash.form([first]))
    assert cash.refused("shoufei", path, **cash.form([first, second])) == "所选数据已进行过收费登记"
    said = cash.office.good("shoufei", f"{CALLS}/detail", pAppno=first.appno)
    assert [one["id"] for one in said["items"]] == [second.id]


def test_an_item_of_two_charges_stands_as_the_one_that_is_left_when_a_draft_is_deleted(cash: Cash) -> None:
    [item] = cash.items()
    by_hand = [
        {
            "seisn": item.seisn,
            "item": "协议检验费",
            "nature": nature,
            "amount": "100",
            "reason": "按协议",
            "document": "1号",
        }
        for nature in ("非税", "应税")
    ]
    sent = {"items": [{"id": item.id, "byhand": "1"}], "manual": by_hand}
    draft, other = cash.office.good("shoufei", f"{CALLS}/save", **sent)
    cash.office.good("shoufei", f"{CALLS}/commit", ids=other["id"])
    cash.office.good("shoufei", f"{CALLS}/delete", ids=draft["id"])
    row = cash.office.db.scalars(select(AppBuss).where(AppBuss.id == item.id)).one()
    assert row.chargestate == cash.charge(other["id"]).status == "1"


def test_a_draft_that_is_deleted_frees_its_items(cash: Cash) -> None:
    charge = cash.saved()
    item = cash.office.db.scalars(select(ChargeItem.appbuss_id).where(ChargeItem.charge_id == charge.id)).one()
    cash.office.good("shoufei", f"{CALLS}/delete", ids=charge.id)
    again = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item}])
    cash.office.good("shoufei", f"{CALLS}/commit", ids=again[0]["id"])
    assert "已提交，不能删除，请作废" in cash.refused("shoufei", f"{CALLS}/delete", ids=again[0]["id"])


def test_a_void_charge_frees_its_items_and_owes_nothing(cash: Cash) -> None:
    charge = cash.confirmed()
    item = cash.office.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == charge.id)).one()
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="7", reason="重复登记")
    charge = cash.charge(charge.id)
    assert (charge.status, charge.owed, charge.voidreason) == ("7", 0, "重复登记")
    entries = cash.office.db.scalars(select(ChargeEntry.amount).where(ChargeEntry.charge_id == charge.id)).all()
    assert sorted(entries) == [-charge.amount, charge.amount]
    assert cash.item(item.appbuss_id).chargestate == "7"
    cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.appbuss_id}])


VOID = {"reasonId": "07", "reasonLabel": "用户要求取消", "detailDesc": "单位来函取消"}


def test_a_void_declaration_takes_its_unpaid_charge_with_it(cash: Cash) -> None:
    charge = cash.confirmed()
    main = cash.office.db.scalars(select(AppMain).where(AppMain.appno == charge.appnos[0])).one()
    cash.office.good("yewu", "/api/appmain/voidSbdj", ids=main.id, **VOID)
    charge = cash.charge(charge.id)
    assert (charge.step, charge.owed) == ("VOID", 0)
    assert charge.voidreason.endswith("单位来函取消")


def test_a_declaration_with_money_on_it_is_not_void(cash: Cash) -> None:
    charge = cash.confirmed(2)
    cash.receive(charge, Decimal(1))
    main = cash.office.db.scalars(select(AppMain).where(AppMain.appno == charge.appnos[0])).one()
    said = cash.refused("yewu", "/api/appmain/voidSbdj", ids=main.id, **VOID)
    assert said == "已缴费数据不允许作废，请先办理退费"
    assert cash.charge(charge.id).step == "PART"


def test_a_missing_value_is_said_by_its_name_and_nothing_is_stored(cash: Cash) -> None:
    item = cash.items()[0]
    device = cash.office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    device.params = {k: v for k, v in device.params.items() if k != "elefloornumber"}
    sentence = cash.refused("shoufei", f"{CALLS}/save", items=[{"id": item.id}])
    assert sentence == f"{item.seisn}缺少参数：层数，请补充设备档案，或改为手工登记"
    hand = {"seisn": item.seisn, "item": "电梯定期检验", "nature": "非税", "amount": "500", "reason": "档案缺层数"}
    form = {"items": [{"id": item.id, "byhand": "1"}], "manual": [hand]}
    assert cash.refused("shoufei", f"{CALLS}/save", **form) == "非税的手工金额须有文件或合同"
    made = cash.office.good("shoufei", f"{CALLS}/save", items=form["items"], manual=[{**hand, "document": "甬价费1号"}])
    assert cash.charge(made[0]["id"]).amount == 500
    line = cash.office.db.scalars(select(ChargeLine).where(ChargeLine.charge_id == made[0]["id"])).one()
    assert line.explanation == "手工登记：档案缺层数（本项业务没有可算的标准）"


@pytest.mark.parametrize("amount", ["-1", "0", "NaN", "1e12", "1e3", "1_000", "0.005", "1,000", "Infinity"])
def test_no_amount_by_hand_that_is_none(cash: Cash, amount: str) -> None:
    item = cash.items()[0]
    hand = {"seisn": item.seisn, "item": "协议检验", "nature": "应税", "amount": amount, "reason": "协议"}
    said = cash.refused("shoufei", f"{CALLS}/save", items=[{"id": item.id}], manual=[hand])
    assert said.startswith("手工金额"), said


def test_amounts_of_lines_are_never_taken_from_the_sender(cash: Cash) -> None:
    item = cash.items()[0]
    made = cash.office.good(
        "shoufei", f"{CALLS}/save", items=[{"id": item.id, "amount": "1"}], amount="1", total="1", lines=[{"amount": 1}]
    )
    assert cash.charge(made[0]["id"]).amount == fee(cash, item)


def test_channels_never_share_a_charge(cash: Cash) -> None:
    item = cash.items()[0]
    hand = {"seisn": item.seisn, "item": "委托检测", "nature": "应税", "amount": "300.50", "reason": "委托"}
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id}], manual=[hand])
    assert [(one["nature"], one["amount"]) for one in made] == [("非税", f"{fee(cash, item):.2f}"), ("应税", "300.50")]
    for one in made:
        cash.office.good("shoufei", f"{CALLS}/commit", ids=one["id"])
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=made[0]["id"], status="2")
    assert cash.item(item.id).chargestate == "1"  # as far as the least of both


def policy(cash: Cash, **more: Any) -> ReliefPolicy:
    values = {"name": "保障性住房减半", "type": "01", "document": "甬价费〔2020〕1号", "nature": "非税"}
    key = cash.relief(**{**values, "percent": "50", **more})
    return cash.office.db.scalars(select(ReliefPolicy).where(ReliefPolicy.id == key)).one()


def test_a_relief_is_one_negative_line_with_its_policy(cash: Cash) -> None:
    half = policy(cash)
    policy(cash, name="下浮一成", type="05", percent="10")
    charge = cash.saved()
    lines = cash.office.db.scalars(
        select(ChargeLine).where(ChargeLine.charge_id == charge.id).order_by(ChargeLine.seq)
    ).all()
    assert [(one.kind, one.policy_id) for one in lines] == [("computed", ""), ("relief", half.id)]
    assert lines[1].amount == -lines[0].amount / 2
    assert charge.amount == lines[0].amount / 2
    sentence = cash.refused("caiwu", "/api/chareliefpolicy/chaReliefPolicy/delete", ids=half.id)
    assert sentence.startswith("保障性住房减半") and "不能删除" in sentence


def test_a_free_charge_needs_no_payment(cash: Cash) -> None:
    policy(cash, percent="100")
    charge = cash.confirmed()
    assert (charge.amount, charge.status, charge.paycode) == (0, "8", "")


def test_a_policy_that_is_over_or_of_somebody_else_gives_nothing(cash: Cash) -> None:
    policy(cash, name="已过期", validto=str(clock.today()))
    policy(cash, name="明天生效", validfrom=str(clock.today() + timedelta(days=1)))
    stopped = policy(cash, name="已停用")
    cash.office.good("caiwu", "/api/chareliefpolicy/chaReliefPolicy/stop", ids=stopped.id, reason="文件已废止")
    item = cash.items()[0]
    other = cash.office.db.scalars(select(Unit).where(Unit.id != item.unitsysid, Unit.isuse, Unit.enabled)).first()
    policy(cash, name="别家的", unitsysid=other.id)
    policy(cash, name="锅炉的", equclass="1000")
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id}])
    charge = cash.charge(made[0]["id"])
    kinds = select(ChargeLine.kind).where(ChargeLine.charge_id == charge.id)
    assert cash.office.db.scalars(kinds).all() == ["computed"]
    assert charge.amount == fee(cash, item)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"reduction": "5"}, "减免比例与每台减免须填写且只填写一项"),
        ({"percent": ""}, "减免比例与每台减免须填写且只填写一项"),
        ({"percent": "101"}, "减免比例：不得大于100%"),
        ({"validto": "2019-12-31"}, "截止日期应晚于生效日期"),
        ({"document": ""}, "文件依据：必填"),
    ],
)
def test_a_policy_that_makes_no_sense_is_refused(cash: Cash, wrong: dict[str, str], sentence: str) -> None:
    form = {
        "name": "减半",
        "type": "01",
        "document": "1号",
        "nature": "非税",
        "percent": "50",
        "validfrom": "2020-01-01",
    }
    before = cash.office.db.scalars(select(ReliefPolicy.id)).all()
    said = cash.refused("caiwu", "/api/chareliefpolicy/chaReliefPolicy/save", **{**form, **wrong})
    assert said == sentence
    assert cash.office.db.scalars(select(ReliefPolicy.id)).all() == before


def test_the_table_of_the_acceptance_day_counts(cash: Cash) -> None:
    item = cash.items()[0]
    rows = cash.office.db.scalars(select(RuleRow).where(RuleRow.tbl == "fees")).all()
    for row in [one for one in rows if one.data["feecode"] in ("F0093", "F0094")]:
        newer = RuleRow(tbl="fees", rowkey=f"{row.rowkey}2", seq=row.seq, data={**row.data, "calc": "999"})
        newer.validfrom = row.validto = clock.add_months(clock.today(), 1)
        cash.office.db.add(newer)
    bump(cash.office.db, "rule")
    draft = cash.office.good("shoufei", f"{CALLS}/detail", pSeisn=item.seisn)
    assert draft["total"] == f"{fee(cash, item):.2f}"
    item = cash.item(item.id)
    item.acceptdate = clock.add_months(clock.today(), 2)
    draft = cash.office.good("shoufei", f"{CALLS}/detail", pSeisn=item.seisn)
    assert (draft["total"], draft["items"][0]["lines"][0]["since"]) == (
        "999.00",
        str(clock.add_months(clock.today(), 1)),
    )


def test_a_discount_above_the_own_limit_waits_for_a_second_person(cash: Cash) -> None:
    item = cash.items()[0]
    hand = {"seisn": item.seisn, "item": "委托检测", "nature": "应税", "amount": "1000", "reason": "委托"}
    form = {"items": [{"id": item.id, "byhand": "1"}], "manual": [hand]}
    path = f"{CALLS}/save"
    assert "优惠原因：必填" in cash.refused("shoufei", path, **form, discount="10")
    assert "优惠比例：不得大于20%" in cash.refused("shoufei", path, **form, discount="21", discountreason="长期客户")
    made = cash.office.good("shoufei", path, **form, discount="10", discountreason="长期客户")
    charge = cash.charge(made[0]["id"])
    assert charge.amount == 900
    cash.office.good("shoufei", f"{CALLS}/commit", ids=charge.id)
    told = select(Message.user_id, Message.title).where(Message.kind == "优惠审批")
    words = f"{charge.chargesysid} {charge.payunitname} 优惠10.00%待审批：长期客户"
    assert (cash.office.user("yewu").id, words) in cash.office.db.execute(told).all()
    assert cash.office.user("shoufei").id not in cash.office.db.scalars(told).all()
    page = cash.office.good("yewu", f"{CALLS}/record", id=charge.id)
    assert page["record"]["waits"] == "1"
    said = cash.office.refused("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    assert said == f"{charge.chargesysid}优惠10.00%超过登记人可给的5%，须先经科长审批"
    cash.office.good("yewu", f"{CALLS}/agreeDiscount", ids=charge.id)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    assert (cash.charge(charge.id).owed, cash.charge(charge.id).discountby) == (900, "徐海燕")
    facts = cash.office.good("shoufei", f"{CALLS}/record", id=charge.id)["facts"]
    assert [(one["text"], one["note"]) for one in facts if one["label"] == "优惠"] == [
        ("10.00%", "长期客户，徐海燕同意")
    ]


def test_a_discount_within_the_own_limit_waits_for_nobody(cash: Cash) -> None:
    item = cash.items()[0]
    hand = {"seisn": item.seisn, "item": "委托检测", "nature": "应税", "amount": "1000", "reason": "委托"}
    form = {"items": [{"id": item.id, "byhand": "1"}], "manual": [hand], "discount": "5", "discountreason": "长期客户"}
    key = cash.office.good("shoufei", f"{CALLS}/save", **form)[0]["id"]
    cash.office.good("shoufei", f"{CALLS}/commit", ids=key)
    assert cash.office.db.scalar(select(func.count()).select_from(Message).where(Message.kind == "优惠审批")) == 0
    assert cash.office.good("yewu", f"{CALLS}/record", id=key)["record"]["waits"] == "0"
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=key, status="2")


def test_a_fee_of_the_state_takes_no_discount(cash: Cash) -> None:
    form = cash.form(cash.items(), discount="5", discountreason="长期客户")
    assert cash.refused("shoufei", f"{CALLS}/save", **form) == "非税收费不能优惠，须有减免政策文件"


def test_who_registers_never_confirms(cash: Cash) -> None:
    charge = cash.committed()
    charge.createby = cash.office.user("caiwu").id
    said = cash.refused("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    assert said == "自己登记的收费须由他人确认"
    assert cash.charge(charge.id).step == "WAIT"


def test_a_red_receipt_never_exceeds_its_original_and_a_refund_comes_after_it(cash: Cash) -> None:
    item = cash.items()[0]
    hand = {"seisn": item.seisn, "item": "委托检测", "nature": "应税", "amount": "660", "reason": "委托"}
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id, "byhand": "1"}], manual=[hand])
    cash.office.good("shoufei", f"{CALLS}/commit", ids=made[0]["id"])
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=made[0]["id"], status="2")
    cash.receive(cash.charge(made[0]["id"]), Decimal(660))
    cash.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=made[0]["id"], title="甬江物业")
    charge = cash.charge(made[0]["id"])
    amount = charge.amount
    assert (charge.status, charge.billed, charge.invoicestate) == ("5", amount, "2")
    assert "退费须先红冲" in cash.refund(charge, amount)["errorMsg"]
    assert "红冲金额超过" in cash.red(charge, amount + Decimal("0.01"))["errorMsg"]
    assert cash.red(charge, 100)["isSuccess"]
    assert (cash.charge(charge.id).billed, cash.charge(charge.id).step) == (amount - 100, "BILLED")
    assert "退费须先红冲" in cash.refund(charge, amount)["errorMsg"]
    assert cash.red(charge, amount - 100)["isSuccess"]
    charge = cash.charge(charge.id)
    assert (charge.billed, charge.reversed, charge.step, charge.invoicestate) == (0, amount, "PAID", "4")
    bills = cash.office.db.scalars(select(Invoice).where(Invoice.charge_id == charge.id).order_by(Invoice.billno)).all()
    assert [one.amount for one in bills] == [amount, Decimal(-100), 100 - amount]
    assert [one.state for one in bills] == ["4", "2", "2"]
    numbers = [int(one.billno[-8:]) for one in bills]
    assert numbers == list(range(numbers[0], numbers[0] + 3))
    assert cash.refund(charge, amount)["isSuccess"]
    charge = cash.charge(charge.id)
    assert (charge.status, charge.owed, charge.received) == ("6", 0, 0)
    assert cash.office.db.scalars(select(AppMain.chargestate).where(AppMain.appno == charge.appnos[0])).one() == "6"


def test_a_receipt_prints_and_a_notice_of_what_is_owed(cash: Cash) -> None:
    charge = cash.confirmed()
    print_ = {"printType": "FZNB001", "ids": charge.id}
    said = cash.office.call.client
    cash.office.call.user = cash.office.user("shoufei")
    answer = said.post("/api/common/commonPrint", data=print_)
    assert answer.content[:5] == b"%PDF-"
    cash.receive(charge, charge.amount)
    cash.office.good("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title="抬头")
    bill = cash.office.db.scalars(select(Invoice).where(Invoice.charge_id == charge.id)).one()
    cash.office.call.user = cash.office.user("caiwu")
    assert said.post(f"{CALLS}/downInvoice", data={"id": bill.id}).content[:5] == b"%PDF-"


def test_a_unit_sees_its_own_charges_once_confirmed(cash: Cash) -> None:
    charge = cash.committed()
    owner = cash.office.user("qiye")
    charge.payunitsysid = owner.unit_id
    listed = cash.office.good("qiye", f"{CALLS}/findList")["list"]
    assert charge.id not in {one["id"] for one in listed}
    cash.office.db.commit()
    charge.payunitsysid = charge.unitsysid
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    cash.charge(charge.id).payunitsysid = owner.unit_id
    listed = cash.office.good("qiye", f"{CALLS}/findList")["list"]
    assert charge.id in {one["id"] for one in listed}


def test_look_ups_of_the_contract(cash: Cash) -> None:
    charge = cash.saved()
    item = cash.office.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == charge.id)).one()
    by_item = cash.office.good("shoufei", "/api/complexquery/getChargesysidBySeisn", seisn=item.seisn)
    by_app = cash.office.good("shoufei", f"{CALLS}/findByAppnos", appno=item.appno)
    assert [one["chargesysid"] for one in by_item] == [one["chargesysid"] for one in by_app] == [charge.chargesysid]
    assert [one["move"] for one in cash.office.good("shoufei", "/api/chalog/chaLog/list", id=charge.id)] == ["create"]
    assert cash.office.good("shoufei", "/api/chaoperate/chaoperate/list", id=charge.id) == []
    bands = cash.office.good("shoufei", "/api/chadtjf/getConfigList")
    assert {"F0093", "F0094"} <= {one["feecode"] for one in bands}
    listed = cash.office.good("shoufei", f"{CALLS}/selectAppBussList", seisn=item.seisn)
    assert listed["count"] == 0


def test_the_table_is_tried_on_a_device(cash: Cash) -> None:
    item = cash.items()[0]
    asked = {"equdatasysid": item.equdatasysid, "testsort": "0211"}
    said = cash.office.good("caiwu", "/api/chamain/feeTable/tryFee", **asked)
    assert (said["total"], said["missing"]) == (f"{fee(cash, item):.2f}", "")
    said = cash.office.good("caiwu", "/api/chamain/feeTable/tryFee", **asked | {"testsort": "0102"})
    assert (said["total"], said["missing"]) == ("", "缺少参数：施工(安装/改造/修理)合同价(计费)")
    rows = cash.office.good("caiwu", "/api/chamain/feeTable/findList", feecode="F0094", segment="now")["list"]
    assert [(one["feecode"], one["calc"]) for one in rows] == [("F0094", "400+20×(层数-5)，不超过 1200")]
    assert rows[0]["param_field"] == "层数"


def test_the_fee_table_is_read_in_chinese(cash: Cash) -> None:
    rows = cash.office.good("caiwu", "/api/chamain/feeTable/findList", pageSize=200, segment="now")["list"]
    said = {one["feecode"]: one for one in rows}
    assert len(said) > 170
    for one in rows:
        for name in ("calc", "band_expr", "param_field", "testsort", "equclass", "kind_filter"):
            assert not FIELD.search(one[name]), (one["feecode"], name, one[name])
    assert said["F0101"]["param_field"] == "原检验的费用"
    wanted = "设备品种 为 防爆桥式起重机、防爆门式起重机、冶金桥式起重机 或 是否吊运熔融(炽热)金属＝是"
    assert said["F0127"]["band_expr"] == wanted
    assert said["F0104"]["band_expr"] == "层数已登记 且 层数>10"
    assert said["F0006"]["testsort"] == "锅炉内部检验、锅炉外部检验、锅炉内外部检验"


def test_a_reinspection_costs_half_of_what_failed_without_anybody_saying_what_that_was(cash: Cash) -> None:
    first = again.failed(cash.office)
    again.answered(cash.office, first)
    second = again.declared(cash.office, first)
    draft = cash.office.good("shoufei", f"{CALLS}/detail", pSeisn=second.seisn)
    assert draft["items"][0]["testsortName"] == "复检（机电类定期检验）"
    sent = [{"id": second.id, "mother": "0102"}]  # what the sender says is not asked
    made = cash.office.good("shoufei", f"{CALLS}/save", items=sent)
    assert cash.charge(made[0]["id"]).amount == fee(cash, first) / 2


def test_a_receipt_printed_again_says_so(cash: Cash) -> None:
    charge = cash.billed()
    bill = cash.office.db.scalars(select(Invoice).where(Invoice.charge_id == charge.id)).one()
    client, print_ = cash.office.call.client, {"printType": "SFPJ", "ids": bill.id}

    def printed(login: str) -> Any:
        cash.office.call.user = cash.office.user(login)
        return client.post("/api/common/commonPrint", data=print_)

    assert "补打" not in text_of(printed("shoufei").content)
    assert "补打（第2次打印）" in text_of(printed("shoufei").content)
    assert "补打（第3次打印）" in text_of(printed("shoufei").content)
    assert printed("qiye").json()["errorCode"] == "NO_PERMISSION"  # it is not its own
    charge.payunitsysid = cash.office.user("qiye").unit_id
    cash.office.db.commit()
    assert "补打" not in text_of(printed("qiye").content)  # the unit reads its electronic receipt, which is no paper
    cash.office.db.expire_all()
    assert cash.office.db.scalar(select(Invoice.prints).where(Invoice.id == bill.id)) == 3


@pytest.mark.parametrize(("devices", "samebatch", "discount"), [(2, True, True), (1, True, False), (2, False, False)])
def test_two_items_of_one_device_are_no_group(db: Session, devices: int, samebatch: bool, discount: bool) -> None:
    lift = {"kind": "3110", "testsort": "0701", "day": "2026-06-15", "device": {"elefloornumber": "8"}}
    more = {"items": [{"testsort": "0305"}], "group": samebatch}
    case = fees.read(db, {**lift, "charge": more, "expect": {}}, Engine(db)._fields)
    first, second = case.items
    if devices == 1:
        second.equdatasysid = first.equdatasysid
    draft = work_out(fees.Known(db, []), [first, second], case.form([first, second]), "")
    assert [line.feecode for line in draft.whole["应税"]] == ["R166"] * discount
    assert draft.total("应税", False) == (Decimal("675.00") if discount else Decimal("750.00"))


def test_a_refund_is_seen_beside_what_was_registered(cash: Cash) -> None:
    charge = cash.paid()
    assert cash.refund(charge, 60)["isSuccess"]
    facts = cash.office.good("caiwu", f"{CALLS}/record", id=charge.id)["facts"]
    (owed,) = [one for one in facts if one["label"] == "应收"]
    assert (owed["text"], owed["note"]) == (f"{charge.amount} 元", f"冲减后 {charge.amount - 60} 元")
