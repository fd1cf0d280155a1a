"""Amounts that are none at every door of money, and a red receipt twice: a sentence each, and nothing is stored."""

import pytest

from tejian.charging.charges.process import CHARGE
from tejian.kit.forms.formview import FormView

from .conftest import CALLS, Cash

NONE = ["-1", "0", "NaN", "sNaN", "1e12", "1e3", "0.005", "1,000", "Infinity", "", "一百"]
DOORS = {
    "收款金额": ("shoufei", f"{CALLS}/modifyPayresult", {"way": "cash"}, "confirmed"),
    "红冲金额": ("shoufei", f"{CALLS}/askRed", {"reason": "抬头有误"}, "billed"),
    "退费金额": ("shoufei", f"{CALLS}/askRefund", {"way": "cash", "reason": "重复缴费"}, "paid"),
}


@pytest.mark.parametrize("label", DOORS)
def test_no_amount_that_is_none_at_any_door_of_money(cash: Cash, label: str) -> None:
    login, path, form, how = DOORS[label]
    charge = getattr(cash, how)()
    sums = charge.owed, charge.received, charge.billed
    for amount in NONE:
        said = cash.refused(login, path, ids=charge.id, amount=amount, **form)
        assert said.startswith(f"{label}："), (amount, said)
    charge = cash.charge(charge.id)
    assert (charge.owed, charge.received, charge.billed) == sums


def test_a_refund_by_transfer_has_its_voucher(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, charge.amount, way="transfer", ref="T7")
    assert cash.ask(charge, "refund", charge.amount, way="transfer")["isSuccess"]
    before = cash.counts()
    refund = f"{CALLS}/modifyStatus"
    assert cash.refused("yewu", refund, ids=charge.id, status="6") == "转账退费须填退款凭证号"
    assert cash.refused("yewu", refund, ids=charge.id, status="6", ref="T7") == "凭证号T7已登记过"
    assert cash.counts() == before and cash.charge(charge.id).step == "PAID"
    cash.office.good("yewu", refund, ids=charge.id, status="6", ref="T8")
    assert cash.charge(charge.id).step == "REFUNDED"


def test_a_row_carries_what_its_dialogs_begin_with(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, charge.amount - 1)
    [row] = cash.office.good("shoufei", f"{CALLS}/findList")["list"]
    page = cash.office.good("shoufei", f"{CALLS}/record", id=charge.id)["record"]
    fields = [f for m in CHARGE.moves if isinstance(m.form, FormView) for g in m.form.groups for f in g.fields]
    asked = {f.default.strip("{}") for f in fields if str(f.default).startswith("{")}
    assert asked == {"duenow", "received", "billed", "offsets", "invoicetitle", "taxno", "invoiceemail", "backway"}
    on_the_page = {"offsets", "backway"}  # 预存款抵扣 and 申请退费 stand on the page alone
    assert asked - on_the_page <= set(row) and asked <= set(page)
    assert (row["left"], page["left"], page["received"]) == ("1.00", "1.00", f"{charge.amount - 1:.2f}")


def test_a_receipt_is_reversed_once(cash: Cash) -> None:
    charge = cash.billed()
    assert cash.red(charge, charge.amount)["isSuccess"]
    before = cash.counts()
    again = cash.office.post("caiwu", f"{CALLS}/downCreateEinvoiceScarlet", ids=charge.id, opinion="再来一次")
    assert (again["isSuccess"], again["status"]) == (False, 409)
    assert "已缴费" in again["errorMsg"] and cash.counts() == before
