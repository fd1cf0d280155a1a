"""Amounts that are none at every door of money, and a red receipt twice: a sentence each, and nothing is stored."""

import pytest

from tejian.charging.charges.process import CHARGE
from tejian.kit.forms.formview import FormView

from .conftest import CALLS, Cash

NONE = ["-1", "0", "NaN", "sNaN", "1e12", "0.005", "1,000", "Infinity", "", "一百"]
DOORS = {
    "收款金额": ("shoufei", f"{CALLS}/modifyPayresult", {"way": "cash"}, "confirmed"),
    "红冲金额": ("caiwu", f"{CALLS}/downCreateEinvoiceScarlet", {"reason": "抬头有误"}, "billed"),
    "退费金额": ("caiwu", f"{CALLS}/modifyStatus", {"status": "6", "way": "cash", "reason": "重复缴费"}, "paid"),
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
    charge = cash.paid()
    before = cash.counts()
    said = cash.refund(charge, charge.amount, ref="")
    assert (said["status"], said["errorMsg"]) == (422, "凭证号：必填")
    assert cash.counts() == before and cash.charge(charge.id).step == "PAID"


def test_a_row_carries_what_its_dialogs_begin_with(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, charge.amount - 1)
    [row] = cash.office.good("shoufei", f"{CALLS}/findList")["list"]
    page = cash.office.good("shoufei", f"{CALLS}/record", id=charge.id)["record"]
    fields = [f for m in CHARGE.moves if isinstance(m.form, FormView) for g in m.form.groups for f in g.fields]
    asked = {f.default.strip("{}") for f in fields if str(f.default).startswith("{")}
    assert asked == {"duenow", "received", "billed", "offsets", "invoicetitle", "taxno", "invoiceemail"}
    assert asked - {"offsets"} <= set(row) and asked <= set(page)  # 预存款抵扣 stands on the page alone
    assert (row["left"], page["left"], page["received"]) == ("1.00", "1.00", f"{charge.amount - 1:.2f}")


def test_a_receipt_is_reversed_once(cash: Cash) -> None:
    charge = cash.billed()
    red = {"ids": charge.id, "amount": str(charge.amount), "reason": "抬头有误"}
    cash.office.good("caiwu", f"{CALLS}/downCreateEinvoiceScarlet", **red)
    before = cash.counts()
    again = cash.office.post("caiwu", f"{CALLS}/downCreateEinvoiceScarlet", **red, opinion="再来一次")
    assert (again["isSuccess"], again["status"]) == (False, 409)
    assert "已缴费" in again["errorMsg"] and cash.counts() == before
