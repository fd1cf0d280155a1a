"""Payment online: a callback that is right, repeated, late, of another amount, or signed by nobody."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select, text, update

from tejian import data
from tejian.charging.checking.daily import fetch, fetch_all
from tejian.charging.models.charges import Charge, ChargeEntry, PayOrder
from tejian.charging.models.checks import PlatformPayment, Statement
from tejian.charging.models.surplus import Surplus
from tejian.charging.online.orders import PENDING, late_call
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.readiness.lines import MISSING
from tejian.readiness.platform import lines as readiness_lines
from tejian.system.models.accounts import SysUser
from tejian.system.settings.api import set_value

from .conftest import CALLS, Cash

BACK = f"{CALLS}/payCallback"


def ordered(cash: Cash, charge: Charge) -> PayOrder:
    charge.payunitsysid = cash.office.user("qiye").unit_id
    said = cash.office.good("qiye", f"{CALLS}/getOnNonTaxQRCode", id=charge.id)
    assert said["amount"] == f"{charge.owed:.2f}" and said["image"]
    return cash.office.db.scalars(select(PayOrder).where(PayOrder.orderno == said["orderno"])).one()


def of_a_unit(cash: Cash) -> Charge:
    """A charge that the demo account of an enterprise owes."""
    charge = cash.confirmed()
    charge.payunitsysid = cash.office.user("qiye").unit_id
    cash.office.db.commit()
    return cash.charge(charge.id)


def entries(cash: Cash, charge: Charge) -> list[Any]:
    query = select(ChargeEntry.amount).where(ChargeEntry.charge_id == charge.id, ChargeEntry.kind == "paid")
    return list(cash.office.db.scalars(query))


def called(cash: Cash, **values: str) -> Any:
    cash.office.db.commit()
    answer = cash.office.call.client.post(BACK, data=values).json()
    cash.office.db.expire_all()
    return answer


def test_a_callback_is_booked_once_however_often_it_comes(cash: Cash) -> None:
    cash.secret()
    charge = cash.confirmed()
    row = ordered(cash, charge)
    sent = cash.callback(row.orderno, f"{row.amount:.2f}")
    assert called(cash, **sent)["data"] == "成功"
    assert called(cash, **sent)["data"] in ("成功", "已处理")  # within the window the first answer again
    assert entries(cash, charge) == [charge.amount]
    charge = cash.charge(charge.id)
    assert (charge.status, charge.received) == ("4", charge.amount)
    assert cash.office.good("qiye", f"{CALLS}/findList")["count"] == 1
    sent = cash.callback(row.orderno, f"{row.amount:.2f}", platformno="P0002")
    assert called(cash, **sent)["data"] == "已记录差异"
    assert entries(cash, charge) == [charge.amount]


@pytest.mark.parametrize("sign", ["", "0" * 64])
def test_a_forged_callback_changes_nothing_but_the_security_log(cash: Cash, sign: str) -> None:
    cash.secret()
    charge = cash.confirmed()
    row = ordered(cash, charge)
    sent = cash.callback(row.orderno, f"{row.amount:.2f}") | {"sign": sign}
    assert called(cash, **sent)["errorMsg"] == "签名不正确"
    assert (entries(cash, charge), row.state, charge.status) == ([], "1", "2")
    assert cash.office.db.scalars(select(SecurityLog).where(SecurityLog.kind == "支付回调")).first()


def test_no_callback_is_believed_before_a_secret_was_agreed(cash: Cash) -> None:
    charge = cash.confirmed()
    row = ordered(cash, charge)
    assert called(cash, **cash.callback(row.orderno, f"{row.amount:.2f}"))["errorMsg"] == "签名不正确"
    assert entries(cash, charge) == []


@pytest.mark.parametrize("amount", ["0.01", "NaN", "sNaN", "1e12", "1e30", "-5", "0.005", "abc"])
def test_another_amount_is_a_difference_and_no_money(cash: Cash, amount: str) -> None:
    cash.secret()
    charge = cash.confirmed()
    row = ordered(cash, charge)
    assert called(cash, **cash.callback(row.orderno, amount))["data"] == "已记录差异"
    assert (entries(cash, charge), row.state) == ([], "6")
    assert row.note == f"平台金额{amount}元与订单金额{row.amount}元不符"
    listed = cash.office.good("caiwu", "/api/chamain/payOrder/findList", segment="different")["list"]
    assert [one["orderno"] for one in listed] == [row.orderno]
    if known := cash.office.db.scalars(select(Surplus)).all():  # it is money: it goes back by two people
        assert [(one.amount, one.step, amount) for one in known] == [(Decimal("0.01"), "FOUND", "0.01")]
        said = cash.refused("caiwu", "/api/chamain/payOrder/settle", id=row.id, note="已原路退回")
        assert said == "平台流水号P0001的0.01元待退，请在多收款中办理"
        return
    cash.office.good("caiwu", "/api/chamain/payOrder/settle", id=row.id, note="平台核实没有收款")
    assert row.state == "4"
    said = cash.refused("caiwu", "/api/chamain/payOrder/settle", id=row.id, note="再处理")
    assert said == f"{row.orderno}没有对账差异"


def test_money_after_a_void_is_a_difference(cash: Cash) -> None:
    cash.secret()
    charge = cash.confirmed()
    row = ordered(cash, charge)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="7", reason="重复登记")
    assert called(cash, **cash.callback(row.orderno, f"{row.amount:.2f}"))["data"] == "已记录差异"
    assert (entries(cash, charge), cash.charge(charge.id).status) == ([], "7")
    assert row.note == "支付到账时收费单已是已作废"


def test_money_after_the_counter_took_it_is_a_difference(cash: Cash) -> None:
    cash.secret()
    charge = cash.confirmed()
    row = ordered(cash, charge)
    cash.receive(charge, charge.amount)
    assert called(cash, **cash.callback(row.orderno, f"{row.amount:.2f}"))["data"] == "已记录差异"
    assert entries(cash, charge) == [charge.amount]


def test_one_order_for_one_debt_and_the_right_channel(cash: Cash) -> None:
    charge = cash.confirmed()
    first = ordered(cash, charge)
    assert ordered(cash, cash.charge(charge.id)).orderno == first.orderno
    said = cash.refused("qiye", f"{CALLS}/getTaxableQRCode", id=charge.id)
    assert said == f"{charge.chargesysid}为非税收费，不能用应税扫码"
    assert cash.office.good("shoufei", f"{CALLS}/paySimulated", id=charge.id) == "成功"
    charge = cash.charge(charge.id)
    assert charge.status == "4"
    assert cash.refused("qiye", f"{CALLS}/getOnNonTaxQRCode", id=charge.id).endswith("当前为已缴费，不能缴费")


def test_the_counter_shows_the_code_of_the_order_that_the_unit_pays(cash: Cash) -> None:
    charge = cash.confirmed()
    order = ordered(cash, charge)
    shown = cash.office.good("shoufei", f"{CALLS}/getOnNonTaxQRCode", id=charge.id)
    assert shown["orderno"] == order.orderno
    menu = {row["path"] for row in data.rows("screens") if row["permission"] == "charge:payOnline:own"}
    assert menu == {"/assistMng/payMng/myPay"}  # which the counter does not have
    assert "charge:payOnline:own" not in cash.office.user("shoufei").permissions


FAULTS = {
    "": ("成功", 1, "2"),
    "twice": ("成功", 1, "2"),
    "second": ("成功", 1, "6"),
    "amount": ("已记录差异", 0, "6"),
    "forged": (PENDING, 0, "1"),
    "late": (PENDING, 0, "1"),
    "lost": (PENDING, 0, "1"),
}


@pytest.mark.parametrize("secret", [True, False])
@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_the_simulated_platform_does_money_is_booked_once_or_not(cash: Cash, fault: str, secret: bool) -> None:
    if secret:
        cash.secret()
    put(cash, "charge.platform_fault", fault)
    charge = owned(cash)
    answer, booked, state = FAULTS[fault]
    assert cash.office.good("shoufei", f"{CALLS}/paySimulated", id=charge.id) == answer
    row = cash.office.db.scalars(select(PayOrder).where(PayOrder.charge_id == charge.id)).one()
    assert (entries(cash, charge), row.state) == ([charge.amount] * booked, state)
    if fault == "late":
        job = one_job(cash, "charge.platform_call")
        late_call(cash.office.db, **job)
        late_call(cash.office.db, **job)
        assert (entries(cash, charge), row.state) == ([charge.amount], "2")


FETCH = "/api/chamain/statement/fetch"


@pytest.mark.parametrize(
    ("fault", "matched", "different"), [("", 2, 0), ("second", 2, 2), ("amount", 0, 2), ("lost", 0, 2), ("file", 1, 1)]
)
def test_the_daily_file_of_the_platform_is_compared(cash: Cash, fault: str, matched: int, different: int) -> None:
    put(cash, "charge.platform_fault", fault)
    for item in cash.items(2):
        key = cash.office.good("shoufei", f"{CALLS}/save", **cash.form([item]))[0]["id"]
        cash.office.good("shoufei", f"{CALLS}/commit", ids=key)
        cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=key, status="2")
        cash.charge(key).payunitsysid = cash.office.user("qiye").unit_id
        cash.office.good("shoufei", f"{CALLS}/paySimulated", id=key)
    today, me = clock.today(), cash.office.user("caiwu")
    cash.office.db.add(PlatformPayment(id="other", platformno="X", orderno="X", amount=1, day=today, orgid="elsewhere"))
    with clock.at(clock.now() + timedelta(days=1)):
        fetch_all(cash.office.db)
        fetch_all(cash.office.db)  # taken once
        with pytest.raises(Refused, match="不重复核对"):
            fetch(cash.office.db, me, today)
    cash.office.db.commit()
    row = cash.office.db.scalars(select(Statement).where(Statement.orgid == me.org_id)).one()
    assert (row.source, row.firstday, row.matched, row.different) == ("平台", today, matched, different)
    assert cash.office.good("caiwu", "/api/chamain/difference/findList", kind="statement")["count"] == different


def test_a_file_is_fetched_for_a_day_that_is_over(cash: Cash) -> None:
    assert cash.refused("caiwu", FETCH, day=str(clock.today())).startswith("交易日期：应早于今天")
    before = clock.today() - timedelta(days=1)
    assert cash.refused("caiwu", FETCH, day=str(before)) == f"支付平台{before}没有本机构的收款"
    put(cash, "charge.platform", "http")
    assert "没有取对账文件的接口" in cash.refused("caiwu", FETCH, day=str(before))
    assert "权限" in cash.refused("shoufei", FETCH, day=str(before))
    assert cash.office.db.scalars(select(Statement)).all() == []


def test_a_late_call_after_a_void_is_a_difference(cash: Cash) -> None:
    put(cash, "charge.platform_fault", "late")
    charge = owned(cash)
    cash.office.good("shoufei", f"{CALLS}/paySimulated", id=charge.id)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="7", reason="登记有误，重新登记")
    late_call(cash.office.db, **one_job(cash, "charge.platform_call"))
    row = cash.office.db.scalars(select(PayOrder).where(PayOrder.charge_id == charge.id)).one()
    assert (entries(cash, charge), row.state) == ([], "6")
    assert row.note.startswith("支付到账时收费单已是")


def owned(cash: Cash) -> Charge:
    """A charge of the unit that pays online."""
    charge = cash.confirmed()
    charge.payunitsysid = cash.office.user("qiye").unit_id
    cash.office.db.commit()
    return charge


def put(cash: Cash, key: str, wanted: str) -> None:
    cash.office.db.info.setdefault("me", cash.office.user("caiwu"))
    set_value(cash.office.db, key, wanted)
    cash.office.db.commit()


def one_job(cash: Cash, name: str) -> dict[str, Any]:
    """The arguments of the only job of a name."""
    query = text("select args from procrastinate_jobs where task_name = :name")
    return dict(cash.office.db.execute(query, {"name": name}).scalars().one())


def test_a_unit_pays_only_its_own(cash: Cash) -> None:
    charge = cash.confirmed()
    charge.payunitsysid = "stranger"
    said = cash.office.post("qiye", f"{CALLS}/getOnNonTaxQRCode", id=charge.id)
    assert (said["status"], entries(cash, charge)) == (403, [])


def test_no_enterprise_presses_the_button_of_the_built_in_platform(cash: Cash) -> None:
    charge = of_a_unit(cash)
    assert cash.office.post("qiye", f"{CALLS}/paySimulated", id=charge.id)["status"] == 403
    assert cash.office.good("qiye", f"{CALLS}/getOnNonTaxQRCode", id=charge.id)["simulated"] is False
    assert cash.office.good("shoufei", f"{CALLS}/getOnNonTaxQRCode", id=charge.id)["simulated"] is True
    assert entries(cash, charge) == []


def test_where_nobody_demonstrates_no_money_comes_and_no_receipt_is_made_by_a_simulator(cash: Cash) -> None:
    charge = of_a_unit(cash)
    put(cash, "charge.invoice_platform", "simulator")
    cash.office.db.execute(update(SysUser).values(demo=False))
    cash.office.db.commit()
    before = cash.counts()
    for login, path in (("qiye", "getOnNonTaxQRCode"), ("shoufei", "paySimulated")):
        said = cash.refused(login, f"{CALLS}/{path}", id=charge.id)
        assert said.startswith("在线支付没有接通：内置的模拟平台只用于演示"), path
    call = {"orderno": "X", "amount": "1.00", "platformno": "SIM1", "paidat": "", "sign": ""}
    with pytest.raises(Refused, match="在线支付没有接通"):
        late_call(cash.office.db, call)
    assert cash.counts() == before
    cash.receive(charge, charge.amount)
    before = cash.counts()
    said = cash.refused("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title=charge.invoicetitle)
    assert said.startswith("开票平台没有接通：内置的模拟平台只用于演示") and cash.counts() == before
    lines = {one.title: one for one in readiness_lines(cash.office.db)}
    assert {lines[one].state for one in ("在线支付", "电子票据")} == {MISSING}
