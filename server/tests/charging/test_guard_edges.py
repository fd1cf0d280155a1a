"""Guards of money and of contracts on their last day, exactly at their limit, and with nothing, without a database."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal as M
from types import SimpleNamespace as Row
from typing import Any

import pytest

from tejian.charging import codes as at
from tejian.charging.charges import guards, planning
from tejian.charging.closing import process as closing
from tejian.charging.contracts import judging
from tejian.charging.fees import policies
from tejian.charging.fees.book import FeeBook, fee_row
from tejian.charging.money import days, surplus
from tejian.charging.tables import bands
from tejian.charging.tables import codes as at_tables
from tejian.charging.terms import settlement, terms
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput

ONE = timedelta(days=1)


class Stored:
    """A session that answers every question with the same rows."""

    def __init__(self, rows: list[Any]) -> None:
        self.rows = rows

    def execute(self, _query: Any) -> Any:
        return Row(all=lambda: self.rows, __iter__=lambda: iter(self.rows))

    def scalars(self, _query: Any) -> Any:
        return iter(self.rows)

    def scalar(self, _query: Any) -> Any:
        return self.rows[0] if self.rows else None


@pytest.mark.parametrize(("end", "over"), [(-1, True), (0, True), (1, False)])
def test_a_month_is_over_on_the_first_day_of_the_next(end: int, over: bool) -> None:
    subject = Row(month="2026-05", end=clock.today() + end * ONE)
    assert (closing.month_over(Row(subject=subject)) is None) is over  # type: ignore[arg-type]


@pytest.mark.parametrize(("count", "more"), [(0, None), (1, ""), (3, ""), (4, "等")])
def test_three_days_that_are_open_are_named_and_more_are_counted(count: int, more: str | None) -> None:
    rows = [(f"员{n}", "-") for n in range(count)]
    subject = Row(month="2026-05", begins=clock.today(), end=clock.today(), orgid="o")
    said = closing.days_closed(Row(db=Stored(rows), subject=subject))  # type: ignore[arg-type]
    if more is None:
        assert said is None
    else:
        named = "、".join(f"员{n}-" for n in range(min(count, 3)))
        assert said == f"2026-05有{count}日未日结（{named}{more}），不能月结"


@pytest.mark.parametrize(
    ("day", "held", "still"),
    [(0, at.OPEN_DAY, True), (0, "CLOSED", False), (0, None, False), (-1, at.OPEN_DAY, False), (1, at.OPEN_DAY, False)],
)
def test_a_till_is_open_today_until_it_is_counted(
    day: int, held: str | None, still: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(days, "_held", lambda *_: Row(step=held) if held else None)
    assert days.still_open(None, "u", clock.today() + day * ONE) is still  # type: ignore[arg-type]


def test_a_plan_ends_some_days_after_the_charge_was_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "number", lambda *_: 10)
    earlier: Any = Row(confirmed=clock.now() - 5 * ONE)
    assert planning.longest(None, earlier) == clock.today() + 5 * ONE  # type: ignore[arg-type]
    assert planning.longest(None, Row(confirmed=None)) == clock.today() + 10 * ONE  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("to", "percent", "reduction", "kind", "field"),
    [
        (1, "10", None, "01", ""),
        (None, "10", None, "01", ""),
        (0, "10", None, "01", "validto"),
        (-1, "10", None, "01", "validto"),
        (1, None, None, "01", "percent"),
        (1, "10", "5", "01", "percent"),
        (1, None, "5", "01", ""),
        (1, None, None, policies.GROUPS, ""),
    ],
)
def test_a_policy_has_one_measure_and_ends_after_it_begins(
    to: int | None, percent: str | None, reduction: str | None, kind: str, field: str
) -> None:
    today = clock.today()
    values: dict[str, Any] = {"percent": percent and M(percent), "reduction": reduction and M(reduction), "type": kind}
    values |= {"validfrom": today, "validto": None if to is None else today + to * ONE}
    if not field:
        policies.before_save(None, None, Row(), values)  # type: ignore[arg-type]
        return
    with pytest.raises(BadInput) as refused:
        policies.before_save(None, None, Row(), values)  # type: ignore[arg-type]
    assert refused.value.extra["field"] == field


@pytest.mark.parametrize("amount", ["0", "-0.01"])
def test_no_money_is_no_payment_too_much(amount: str) -> None:
    assert surplus.note(None, Row(), "P1", M(amount), None, "") is None  # type: ignore[arg-type]


def test_a_cent_is_one_unless_it_is_known_already(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, bool] = {"known": False, "voucher": False}
    monkeypatch.setattr(surplus, "known", lambda *_: known["known"] or None)
    monkeypatch.setattr(surplus.payments, "voucher_known", lambda *_: known["voucher"])
    order: Any = Row(id="1", charge_id="c", chargesysid="SF", payunitname="", orderno="", orgid="o")
    db: Any = Row(add=lambda _row: None, flush=lambda: None)
    found = surplus.note(db, order, "P1", M("0.01"), None, "")
    assert found is not None and found.amount == M("0.01")
    for name in known:
        assert surplus.note(db, order, "P1", M(1), None, "") is not None
        known[name] = True
        assert surplus.note(db, order, "P1", M(1), None, "") is None
        known[name] = False


# -- contracts ------------------------------------------------------------------------------------------------------


def test_what_was_charged_under_a_contract_is_no_more_than_the_charge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settlement, "series", lambda *_: ["1"])
    charges = [(Row(amount=M(100)), M(60)), (Row(amount=M(50)), M(60)), (Row(amount=M(60)), M(60))]
    db: Any = Row(execute=lambda _query: charges)
    assert [part for _, part in settlement.charged(db, Row())] == [60, 50, 60]  # type: ignore[arg-type]


@pytest.mark.parametrize(("effective", "counts"), [(-1, True), (0, True), (1, False)])
def test_a_contract_counts_from_the_moment_it_took_effect(
    effective: int, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terms, "_clauses", lambda *_: {})
    now, today = clock.now(), clock.today()
    own = {"id": "1", "orgid": "o", "title": "", "nature": "", "stacks": False, "validfrom": today, "validto": today}
    row = Row(**own, lastday=today, stopped=None, unitsysid="U", effective=now + timedelta(seconds=effective))
    never = Row(**own, lastday=today, stopped=None, unitsysid="U", effective=None)
    of_all = terms.terms_of_all(Stored([row, never]))  # type: ignore[arg-type]
    assert len(of_all("U", now)) == int(counts)
    assert of_all("V", now) == []


@pytest.mark.parametrize(
    ("edition", "begins", "refused"), [(2, -1, True), (2, 0, False), (2, 1, False), (1, -1, False), (1, 0, False)]
)
def test_a_change_does_not_begin_in_the_past(edition: int, begins: int, refused: bool) -> None:
    subject = Row(edition=edition, validfrom=clock.today() + begins * ONE)
    assert (judging.not_backdated(Row(subject=subject)) is not None) is refused  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("own", "day", "fits"),
    [
        ((-9, 9), 0, True),
        ((-9, 9), -1, False),
        ((-9, 9), 9, True),
        ((-9, 9), 10, False),
        ((2, 9), 2, True),
        ((2, 9), 1, False),
        ((-9, 0), 0, True),
    ],
)
def test_a_change_begins_within_its_contract_from_today_on(own: tuple[int, int], day: int, fits: bool) -> None:
    today = clock.today()
    subject = Row(validfrom=today + own[0] * ONE, validto=today + own[1] * ONE)
    d: Any = Row(subject=subject, form={"validfrom": today + day * ONE})
    assert (judging.changed_from(d) is None) is fits


@pytest.mark.parametrize(
    ("begins", "last", "beside"),
    [(-9, 0, True), (-9, 1, True), (-9, -1, False), (0, 0, True), (2, 1, False), (1, 1, True)],
)
def test_a_contract_stands_beside_another_up_to_its_last_day(begins: int, last: int, beside: bool) -> None:
    """One that was stopped before it began stood on no day."""
    today = clock.today()
    own: Any = Row(series_id="s", orgid="o", nature="应税", validfrom=today, validto=today + 9 * ONE, unitsysid="U")
    other = Row(id="1", validfrom=today + begins * ONE, lastday=today + last * ONE)
    assert bool(judging.beside(Stored([other]), own, [])) is beside  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lines", "whole", "exceeds"),
    [("40", "90", False), ("40.01", "90", True), ("50", "40", False), ("50", "40.01", True), ("50", "90", True)],
)
def test_a_contract_is_charged_up_to_its_sum(
    lines: str, whole: str, exceeds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own lines, and by no more than the charge as a whole where a relief took from that."""
    contract = Row(id="1", series_id="s", title="合同", amount=M(100))
    monkeypatch.setattr(guards, "hold", lambda *_: None)
    monkeypatch.setattr(guards, "charged", lambda *_, **__: [(None, M(60))])
    db = Row(execute=lambda _query: [("1", M(lines))], scalars=lambda _query: [contract])
    d: Any = Row(db=db, subject=Row(id="c", amount=M(whole)), batch=[])
    assert (guards.within_contract(d) is not None) is exceeds
    contract.amount = None
    assert guards.within_contract(d) is None


# -- bands ----------------------------------------------------------------------------------------------------------


def test_a_band_alone_for_its_kind_is_held_against_nobody() -> None:
    """Not even one that leaves a hole itself."""
    empty = dict.fromkeys((*at_tables.LABELS, "line_role"), "")
    one = fee_row(empty | {"equclass": "3000", "testsort": "0211", "kind_filter": "3110", "line_role": "base"})
    holed = replace(one, feecode="F1", band_expr="elefloornumber<5 or elefloornumber>9")
    other = replace(one, feecode="F2", kind_filter="3120")
    assert bands.faults([holed, other], ["3110", "3120"], FeeBook((holed, other), ())) == []
    same = replace(other, kind_filter="3110", band_expr="liftheight>3")
    found = bands.faults([holed, same], ["3110"], FeeBook((holed, same), ()))
    assert [fault.sentence for fault in found] == ["elefloornumber 在 5 与 9 之间时没有对应的档次"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("volume<=5", {"volume": {M(5)}}),
        ("volume is empty", {"volume": {None}}),
        ("kind=='3110'", {"kind": {"3110"}}),
        ("volume<=5 and length>2", {"volume": {M(5)}, "length": {M(2)}}),
        ("", {}),
    ],
)
def test_a_condition_is_asked_at_what_it_compares_with(text: str, asked: dict[str, set[Any]]) -> None:
    assert bands._compared(text) == asked


@pytest.mark.parametrize(("value", "said"), [(None, "未登记"), ("甲", "甲"), (M("5.50"), "5.5"), (M("50"), "50")])
def test_a_value_is_said(value: Any, said: str) -> None:
    assert bands._said(value) == said
