"""Contracts: drafted, audited, confirmed, changed, ended; and what each of these refuses."""

from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.charging.contracts.nightly import expire, remind
from tejian.charging.contracts.paper import paper_of
from tejian.charging.models.contracts import Contract, ContractClause, Instalment
from tejian.charging.parts.api import covered
from tejian.charging.terms.rules import Clause, collide, differences
from tejian.kit.ground import clock
from tejian.messages.models import Message
from tejian.system.models.organisations import Org

from .agreements import CALLS, OF_LIFTS, Agreements, day
from .conftest import Office

KEPT = (Contract, ContractClause, Instalment)


@pytest.fixture
def deals(office: Office) -> Agreements:
    return Agreements(office)


def refused(deals: Agreements, login: str, path: str, **form: Any) -> str:
    """The sentence of a refusal that stored nothing."""
    count = [deals.office.db.scalar(select(func.count()).select_from(one)) for one in KEPT]
    sentence = deals.office.refused(login, f"{CALLS}/{path}", **form)
    assert [deals.office.db.scalar(select(func.count()).select_from(one)) for one in KEPT] == count
    return sentence


def test_a_contract_goes_from_draft_to_its_end_by_three_people(deals: Agreements) -> None:
    row = deals.drafted()
    assert (row.step, row.status, row.agrno, row.edition) == ("DRAFT", "0", "", 1)
    deals.office.good("shoufei", f"{CALLS}/submit", ids=row.id)
    row = deals.contract(row.id)
    assert (row.step, row.status) == ("AUDIT", "1")
    assert row.agrno == f"HT{clock.today().year}0001"
    row = deals.audit(row)
    assert (row.step, row.status, row.auditor) == ("CONFIRM", "3", deals.office.user("yewu").name)
    row = deals.confirm(row)
    assert (row.step, row.status, str(row.signdate)) == ("FORCE", "4", day(0))
    page = deals.office.good("shoufei", f"{CALLS}/record", id=row.id)
    assert [one["title"] for one in page["parts"]] == ["价格条款", "付款计划", "收费结算", "版本", "办理记录"]
    deals.office.good("caiwu", f"{CALLS}/end", ids=row.id, reason="单位停业")
    row = deals.contract(row.id)
    assert (row.step, row.status, row.lastday, row.stopreason) == ("ENDED", "6", clock.today(), "单位停业")


def test_it_comes_back_with_a_reason_and_keeps_its_number(deals: Agreements) -> None:
    row = deals.submitted()
    deals.office.good("yewu", f"{CALLS}/back", ids=row.id, reason="价格未写明依据")
    row = deals.contract(row.id)
    assert (row.step, row.status) == ("BACK", "2")
    told = deals.office.db.scalars(select(Message).where(Message.kind == "合同").order_by(Message.id)).all()
    assert any("被退回：价格未写明依据" in one.title for one in told)
    number = row.agrno
    deals.office.good("shoufei", f"{CALLS}/submit", ids=row.id)
    row = deals.audit(deals.contract(row.id))
    deals.office.good("caiwu", f"{CALLS}/refuse", ids=row.id, reason="合同未盖章")
    assert (deals.contract(row.id).step, deals.contract(row.id).agrno) == ("BACK", number)


def test_each_of_the_three_is_another(deals: Agreements) -> None:
    row = deals.submitted()
    row.drafter_id = deals.office.user("yewu").id
    deals.office.db.commit()
    assert refused(deals, "yewu", "audit", ids=row.id, legal="") == "自己起草的合同须由他人审核"
    row = deals.contract(row.id)
    row.drafter_id = deals.office.user("shoufei").id
    deals.office.db.commit()
    row = deals.audit(row)
    row.auditor_id = deals.office.user("caiwu").id
    deals.office.db.commit()
    sentence = refused(deals, "caiwu", "confirm", ids=row.id, signdate=day(0))
    assert sentence == "合同的起草、审核、确认不能是同一人"


def test_a_submitted_contract_is_not_edited_or_deleted(deals: Agreements) -> None:
    row = deals.submitted()
    sentence = refused(deals, "shoufei", "save", id=row.id, version=row.version, agrname="另一名称")
    assert sentence == f"合同{row.agrno}第1版待审核，不能再修改，可起草变更"
    assert "不能删除，请作废" in refused(deals, "shoufei", "delete", ids=row.id)


BAD = [
    ({"price": "-1"}, "价格条款第1行 合同价：不得小于0.01元"),
    ({"price": "0"}, "价格条款第1行 合同价：不得小于0.01元"),
    ({"price": "NaN"}, "价格条款第1行 合同价：数字超出范围"),
    ({"price": "Infinity"}, "价格条款第1行 合同价：数字超出范围"),
    ({"price": "1e12"}, "价格条款第1行 合同价：数字超出范围"),
    ({"price": "300.005"}, "价格条款第1行 合同价：最多2位小数"),
    ({"price": "三百"}, "价格条款第1行 合同价：请输入数字"),
    ({"price": "", "percent": "100.01"}, "价格条款第1行 按标准收：不得大于100%"),
    ({"price": "", "percent": "0"}, "价格条款第1行 按标准收：不得小于0.01%"),
    ({"price": ""}, "价格条款第1行 合同价与按标准收的比例须填写且只填写一项"),
    ({"percent": "80"}, "价格条款第1行 合同价与按标准收的比例须填写且只填写一项"),
    ({"testsort": ""}, "价格条款第1行 合同价须写明检验类型"),
    ({"equclass": ""}, "价格条款第1行 请选择设备，或种类、类别，或收费项目"),
    ({"equclacode": "2130"}, "价格条款第1行 设备类别不属于所选种类"),
    ({"feecode": "F9999"}, "价格条款第1行 收费代码：请从选项中选择"),
]


@pytest.mark.parametrize(("clause", "sentence"), BAD, ids=[s for _, s in BAD])
def test_a_bad_clause_is_refused_by_its_row_and_nothing_is_stored(
    deals: Agreements, clause: dict[str, str], sentence: str
) -> None:
    assert refused(deals, "shoufei", "save", **deals.form(OF_LIFTS | clause)) == sentence


def test_bad_heads_and_instalments_are_refused(deals: Agreements) -> None:
    backwards = deals.form(validto=day(-31))
    assert refused(deals, "shoufei", "save", **backwards) == f"结束日期{day(-31)}不得早于开始日期{day(-30)}"
    two = [{"dueday": day(10), "amount": "100"}, {"dueday": day(10), "amount": "100"}]
    assert refused(deals, "shoufei", "save", **deals.form(instalments=two)) == "付款计划第2行 应付日期应晚于前一期"
    half = [{"dueday": day(10), "amount": "0.005"}]
    assert refused(deals, "shoufei", "save", **deals.form(instalments=half)) == "付款计划第1行 应付金额：不得小于0.01元"
    assert refused(deals, "shoufei", "save", **deals.form(amount="1e12")) == "合同金额：数字超出范围"
    assert refused(deals, "shoufei", "save", **deals.form(OF_LIFTS, OF_LIFTS)) == "价格条款第1行与第2行相同"


def test_the_device_of_another_unit_is_refused(deals: Agreements) -> None:
    own = deals.lift
    other = deals.office.db.scalars(
        select(Equipment).where(Equipment.useorgsysid != own.useorgsysid, Equipment.maiorgsysid != own.useorgsysid)
    ).first()
    assert other is not None
    clause = {"equdatasysid": other.id, "testsort": "0211", "price": "300"}
    assert refused(deals, "shoufei", "save", **deals.form(clause)) == (
        f"价格条款第1行 {other.equcode}不由缴费单位使用或维保"
    )
    row = deals.drafted({"equdatasysid": own.id, "testsort": "0211", "price": "300"})
    own = deals.lift
    own.useorgsysid = other.useorgsysid
    own.maiorgsysid = ""
    deals.office.db.commit()
    assert refused(deals, "shoufei", "submit", ids=row.id) == f"第1条：{own.equcode}不由{row.unitname}使用或维保"


OF_KIND = {"equclacode": "3110", "testsort": "0211", "percent": "80"}


def test_two_contracts_never_rule_one_device_and_sort(deals: Agreements) -> None:
    first = deals.in_force()
    same = deals.drafted(OF_KIND)
    assert refused(deals, "shoufei", "submit", ids=same.id) == (f"第1条与合同{first.agrno}第1版第1条重复，合同期限重叠")
    deals.submitted(OF_KIND | {"testsort": "0201"})  # another sort
    deals.submitted(OF_KIND, validfrom=day(336), validto=day(400))  # afterwards
    deals.submitted(OF_KIND | {"percent": ""}, nature="非税")  # another channel


def test_two_payers_never_agree_on_one_device(deals: Agreements) -> None:
    lift = deals.lift
    keeper = deals.office.db.scalars(
        select(Equipment.useorgsysid).where(Equipment.useorgsysid.not_in(["", lift.useorgsysid]))
    ).first()
    lift.maiorgsysid = keeper
    deals.office.db.commit()
    clause = {"equdatasysid": lift.id, "testsort": "0211", "price": "300"}
    first = deals.in_force(clause)
    other = deals.drafted(clause, unitsysid=keeper)
    assert refused(deals, "shoufei", "submit", ids=other.id) == (
        f"第1条与合同{first.agrno}第1版第1条重复，合同期限重叠"
    )


def test_a_contract_is_whole_before_it_is_submitted(deals: Agreements) -> None:
    plan = [{"dueday": day(10), "amount": "400"}, {"dueday": day(100), "amount": "500.01"}]
    off = deals.drafted(instalments=plan, amount="900")
    assert refused(deals, "shoufei", "submit", ids=off.id) == "付款计划合计900.01元，与合同金额900.00元不符"
    unbounded = deals.drafted(instalments=plan)
    assert refused(deals, "shoufei", "submit", ids=unbounded.id) == "有付款计划的合同须填写合同金额"
    over = deals.drafted(validto=day(-1))
    assert refused(deals, "shoufei", "submit", ids=over.id) == f"合同期限{day(-1)}已过"


def test_a_large_sum_is_read_by_the_lawyers(deals: Agreements) -> None:
    row = deals.submitted(amount="500000")
    assert refused(deals, "yewu", "audit", ids=row.id) == "合同金额达到500000元，须填写法务意见"
    deals.office.good("yewu", f"{CALLS}/audit", ids=row.id, legal="条款合法")
    assert deals.contract(row.id).legal == "条款合法"


def test_a_change_is_a_version_beside_the_one_in_force(deals: Agreements) -> None:
    first = deals.in_force()
    second = deals.change(first, day(5), clauses=[OF_LIFTS | {"price": "350"}])
    assert (second.edition, second.agrno, second.step) == (2, first.agrno, "DRAFT")
    assert deals.contract(first.id).step == "CHANGING"
    deals.office.good("shoufei", f"{CALLS}/submit", ids=second.id)
    second = deals.confirm(deals.audit(second))
    first = deals.contract(first.id)
    assert (first.step, str(first.lastday), second.step) == ("REPLACED", day(4), "FORCE")
    page = deals.office.good("shoufei", f"{CALLS}/record", id=second.id)
    changed = next(part for part in page["parts"] if part["key"] == "changes")["rows"]
    assert [(one["what"], one["before"], one["after"]) for one in changed] == [
        ("开始日期", day(-30), day(5)),
        ("条款：电梯 机电类定期检验", "每台 300.00 元", "每台 350.00 元"),
    ]
    assert [one["edition"] for one in page["parts"][3]["rows"]] == [1, 2]


def test_a_change_that_is_given_up_leaves_the_contract_as_it_was(deals: Agreements) -> None:
    first = deals.in_force()
    second = deals.change(first, day(5))
    deals.office.good("shoufei", f"{CALLS}/void", ids=second.id, reason="不再调价")
    first = deals.contract(first.id)
    assert (first.step, first.stopday) == ("FORCE", None)


def test_a_change_neither_begins_in_the_past_nor_after_the_end(deals: Agreements) -> None:
    first = deals.in_force()
    for wrong in (day(-1), day(336)):
        sentence = refused(deals, "shoufei", "change", ids=first.id, changenote="调价", validfrom=wrong)
        assert sentence == f"变更开始日期应在{day(0)}至{day(335)}之间"
    second = deals.audit(_submitted(deals, deals.change(first, day(5))))
    second.validfrom = clock.today().replace(year=2020)
    deals.office.db.commit()
    assert "变更开始日期2020" in refused(deals, "caiwu", "confirm", ids=second.id, signdate=day(0))


def _submitted(deals: Agreements, row: Contract) -> Contract:
    deals.office.good("shoufei", f"{CALLS}/submit", ids=row.id)
    return deals.contract(row.id)


def test_the_night_ends_what_is_over_and_tells_what_comes(deals: Agreements) -> None:
    over = deals.in_force(validto=day(0))
    plan = [{"dueday": day(7), "amount": "600"}, {"dueday": day(100), "amount": "300"}]
    coming = deals.in_force(OF_LIFTS | {"testsort": "0201"}, validto=day(30), amount="900", instalments=plan)
    over.validto = clock.today().replace(year=2020)
    deals.office.db.commit()
    assert [one.id for one in expire(deals.office.db)] == [over.id]
    assert expire(deals.office.db) == []
    assert (deals.contract(over.id).step, deals.contract(over.id).status) == ("EXPIRED", "7")
    assert remind(deals.office.db) == 2
    titles = deals.office.db.scalars(select(Message.title).where(Message.user_id == coming.drafter_id)).all()
    assert f"合同{coming.agrno}第1版 {coming.unitname} 将于{day(30)}到期" in titles
    assert f"合同{coming.agrno}第1版 {coming.unitname} 第1期应于{day(7)}付，未付600.00元" in titles


def test_a_contract_is_printed_with_its_tables(deals: Agreements) -> None:
    plan = [{"dueday": day(7), "amount": "600"}]
    row = deals.in_force(OF_LIFTS, {"feecode": "F0093", "percent": "90"}, amount="600", instalments=plan)
    call = deals.office.call
    call.user = deals.office.user("caiwu")
    answer = call.client.post("/api/common/commonPrint", data={"ids": row.id, "printType": "HTXY"})
    call.user = None
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    for words in (row.agrno, row.unitname, "每台 300.00 元", "按标准的 90% 收", "600.00", "陆佰元整"):
        assert words in text, words


def test_the_seal_stands_on_what_was_confirmed_alone(deals: Agreements) -> None:
    db, row = deals.office.db, deals.audited()
    assert paper_of(db, row)["seal"] is None
    row = deals.confirm(row)
    name = db.scalar(select(Org.name).where(Org.id == row.orgid))
    seal = paper_of(db, row)["seal"]
    assert (seal["orgname"], seal["label"]) == (name, "合同专用章")
    row.step = "VOID"
    assert paper_of(db, row)["seal"] is None


def test_which_clauses_collide() -> None:
    kinds = {"a": "3110", "b": "2130"}
    lift, other = Clause(1, device="a", sort="0211"), Clause(2, device="b", sort="0211")
    every, lifts = Clause(3, sort="0211"), Clause(4, kind="3000", sort="0211")
    assert collide(lift, Clause(9, device="a"), kinds) and not collide(lift, other, kinds)
    assert collide(lift, lifts, kinds) and not collide(other, lifts, kinds)
    assert collide(every, other, kinds) and collide(lifts, Clause(5, kind="3110"), kinds)
    assert not collide(lifts, Clause(6, kind="3000", sort="0201"), kinds)
    assert not collide(Clause(7, feecode="F0093"), Clause(8, feecode="F0094"), kinds)
    assert collide(Clause(7, feecode="F0093"), lifts, kinds)


def test_what_was_paid_covers_the_instalments_in_their_order() -> None:
    plan = [(2, date(2026, 6, 1), Decimal(300)), (1, date(2026, 1, 1), Decimal(200))]
    found = covered(plan, Decimal("250.50"))
    assert [(one.seq, one.paid, one.rest) for one in found] == [
        (1, Decimal(200), Decimal(0)),
        (2, Decimal("50.50"), Decimal("249.50")),
    ]
    assert not found[0].late(date(2027, 1, 1)) and found[1].late(date(2026, 6, 2))
    assert not found[1].late(date(2026, 6, 1))


def test_differences_name_what_is_new_gone_and_other() -> None:
    found = differences({"a": "1", "b": "2", "c": "3"}, {"b": "2", "a": "9", "d": "4"})
    assert [(one.what, one.before, one.after) for one in found] == [("a", "1", "9"), ("d", "", "4"), ("c", "3", "")]
