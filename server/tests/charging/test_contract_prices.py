"""The prices of contracts on charges: for their payer, on their days, by their clauses; settled under them."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import inspect, select

from tejian.archives.models.equipment import Equipment
from tejian.charging.checking.differences import mistakes, why_wrong
from tejian.charging.fees.agreed import by_contract
from tejian.charging.fees.rules import FeeLine
from tejian.charging.models.charges import ChargeItem, ChargeLine, ReliefPolicy
from tejian.charging.models.contracts import Contract, ContractClause
from tejian.charging.terms.rules import Clause, Terms
from tejian.inspection.models.items import AppBuss, AppItem
from tejian.kit.ground import clock

from .agreements import OF_LIFTS, Agreements, day
from .conftest import CALLS, Cash, Office


@pytest.fixture
def deals(office: Office) -> Agreements:
    return Agreements(office)


@pytest.fixture
def cash(office: Office) -> Cash:
    return Cash(office)


def lines_of(cash: Cash, key: str) -> list[ChargeLine]:
    query = select(ChargeLine).where(ChargeLine.charge_id == key).order_by(ChargeLine.seq)
    return list(cash.office.db.scalars(query))


def standard(cash: Cash, item: AppBuss) -> Decimal:
    """What a lift costs by the table, worked out by hand: 400 up to five floors, 20 for each more, 1,200 at most."""
    device = cash.office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    floors = int(device.params["elefloornumber"])
    return Decimal(400 if floors <= 5 else min(1200, 400 + 20 * (floors - 5)))


def test_a_price_rules_preview_draft_and_charge_alike(deals: Agreements, cash: Cash) -> None:
    contract = deals.in_force()
    item = cash.items()[0]
    declared = cash.office.db.scalars(select(AppItem).where(AppItem.id == item.appitem_id)).one()
    assert declared.fee == Decimal("300.00")
    draft = cash.office.good("shoufei", f"{CALLS}/detail", pAppno=item.appno)
    assert draft["total"] == "300.00"
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id}])
    charge = cash.charge(made[0]["id"])
    assert charge.amount == Decimal("300.00")
    line = lines_of(cash, charge.id)[0]
    assert (line.kind, line.amount, line.agreement_id, line.clauseno) == ("contract", 300, contract.id, 1)
    assert line.clause == f"合同{contract.agrno}第1版第1条"
    usual = standard(cash, cash.item(item.id))
    assert line.explanation == f"合同{contract.agrno}第1版第1条：每台 300.00 元（标准为 {usual:.2f} 元）"
    cash.office.good("shoufei", f"{CALLS}/commit", ids=charge.id)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    assert cash.charge(charge.id).owed == Decimal("300.00")


def test_a_share_of_the_standard_is_rounded_to_the_cent(deals: Agreements, cash: Cash) -> None:
    deals.in_force({"equclass": "3000", "percent": "66.67"})
    charge = cash.saved()
    item = cash.office.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == charge.id)).one()
    usual = standard(cash, cash.item(item.appbuss_id))
    assert charge.amount == (usual * Decimal("0.6667")).quantize(Decimal("0.01"), "ROUND_HALF_UP")
    line = lines_of(cash, charge.id)[0]
    assert line.feecode in ("F0093", "F0094") and f"得 {charge.amount} 元" in line.explanation


def test_the_clause_that_names_most_counts(deals: Agreements, cash: Cash) -> None:
    lift = deals.lift
    own = {"equdatasysid": lift.id, "testsort": "0211", "price": "250"}
    contract = deals.in_force(OF_LIFTS, {"equclacode": "3110", "testsort": "0211", "price": "280"}, own)
    charge = cash.saved(2)
    found = {one.seisn: (one.amount, one.clauseno) for one in lines_of(cash, charge.id)}
    items = cash.office.db.scalars(select(AppBuss).where(AppBuss.seisn.in_(found))).all()
    named = {one.equdatasysid == lift.id: found[one.seisn] for one in items}
    assert named == {True: (Decimal(250), 3), False: (Decimal(280), 2)}
    assert {one.agreement_id for one in lines_of(cash, charge.id)} == {contract.id}


def relief(cash: Cash, **more: Any) -> ReliefPolicy:
    row = ReliefPolicy(name="小微减半", type="01", document="甬价费2号", nature="应税", percent=Decimal(50), **more)
    row.validfrom, row.enabled, row.stacks = clock.today() - timedelta(days=60), True, False
    cash.office.db.add(row)
    cash.office.db.commit()
    return row


def test_relief_does_not_stack_upon_a_contract_that_does_not_say_so(deals: Agreements, cash: Cash) -> None:
    relief(cash)
    deals.in_force()
    assert cash.saved().amount == Decimal("300.00")


def test_relief_stacks_upon_a_contract_that_says_so(deals: Agreements, cash: Cash) -> None:
    relief(cash)
    deals.in_force(stacks="1")
    charge = cash.saved()
    assert charge.amount == Decimal("150.00")
    assert [(one.kind, one.amount) for one in lines_of(cash, charge.id)] == [("contract", 300), ("relief", -150)]


def test_a_contract_never_counts_for_another_payer(deals: Agreements, cash: Cash) -> None:
    deals.in_force()
    item = cash.items()[0]
    other = cash.office.db.scalars(select(Equipment.useorgsysid).where(Equipment.useorgsysid != item.unitsysid)).first()
    usual = standard(cash, item)
    form = {"items": [{"id": item.id}], "payunitsysid": other}
    assert cash.office.good("shoufei", f"{CALLS}/assembly", **form)["total"] == f"{usual:.2f}"
    made = cash.office.good("shoufei", f"{CALLS}/save", **form)
    assert cash.charge(made[0]["id"]).amount == usual


DAYS = [(-31, False), (-30, True), (0, True), (10, True), (11, False)]


@pytest.mark.parametrize(("days", "counts"), DAYS)
def test_a_contract_counts_from_its_first_to_its_last_day(
    deals: Agreements, cash: Cash, days: int, counts: bool
) -> None:
    deals.in_force(validto=day(10))
    item = cash.items()[0]
    item.acceptdate = clock.today() + timedelta(days=days)
    cash.office.db.commit()
    usual = standard(cash, item)
    draft = cash.office.good("shoufei", f"{CALLS}/detail", pAppno=item.appno)
    assert Decimal(draft["total"]) == (300 if counts else usual)


def test_after_its_end_an_ended_contract_sets_no_price(deals: Agreements, cash: Cash) -> None:
    contract = deals.in_force()
    item = cash.items()[0]
    cash.office.good("caiwu", "/api/agreement/end", ids=contract.id, reason="单位停业")
    assert cash.office.good("shoufei", f"{CALLS}/detail", pAppno=item.appno)["total"] == "300.00"
    item = cash.item(item.id)
    item.acceptdate = clock.today() + timedelta(days=1)
    cash.office.db.commit()
    usual = standard(cash, item)
    assert cash.office.good("shoufei", f"{CALLS}/detail", pAppno=item.appno)["total"] == f"{usual:.2f}"


def test_a_draft_from_before_the_contract_is_worked_out_again(deals: Agreements, cash: Cash) -> None:
    charge = cash.saved()
    deals.in_force()
    sentence = cash.refused("shoufei", f"{CALLS}/commit", ids=charge.id)
    assert sentence == f"{charge.chargesysid}登记后收费标准、合同、减免政策或设备档案已变化，请退回重新计算"


def test_a_confirmed_charge_keeps_the_version_that_it_was_made_under(deals: Agreements, cash: Cash) -> None:
    contract = deals.in_force()
    charge = cash.confirmed()
    second = deals.changed(contract, day(0), clauses=[OF_LIFTS | {"price": "350"}])
    charge = cash.charge(charge.id)
    assert why_wrong(cash.office.db, charge) == ""
    assert [one for one in mistakes(cash.office.db, charge.orgid) if one.kind == "amount"] == []
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="7", reason="重复登记")
    items = [
        one.appbuss_id for one in cash.office.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == charge.id))
    ]
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": one} for one in items])
    again = lines_of(cash, made[0]["id"])
    assert [(one.amount, one.agreement_id) for one in again] == [(Decimal(350), second.id)]


def test_an_amount_other_than_the_contract_is_found(deals: Agreements, cash: Cash) -> None:
    deals.in_force()
    charge = cash.confirmed()
    lines_of(cash, charge.id)[0].amount = Decimal(200)
    charge.amount = Decimal(200)
    cash.office.db.commit()
    found = [one for one in mistakes(cash.office.db, charge.orgid) if one.kind == "amount"]
    assert [one.sentence for one in found] == ["应收200元，按标准为300.00元"]


def test_charges_never_exceed_the_sum_of_the_contract(deals: Agreements, cash: Cash) -> None:
    contract = deals.in_force(amount="599.99")
    first, second = cash.items(2)
    made = [cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": one.id}])[0]["id"] for one in (first, second)]
    cash.office.good("shoufei", f"{CALLS}/commit", ids=made[0])
    sentence = cash.refused("shoufei", f"{CALLS}/commit", ids=made[1])
    assert sentence == f"合同{contract.agrno}第1版金额599.99元，已收费300.00元，本次300.00元超出"
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=made[0], status="7", reason="重复登记")
    cash.office.good("shoufei", f"{CALLS}/commit", ids=made[1])


def test_two_charges_in_one_batch_do_not_exceed_it_either(deals: Agreements, cash: Cash) -> None:
    deals.in_force(amount="599.99")
    made = [cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": one.id}])[0]["id"] for one in cash.items(2)]
    assert "元，本次300.00元超出" in cash.refused("shoufei", f"{CALLS}/batchCommit", ids=made)
    assert {cash.charge(key).step for key in made} == {"DRAFT"}


def crowd(office: Office, count: int) -> list[Equipment]:
    """More lifts of the same unit."""
    first = office.lifts()[0]
    names = [one.key for one in inspect(Equipment).column_attrs if one.columns[0].computed is None]
    own = {"id", "equcode", "regcode", "usecertno", "equidentcode", "version", "prono"}
    for n in range(count):
        values = {name: getattr(first, name) for name in names if name not in own}
        office.db.add(Equipment(**values, equcode=f"31103302{n:08}X", prono=f"CROWD{n}"))
    office.db.commit()
    return [first, *office.db.scalars(select(Equipment).where(Equipment.prono.startswith("CROWD")))][:count]


def test_a_contract_is_settled_by_thirty_charges(deals: Agreements, cash: Cash) -> None:
    plan = [{"dueday": day(20), "amount": "4000"}, {"dueday": day(90), "amount": "5000"}]
    contract = deals.in_force(amount="9000", instalments=plan)
    lifts = crowd(cash.office, 30)
    saved = cash.office.good("shouli", "/api/appmain/saveAppMain", **cash.office.form(lifts))["main"]["id"]
    cash.office.good("shouli", "/api/appmain/submitAppMain", ids=saved)
    cash.office.good("shouli", "/api/appmain/submitAppMainAccept", ids=saved)
    items = cash.office.db.scalars(select(AppBuss.id).where(AppBuss.appmain_id == saved)).all()
    assert len(items) == 30
    made = [cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": one}])[0]["id"] for one in items]
    cash.office.good("shoufei", f"{CALLS}/batchCommit", ids=made)
    for key in made:
        cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=key, status="2")
    assert {str(cash.charge(key).duedate) for key in made} == {day(20)}
    for key in made[:17]:
        cash.receive(cash.charge(key), Decimal(300))
    page = _page(cash, contract)
    assert page["facts"]["合同金额"] == ("9,000.00 元", "还可收费 0.00 元")
    assert page["facts"]["已收费"] == ("9,000.00 元", "30 笔")
    assert page["facts"]["已付"] == ("5,100.00 元", "未付 3,900.00 元")
    covered = [(Decimal(one["paid"]), Decimal(one["rest"])) for one in page["instalments"]]
    assert covered == [(Decimal(4000), Decimal(0)), (Decimal(1100), Decimal(3900))]
    for key in made[17:]:
        cash.receive(cash.charge(key), Decimal(300))
    page = _page(cash, contract)
    assert page["facts"]["已付"] == ("9,000.00 元", "未付 0.00 元")
    assert [Decimal(one["rest"]) for one in page["instalments"]] == [0, 0]
    assert len(page["charges"]) == 30 and {Decimal(one["part"]) for one in page["charges"]} == {Decimal(300)}


def _page(cash: Cash, contract: Contract) -> dict[str, Any]:
    page = cash.office.good("shoufei", "/api/agreement/record", id=contract.id)
    facts = {one["label"]: (one["text"], one.get("note", "")) for one in page["facts"]}
    return {"facts": facts} | {part["key"]: part["rows"] for part in page["parts"]}


# -- the rule alone ---------------------------------------------------------------------------------------------------


def line(feecode: str, amount: str, role: str = "base", nature: str = "应税") -> FeeLine:
    return FeeLine(feecode, feecode, "", "", nature, role, Decimal(amount), None, "", "")


def priced(lines: list[FeeLine], *clauses: Clause, nature: str = "应税") -> list[tuple[str, Decimal | None]]:
    terms = Terms("t", "o", "合同", nature, clock.today(), clock.today(), False, clauses)
    return [(one.feecode, one.amount) for one in by_contract(lines, [terms], "d", "3110", "0211")]


def test_a_price_stands_for_base_and_surcharges_and_not_for_what_is_chosen() -> None:
    lines = [line("A", "400"), line("B", "80", "surcharge"), line("C", "50", "option")]
    assert priced(lines, Clause(1, price=Decimal(300))) == [("", Decimal(300)), ("C", Decimal(50))]
    assert priced([], Clause(1, price=Decimal(300))) == [("", Decimal(300))]


def test_a_row_of_the_table_has_its_own_price_or_share() -> None:
    lines = [line("A", "400"), line("C", "50", "option")]
    own = Clause(2, feecode="C", price=Decimal(45))
    assert priced(lines, own) == [("A", Decimal(400)), ("C", Decimal(45))]
    every = Clause(1, percent=Decimal(90))
    assert priced(lines, every, Clause(2, feecode="C", percent=Decimal(50))) == [
        ("A", Decimal(360)),
        ("C", Decimal(25)),
    ]


def test_a_contract_sets_no_price_on_the_other_channel() -> None:
    lines = [line("A", "400", nature="非税")]
    assert priced(lines, Clause(1, price=Decimal(300))) == [("A", Decimal(400))]


@pytest.mark.parametrize("clause", [{"price": Decimal(300)}, {"percent": Decimal(50)}, {}])
def test_no_contract_prices_a_public_fee(clause: dict[str, Decimal]) -> None:
    lines = [line("A", "400", nature="非税"), line("C", "50", "option", nature="非税")]
    terms = Terms("t", "o", "合同HT1", "非税", clock.today(), clock.today(), False, (Clause(1, kind="3000", **clause),))
    settled = by_contract(lines, [terms], "d", "3110", "0211")
    assert [one.amount for one in settled] == [Decimal(400), Decimal(50)]
    assert {(one.agreed.contract, one.agreed.priced) for one in settled if one.agreed} == {("t", False)}
    assert settled[0].explanation.endswith("按合同HT1第1条结算，金额按收费标准")
    assert by_contract([], [terms], "d", "3110", "0211") == []


def test_a_contract_on_public_fees_settles_by_the_table(deals: Agreements, cash: Cash) -> None:
    priced_clause = {"equclass": "3000", "testsort": "0211", "price": "1"}
    said = deals.office.refused("shoufei", "/api/agreement/save", **deals.form(priced_clause, nature="非税"))
    assert said == "价格条款第1行 非税收费按收费标准收，合同不能约定价格或比例"
    contract = deals.in_force({"equclass": "3000", "testsort": "0211"}, nature="非税")
    charge = cash.saved()
    item = cash.office.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == charge.id)).one()
    assert (charge.nature, charge.amount) == ("非税", standard(cash, cash.item(item.appbuss_id)))
    [row] = lines_of(cash, charge.id)
    assert (row.kind, row.agreement_id, row.clauseno) == ("computed", contract.id, 1)


def test_a_contract_in_force_whose_price_was_agreed_on_a_public_fee_prices_nothing(
    deals: Agreements, cash: Cash
) -> None:
    contract = deals.in_force({"equclass": "3000", "testsort": "0211"}, nature="非税")
    clause = cash.office.db.scalars(select(ContractClause).where(ContractClause.contract_id == contract.id)).one()
    clause.price = Decimal(1)
    cash.office.db.commit()
    assert cash.saved().amount > 399
