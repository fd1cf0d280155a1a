"""The close of a day and of a month: what was counted and signed for takes no more money."""

import hashlib
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import insert, select

from tejian.charging.models.charges import CashDay, CashMonth, ChargeEntry
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.kit.lists.listview import LISTS
from tejian.system.models.accounts import SysUser
from tejian.watch.chain import heads
from tests.walks.conftest import with_rights

from .conftest import CALLS, COUNT, Cash

DAY, MONTH = "/api/chamain/cashDay", "/api/chamain/cashMonth"
LOCKED = "当日不能再登记、冲减收付款，请在下一个未日结的工作日办理"


def test_a_day_opens_with_its_first_money_and_says_what_came_in_by_each_means(cash: Cash) -> None:
    charge = cash.confirmed()
    assert not cash.office.db.scalars(select(CashDay)).all()  # who confirms takes no money
    cash.receive(charge, Decimal(100))
    cash.receive(charge, Decimal(50), way="pos", ref="POS-1")
    cash.receive(charge, Decimal("10.5"), way="transfer", ref="TT-1")
    day = cash.day()
    page = cash.office.good("shoufei", f"{DAY}/record", id=day.id)
    told = {one["label"]: one["text"] for one in page["facts"]}
    assert (told["应有现金"], told["刷卡"], told["转账"]) == ("100.00 元", "50.00 元", "10.50 元")
    entries = next(part for part in page["parts"] if part["key"] == "entries")
    listed = cash.office.good("shoufei", "/api/chamain/entry/findList", **entries["fixed"])
    assert listed["count"] == 3
    day = cash.closed()
    assert (day.step, day.cash, day.counted, day.difference, day.entrycount) == ("CLOSED", 100, 100, 0, 3)
    assert (day.counts["100"], day.closedby) == (1, cash.office.user("shoufei").name)


def test_entries_of_other_institutes_are_not_listed(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(100))
    row = {"charge_id": charge.id, "kind": "paid", "amount": Decimal(5), "way": "cash", "ref": "", "note": ""}
    row |= {"id": new_id(), "at": clock.now(), "day": clock.today(), "userid": "x", "username": "x"}
    cash.office.db.execute(insert(ChargeEntry), [row | {"orgid": "elsewhere"}])
    cash.office.db.commit()
    listed = cash.office.good("caiwu", "/api/chamain/entry/findList")["list"]
    assert {(one["kind"], one["amount"]) for one in listed} == {("paid", "100.00"), ("due", f"{charge.amount:.2f}")}


def test_a_closed_day_takes_no_more_money_and_the_next_one_does(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(100))
    cash.closed()
    name = cash.office.user("shoufei").name
    form = {"amount": "1", "way": "cash"}
    said = cash.refused("shoufei", f"{CALLS}/modifyPayresult", ids=charge.id, **form)
    assert said == f"{name}{clock.today()}已日结，{LOCKED}"
    said = cash.refused("shoufei", f"{CALLS}/modifyPayresult", ids=charge.id, amount="1", way="pos", ref="P9")
    assert LOCKED in said
    with clock.at(clock.now() + timedelta(days=1)):
        cash.receive(charge, Decimal(1))
        assert (cash.day().step, cash.charge(charge.id).received) == ("OPEN", 101)


def test_another_may_go_on_when_one_has_closed(cash: Cash) -> None:
    charge = cash.paid()
    cash.closed()
    said = cash.refund(charge, "10", login="caiwu")
    assert said["isSuccess"], said["errorMsg"]
    assert cash.day("caiwu").step == "OPEN"
    page = cash.office.good("caiwu", f"{DAY}/record", id=cash.day("caiwu").id)
    assert {one["label"]: one["text"] for one in page["facts"]}["应有现金"] == "-10.00 元"


def test_a_small_difference_needs_a_reason_and_a_big_one_a_second_person(cash: Cash) -> None:
    cash.receive(cash.confirmed(), Decimal(100))
    day = cash.day()
    said = cash.refused("shoufei", COUNT, ids=day.id, **cash.count(Decimal(95)))
    assert said == "实点现金与应有现金相差-5.00元，请写明原因"
    day = cash.closed(off=Decimal(-11), reason="找零差错")
    assert (day.step, day.difference, day.reason) == ("REVIEW", Decimal("-11.00"), "找零差错")
    charge = cash.office.db.scalars(select(ChargeEntry.charge_id).where(ChargeEntry.kind == "paid")).one()
    assert LOCKED in cash.refused("shoufei", f"{CALLS}/modifyPayresult", ids=charge, amount="1", way="cash")
    cash.office.actors.users["shoufei"] = with_review(cash.office.user("shoufei"))
    assert cash.refused("shoufei", f"{DAY}/review", ids=day.id) == "自己的日结差额须由他人复核"
    cash.office.good("caiwu", f"{DAY}/recount", ids=day.id, reason="请再点一次")
    assert cash.day().step == "OPEN"
    day = cash.closed(off=Decimal("0.5"), reason="多收五角")
    assert (day.step, day.difference) == ("CLOSED", Decimal("0.50"))


def with_review(user: Any) -> Any:
    return replace(user, permissions=user.permissions | {"charge:close:review"})


def test_a_difference_above_the_limit_is_closed_by_who_looked_at_it(cash: Cash) -> None:
    cash.receive(cash.confirmed(), Decimal(100))
    day = cash.closed(off=Decimal(20), reason="缴款人多付，待退")
    cash.office.good("caiwu", f"{DAY}/review", ids=day.id, opinion="已核")
    day = cash.day()
    assert (day.step, day.reviewby) == ("CLOSED", cash.office.user("caiwu").name)


@pytest.mark.parametrize(
    ("off", "step"),
    [("10", "CLOSED"), ("-10", "CLOSED"), ("10.1", "REVIEW"), ("-10.1", "REVIEW")],
)
def test_a_difference_of_exactly_the_limit_waits_for_nobody(cash: Cash, off: str, step: str) -> None:
    cash.receive(cash.confirmed(), Decimal(100))
    assert cash.closed(off=Decimal(off), reason="找零差错").step == step


@pytest.mark.parametrize("notes", [{"n100": "-1"}, {"n100": "1.5"}, {"n50": "NaN"}, {"n1": "100001"}, {"n01": "一"}])
def test_no_number_of_notes_that_is_none(cash: Cash, notes: dict[str, str]) -> None:
    cash.receive(cash.confirmed(), Decimal(100))
    cash.refused("shoufei", COUNT, ids=cash.day().id, **notes, reason="差额")
    assert cash.day().step == "OPEN"


def test_only_the_cashier_closes_her_day_and_nobody_without_the_right(cash: Cash) -> None:
    cash.receive(cash.confirmed(), Decimal(100))
    day = cash.day()
    assert cash.refused("caiwu", COUNT, ids=day.id, n100="1") == "只能日结自己的收款"
    assert "没有此操作的权限" in cash.refused("yewu", COUNT, ids=day.id, n100="1")
    assert cash.office.good("audadmin", f"{DAY}/findList")["count"] == 1  # the auditor reads
    assert "没有此操作的权限" in cash.refused("audadmin", COUNT, ids=day.id, n100="1")
    assert "没有此操作的权限" in cash.office.refused("qiye", f"{DAY}/findList")


STAND_IN = f"{DAY}/standIn"


def days_ago(cash: Cash, days: int) -> Any:
    """The day of a cashier that stands open for so many days."""
    with clock.at(clock.now() - timedelta(days=days)):
        cash.receive(cash.confirmed(), Decimal(100))
        return cash.day()


def now_of(cash: Cash, day: CashDay) -> CashDay:
    cash.office.db.refresh(day)
    return day


def test_who_stays_away_keeps_no_day_open_for_ever(cash: Cash) -> None:
    day = days_ago(cash, 3)
    why = {"reason": "收费员休长假，代为盘点"}
    assert cash.refused("caiwu", STAND_IN, ids=day.id, **cash.count(Decimal(100))) == "代盘原因：必填"
    cash.office.good("caiwu", STAND_IN, ids=day.id, **cash.count(Decimal(100)), **why)
    day = now_of(cash, day)
    assert (day.step, day.closedby, day.countedby, day.reason) == (
        *("CLOSED", cash.office.user("caiwu").name, cash.office.user("caiwu").id),
        why["reason"],
    )


def test_a_day_that_is_not_so_old_is_its_cashiers_unless_he_has_left(cash: Cash) -> None:
    day = days_ago(cash, 2)
    form = {"ids": day.id, **cash.count(Decimal(100)), "reason": "代为盘点"}
    said = f"{day.username}{day.day}的收款满3日或其账户停用后，才能由他人代为盘点"
    assert cash.refused("caiwu", STAND_IN, **form) == said
    assert now_of(cash, day).step == "OPEN"
    cash.office.db.get_one(SysUser, day.userid).enabled = False
    cash.office.db.commit()
    cash.office.good("caiwu", STAND_IN, **form)
    assert now_of(cash, day).step == "CLOSED"


def test_who_stood_in_does_not_agree_to_what_he_found(cash: Cash) -> None:
    day = days_ago(cash, 5)
    cash.office.good("caiwu", STAND_IN, ids=day.id, **cash.count(Decimal(60)), reason="收费员离职，少四十元")
    assert (now_of(cash, day).step, now_of(cash, day).difference) == ("REVIEW", Decimal("-40.00"))
    assert cash.refused("caiwu", f"{DAY}/review", ids=day.id) == "自己的日结差额须由他人复核"
    assert now_of(cash, day).step == "REVIEW"


def earlier(cash: Cash, months: int = 1) -> Any:
    """A moment in an earlier month, in office hours."""
    return clock.at(clock.now() - timedelta(days=31 * months))


def test_days_are_closed_in_their_order_and_a_month_after_all_its_days(cash: Cash) -> None:
    charge = cash.confirmed()
    with earlier(cash):
        cash.receive(charge, Decimal(100))
        before = cash.day()
    cash.receive(charge, Decimal(50))
    said = cash.refused("shoufei", COUNT, ids=cash.day().id, **cash.count(Decimal(50)))
    assert said == f"{before.username}{before.day}尚未日结，请先办理"
    months = {one.month: one for one in cash.office.db.scalars(select(CashMonth))}
    old, now = months[f"{before.day:%Y-%m}"], months[f"{clock.today():%Y-%m}"]
    said = cash.refused("caiwu", f"{MONTH}/close", ids=old.id)
    assert said == f"{old.month}有1日未日结（{before.username}{before.day}），不能月结"
    assert cash.refused("caiwu", f"{MONTH}/close", ids=now.id).startswith(f"{now.month}尚未结束，不能月结")
    cash.office.good("shoufei", COUNT, ids=before.id, n100="1")
    assert "没有此操作的权限" in cash.refused("shoufei", f"{MONTH}/close", ids=old.id)
    cash.office.good("caiwu", f"{MONTH}/close", ids=old.id)
    cash.office.db.refresh(old)
    assert (old.step, old.cash, old.daycount, old.entrycount) == ("CLOSED", 100, 1, 1)
    cash.closed()
    assert cash.office.good("caiwu", f"{MONTH}/findList")["count"] == 2


def test_a_day_of_two_thousand_entries_is_closed_at_once(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.receive(charge, Decimal(1))
    me, db = cash.office.user("shoufei"), cash.office.db
    row = {"charge_id": charge.id, "kind": "paid", "amount": Decimal("0.10"), "way": "cash", "ref": "", "note": ""}
    row |= {"at": clock.now(), "day": clock.today(), "userid": me.id, "username": me.name}
    db.execute(insert(ChargeEntry), [row | {"id": new_id()} for _ in range(1999)])
    db.commit()
    day = cash.closed()
    assert (day.step, day.entrycount, day.cash) == ("CLOSED", 2000, Decimal("200.90"))


def test_a_sheet_of_a_counted_day_is_printed_and_none_of_an_open_one(
    cash: Cash, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads, "folder", lambda: tmp_path)
    (tmp_path / "hours").mkdir()
    (tmp_path / "hours" / "2026-06-02T17.json").write_text("signed")
    cash.receive(cash.confirmed(), Decimal(100))
    print_ = {"printType": "FZRJB", "ids": cash.day().id}
    said = cash.refused("shoufei", "/api/common/commonPrint", **print_)
    assert said.endswith("尚未日结，不能打印日结单")
    cash.closed()
    cash.office.call.user = cash.office.user("shoufei")
    paper = cash.office.call.client.post("/api/common/commonPrint", data=print_)
    words = "".join(PdfReader(BytesIO(paper.content)).pages[0].extract_text().split())
    digest = hashlib.sha256(b"signed").hexdigest()
    assert f"日志封存链头2026-06-02T17.json{digest}" in words


def test_a_day_or_a_month_that_is_over_is_not_offered_to_be_handled() -> None:
    for no, steps in (
        ("cha_day_list", ("OPEN", "REVIEW")),
        ("cha_day_own_list", ("OPEN", "REVIEW")),
        ("cha_month_list", ("MONTH",)),
    ):
        (handled,) = [one for one in LISTS[no].actions if one.label == "办理"]
        assert handled.when == {"step": steps}, no


def test_who_has_counted_his_till_confirms_and_voids_as_before(cash: Cash) -> None:
    first, other = cash.items(2)
    paid, made = (
        cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": one.id}])[0]["id"] for one in (first, other)
    )
    for key in (paid, made):
        cash.office.good("shoufei", f"{CALLS}/commit", ids=key)
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=paid, status="2")
    cash.receive(cash.charge(paid), Decimal(100))
    assert cash.refund(cash.charge(paid), "10", login="caiwu")["isSuccess"]
    day = cash.day("caiwu")
    cash.office.good("caiwu", COUNT, ids=day.id, **cash.count(Decimal(0)) | {"reason": "退费垫付，明日归还"})
    assert cash.day("caiwu").step != "OPEN"
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=made, status="2")
    cash.office.good("caiwu", f"{CALLS}/modifyStatus", ids=made, status="7", reason="重复登记")
    assert cash.charge(made).step == "VOID"


def test_nobody_who_closes_no_days_takes_money_at_the_counter(cash: Cash) -> None:
    charge = cash.confirmed()
    cash.office.actors.users["shoufei"] = with_rights(cash.office.user("shoufei"), "charge:close:day")
    before = cash.counts()
    said = cash.refused("shoufei", f"{CALLS}/modifyPayresult", ids=charge.id, amount="1", way="cash")
    assert said == f"{cash.office.user('shoufei').name}没有日结的权限，不能收付款"
    assert cash.counts() == before
