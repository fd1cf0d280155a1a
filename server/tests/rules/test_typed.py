"""What is typed is what is meant: one table of cases for server and client (web/tests/typed.test.tsx)."""

import csv
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import pytest

from tejian.kit.forms.form import Day, Form, breaks_rule, checked, matching
from tejian.kit.forms.formview import Field
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.typed import day_text, meant

with (Path(__file__).parents[3] / "web/tests/typed_cases.csv").open(encoding="utf-8", newline="") as lines:
    CASES = [(r["rule"], r["typed"], r["meant"], r["taken"] == "1") for r in csv.DictReader(lines)]


@pytest.mark.parametrize(("rule", "typed", "kept", "taken"), CASES)
def test_a_number_is_read_as_it_is_meant(rule: str, typed: str, kept: str, taken: bool) -> None:
    assert meant(rule, typed) == kept
    assert (breaks_rule(rule, kept) is None) is taken
    if taken:
        assert Field("x", "值", rule=rule).read(typed, {}) == kept
    else:
        with pytest.raises(BadInput):
            Field("x", "值", rule=rule).read(typed, {})


def test_a_call_of_plain_fields_reads_the_same() -> None:
    class Sent(Form):
        tel: Annotated[str, matching("mobileOrLandline")] = ""
        on: Day = None

    sent = checked(Sent, {"tel": "０５７４８７６５４３２１转８０２", "on": "２０２５年３月１日"})
    assert (sent.tel, sent.on) == ("0574-87654321-802", date(2025, 3, 1))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("２０２５－１１－２８", "2025-11-28"),
        ("2018/3/15", "2018-03-15"),
        ("2018.3.5", "2018-03-05"),
        ("20251128", "2025-11-28"),
        ("2025年3月1日", "2025-03-01"),
        ("2025-11-28 09:30:00", "2025-11-28"),
        ("2025-11-28T09:30", "2025-11-28"),
        ("2025-11", "2025-11"),
        ("2025-11-028", "2025-11-028"),
    ],
)
def test_a_day_in_a_usual_form(typed: str, kept: str) -> None:
    assert day_text(typed) == kept


@pytest.mark.parametrize(
    ("kind", "typed", "value"),
    [("int", "１２", 12), ("decimal", "１２．５", Decimal("12.5")), ("date", "2018/3/15", date(2018, 3, 15))],
)
def test_a_declared_field_reads_signs_of_the_chinese_keyboard(kind: str, typed: str, value: object) -> None:
    assert Field("x", "值", kind).read(typed, {}) == value


@pytest.mark.parametrize(
    ("kind", "typed"), [("int", "12万"), ("int", "1,200"), ("date", "2025-11-028"), ("date", "2025-02-30")]
)
def test_what_is_none_is_refused_and_never_changed(kind: str, typed: str) -> None:
    with pytest.raises(BadInput):
        Field("x", "值", kind).read(typed, {})
