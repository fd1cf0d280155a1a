"""Cash after the count: handed over between two, carried to the bank, seen on its statement; no yuan stands twice."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.codes import ARRIVED, CARRIED, IN_SAFE, OFFERED
from tejian.charging.models.cash import CashLot
from tejian.charging.models.checks import Difference
from tejian.kit.ground import clock
from tejian.kit.papers import pdf
from tests.inspection.conftest import Office

from .conftest import Cash
from .test_statement import differences, paper, send

CALLS = "/api/chamain/cashLot"
SLIP = {"ref": "JK0001", "depositday": str(clock.today())}


def counted(office: Office, off: str = "0") -> CashLot:
    """The cash of a closed day for the fiscal account: a public fee was paid in notes."""
    cash = Cash(office)
    cash.receive(cash.confirmed(), Decimal("40.00"))
    cash.closed(off=Decimal(off), reason="找零有误") if Decimal(off) else cash.closed()
    return lot(office, "fiscal")


def lot(office: Office, place: str) -> CashLot:
    office.db.commit()
    query = select(CashLot).where(CashLot.place == place).execution_options(populate_existing=True)
    return office.db.scalars(query).one()


def offered(office: Office) -> CashLot:
    row = counted(office)
    office.good("shoufei", f"{CALLS}/offer", ids=row.id, toid=office.user("caiwu").id)
    return lot(office, "fiscal")


def carried(office: Office) -> CashLot:
    row = counted(office)
    office.good("shoufei", f"{CALLS}/deposit", ids=row.id, **(SLIP | {"depositday": str(clock.today())}))
    return lot(office, "fiscal")


def where(office: Office, login: str = "caiwu") -> dict[str, str]:
    """What the page of the day says of its cash."""
    day = Cash(office).day()
    page = office.good(login, "/api/chamain/cashDay/record", id=day.id)
    part = next(one for one in page["parts"] if one["key"] == "cash")
    return {one["what"]: one["amount"] for one in part["rows"]}


def test_every_yuan_of_a_day_stands_in_one_place(cash: Cash) -> None:
    office = cash.office
    charge = cash.confirmed()
    cash.receive(charge, Decimal("100.00"))
    assert cash.refund(cash.charge(charge.id), "30")["isSuccess"]
    cash.account("50")  # in advance: of our own account
    assert where(office) == {"收入现金": "150.00", "已退回": "-30.00", "收费员手中": "120.00"}
    cash.closed(off=Decimal("-5"), reason="找零有误")
    assert where(office) == {
        "收入现金": "150.00",
        "已退回": "-30.00",
        "财政专户　库存": "70.00",
        "盘点差额　库存": "-5.00",
        "本单位账户　库存": "50.00",
    }
    own = [lot(office, "bank").id, lot(office, "off").id]
    day = str(clock.today())
    office.good("shoufei", f"{CALLS}/deposit", ids=own, ref="JK1", depositday=day)
    office.good("shoufei", f"{CALLS}/deposit", ids=lot(office, "fiscal").id, ref="JK2", depositday=day)
    assert send(cash, paper([("JK1", "45.00")]))["data"]["matched"] == 1
    assert where(office) == {
        "收入现金": "150.00",
        "已退回": "-30.00",
        "财政专户　已解款待到账": "70.00",
        "盘点差额　已到账": "-5.00",
        "本单位账户　已到账": "50.00",
    }
    assert differences(cash) == {"我方登记的收款JK2 70.00元不在对账单中"}
    send(cash, paper([("JK2", "70.00")]))
    assert lot(office, "fiscal").step == ARRIVED and differences(cash) == set()
    amounts = list(where(office).values())
    assert sum(map(Decimal, amounts[2:])) == Decimal("115.00")  # what was counted, and no more


def test_a_slip_with_another_sum_is_a_difference_and_has_not_arrived(cash: Cash) -> None:
    row = carried(cash.office)
    send(cash, paper([(row.ref, "39.00")]))
    assert lot(cash.office, "fiscal").step == CARRIED
    assert differences(cash) == {"bank.csv第3行 JK0001：对账单39.00元，我方登记40.00元"}
    found = cash.office.db.scalars(select(Difference)).one()
    assert found.remedy == ""  # a slip is no charge's money: nobody takes it back there


def test_the_slip_of_a_deposit_is_printed_whole(cash: Cash, monkeypatch: pytest.MonkeyPatch) -> None:
    row, office = carried(cash.office), cash.office
    printed: list[Any] = []
    monkeypatch.setattr(pdf, "render", lambda template, data, **_more: printed.append(data) or b"%PDF-1.7")
    sent = {"printType": "XJJK", "ids": row.id}
    office.call("/api/common/commonPrint", _as=office.user("shoufei"), **sent)
    (paper,) = printed
    assert (paper["ref"], paper["total"], len(paper["rows"])) == ("JK0001", f"{row.amount:.2f}", 1)
    row.ref = ""
    office.db.commit()
    said = office.call("/api/common/commonPrint", _as=office.user("shoufei"), **sent).json()["errorMsg"]
    assert said.endswith("的现金还没有解款") and len(printed) == 1


def test_both_confirm_a_handing_over(cash: Cash) -> None:
    office = cash.office
    row = offered(office)
    assert (row.step, row.holder, row.toname) == (OFFERED, office.user("shoufei").name, office.user("caiwu").name)
    assert "由接收人确认" in office.refused("shoufei", f"{CALLS}/accept", ids=row.id)
    assert lot(office, "fiscal").holderid == office.user("shoufei").id
    office.good("caiwu", f"{CALLS}/accept", ids=row.id)
    row = lot(office, "fiscal")
    assert (row.step, row.holderid, row.toid) == (IN_SAFE, office.user("caiwu").id, "")
    day = str(clock.today())
    assert "只能办理自己保管的现金" in office.refused(
        "shoufei", f"{CALLS}/deposit", ids=row.id, ref="A", depositday=day
    )
    assert lot(office, "fiscal").ref == ""


def test_what_was_offered_is_refused_or_taken_back(cash: Cash) -> None:
    office = cash.office
    row = offered(office)
    office.good("caiwu", f"{CALLS}/refuse", ids=row.id, reason="当面点钞少一张")
    assert (lot(office, "fiscal").step, lot(office, "fiscal").toid) == (IN_SAFE, "")
    office.good("shoufei", f"{CALLS}/offer", ids=row.id, toid=office.user("caiwu").id)
    assert "只有移交人可以撤回" in office.refused("caiwu", f"{CALLS}/take_back", ids=row.id)
    office.good("shoufei", f"{CALLS}/take_back", ids=row.id)
    assert (lot(office, "fiscal").step, lot(office, "fiscal").holderid) == (IN_SAFE, office.user("shoufei").id)


def test_arrival_without_a_file_is_confirmed_by_another_and_what_is_missing_comes_back(cash: Cash) -> None:
    office = cash.office
    row = carried(office)
    office.good("caiwu", f"{CALLS}/missing", ids=row.id, reason="银行回单未见这笔存款")
    row = lot(office, "fiscal")
    assert (row.step, row.ref, row.depositby) == (IN_SAFE, "", "")
    office.good("shoufei", f"{CALLS}/deposit", ids=row.id, ref="JK0003", depositday=str(clock.today()))
    office.good("caiwu", f"{CALLS}/arrive", ids=row.id, opinion="财政缴款回执 0003")
    row = lot(office, "fiscal")
    assert (row.step, row.seenby, row.note) == (ARRIVED, office.user("caiwu").name, "财政缴款回执 0003")


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"depositday": "2020-01-01"}, "存款日期：应在收款日期"),
        ({"depositday": "2999-01-01"}, "存款日期：应在收款日期"),
        ({"ref": ""}, "解款单号：必填"),
        ({"ref": "TT1"}, "解款单号TT1已登记过"),
    ],
)
def test_a_deposit_that_cannot_be_is_refused(cash: Cash, form: dict[str, str], sentence: str) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal("1.00"), way="transfer", ref="TT1")
    cash.receive(cash.charge(charge.id), Decimal("40.00"))
    cash.closed()
    row = lot(cash.office, "fiscal")
    sent = {"ref": "NEW1", "depositday": str(clock.today())} | form
    assert sentence in cash.office.refused("shoufei", f"{CALLS}/deposit", ids=row.id, **sent)
    assert lot(cash.office, "fiscal").step == IN_SAFE


def test_a_slip_is_of_one_account_and_is_no_voucher_of_a_transfer_any_more(cash: Cash) -> None:
    office = cash.office
    cash.account("50")
    cash.offsets_public("0")
    counted(office)
    both = [lot(office, "fiscal").id, lot(office, "bank").id]
    day = str(clock.today())
    assert "须分开解款" in office.refused("shoufei", f"{CALLS}/deposit", ids=both, ref="JK1", depositday=day)
    office.good("shoufei", f"{CALLS}/deposit", ids=lot(office, "bank").id, ref="JK1", depositday=day)
    said = office.refused("shoufei", f"{CALLS}/deposit", ids=lot(office, "fiscal").id, ref="JK1", depositday=day)
    assert "解款单号JK1已登记过" in said and lot(office, "fiscal").step == IN_SAFE
