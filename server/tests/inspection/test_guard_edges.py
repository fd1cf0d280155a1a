"""Guards and rules of inspection on the last day, at exactly so many words, and with nothing, without a database."""

from datetime import date, timedelta
from types import SimpleNamespace as Row
from typing import Any

import pytest

from tejian.archives import codes
from tejian.inspection import codes as at
from tejian.inspection.flow import declaring_guards, guards
from tejian.inspection.records import dating, stating
from tejian.inspection.rules.api import Finding
from tejian.inspection.rules.result import DateLine
from tejian.inspection.templates.outcome import GONE, ITEMS, Changed
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput

ONE = timedelta(days=1)
# which day, seen from today, is past
PAST = [(-1, True), (0, False), (1, False), (None, False)]


def day(n: int | None) -> date | None:
    return None if n is None else clock.today() + n * ONE


@pytest.mark.parametrize(("due", "past"), PAST)
def test_the_term_of_a_supplement_ends_with_its_day(due: int | None, past: bool) -> None:
    d: Any = Row(form={"supplementdue": day(due)})
    assert (declaring_guards.supplement_ahead(d) is not None) is past


def device(**more: Any) -> Any:
    own = {"equDel": False, "lacking": [], "designenddate": None, "equclass": codes.AMUSEMENT, "equstatus": "1"}
    return Row(**(own | more))


@pytest.mark.parametrize(("end", "past"), PAST)
def test_a_ride_is_declared_until_the_last_day_of_its_design_life(end: int | None, past: bool) -> None:
    ride = device(designenddate=day(end))
    said = declaring_guards.not_declarable(ride, at.PERIODIC)
    assert (said == f"已达到设计使用年限（{day(end)}），不再受理定期检验") is past
    assert (said is None) is not past
    assert declaring_guards.not_declarable(ride, at.SUPERVISED) is None
    assert declaring_guards.not_declarable(device(designenddate=day(end), equclass=codes.LIFT), at.PERIODIC) is None


@pytest.mark.parametrize(
    ("status", "sort", "said"),
    [
        ("1", at.PERIODIC, None),
        (codes.STOPPED, at.PERIODIC, None),
        (codes.OFF[0], at.PERIODIC, "设备不在用，不能申报定期检验"),
        (codes.OFF[0], at.SUPERVISED, "设备已报废、拆除、迁出或注销，不能申报"),
        ("0", at.PERIODIC, "设备不在用，不能申报定期检验"),
        ("0", at.SUPERVISED, None),
    ],
)
def test_a_device_is_declared_by_its_state(status: str, sort: str, said: str | None) -> None:
    assert declaring_guards.not_declarable(device(equstatus=status), sort) == said


@pytest.mark.parametrize(("nextcal", "past"), [(-1, True), (0, False), (1, False), (None, True)])
def test_an_instrument_is_used_until_the_day_of_its_calibration(nextcal: int | None, past: bool) -> None:
    row = Row(id="1", name="千分尺", instno="X1", status=next(iter(guards.USABLE)), nextcal=day(nextcal))
    db: Any = Row(execute=lambda _query: [row])
    assert (guards.refuse_instruments(db, "o", ["1"], clock.today()) is not None) is past
    assert guards.refuse_instruments(db, "o", [], clock.today()) == "请选择工具箱，或单独选择仪器"
    assert guards.refuse_instruments(db, "o", ["1", "2"], clock.today()) is not None


def found(monkeypatch: pytest.MonkeyPatch, count: int, *, refuses: bool) -> None:
    monkeypatch.setattr(guards, "record_of", lambda _d: Row())
    findings = [Finding("error", "", f"问题{n}") for n in range(count)]
    examined = Row(judgement=Row(items=[]))
    monkeypatch.setattr(guards, "examined_of", lambda *_: examined)
    monkeypatch.setattr(guards, "found_of", lambda *_: findings)
    monkeypatch.setattr(guards.records, "refuses", lambda _f: refuses)


@pytest.mark.parametrize(("count", "opinion", "held"), [(1, "同意发", True), (1, "同意放行", False), (0, "", False)])
def test_an_agreement_to_findings_has_four_characters(
    count: int, opinion: str, held: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(monkeypatch, count, refuses=False)
    d: Any = Row(subject=Row(seisn="S"), opinion=opinion)
    assert (guards.findings_answered(d) is not None) is held


@pytest.mark.parametrize(("count", "said"), [(0, None), (1, ""), (3, ""), (4, " 等4处")])
def test_three_findings_are_said_and_more_are_counted(
    count: int, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(monkeypatch, count, refuses=True)
    words = "；".join(f"问题{n}" for n in range(min(count, 3)))
    expected = None if said is None else words + said
    assert guards.checks_hold(Row()) == guards.record_complete(Row()) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reason", "taken"),
    [
        ("字" * stating.LEAST, True),
        ("字" * (stating.LEAST - 1), False),
        ("字" * stating.MOST, True),
        ("字" * (stating.MOST + 1), False),
    ],
)
def test_a_correction_says_why_in_so_many_words(reason: str, taken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    field = Row(label="层站", type="int", read=lambda value, _words: value)
    monkeypatch.setattr(stating, "_fields", lambda *_: {"floors": field})
    monkeypatch.setattr(stating, "version", lambda *_: 1)
    monkeypatch.setattr(stating.dictionary, "words", lambda *_: {})
    monkeypatch.setattr(stating, "device_of", lambda *_: None)
    record: Any = Row(corrections={}, equipment={"floors": "5"})

    def write(value: str) -> None:
        stating.write_found(None, Row(), record, {"floors": Row(value=value, reason=f" {reason} ")})  # type: ignore[arg-type,dict-item]

    if taken:
        write("6")
        assert record.corrections == {"floors": {"value": "6", "reason": reason}}
    else:
        with pytest.raises(BadInput):
            write("6")
    with pytest.raises(BadInput):
        write("5")


@pytest.mark.parametrize(
    ("archive", "found_fee", "each", "label"),
    [
        (None, 5, [5, 5], ""),
        (5, None, [5, 5], ""),
        (5, 5, [5, 5], ""),
        (5, 6, [6, 5], "A"),
        (5, 7, [6, 6], "A、B"),
        (5, 6, [5, 5], "A、B"),
    ],
)
def test_what_costs_otherwise_is_named_by_what_makes_it(
    archive: Any, found_fee: Any, each: Any, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stating, "fees_of", lambda *_: [archive, found_fee, *each])
    monkeypatch.setattr(stating, "fields_of", lambda *_: {"a": Row(label="A"), "b": Row(label="B")})
    record: Any = Row(corrections={"a": {"value": "1"}, "b": {"value": "2"}})
    said = list(stating.charged_otherwise(None, Row(equclass="", equclacode=""), record))  # type: ignore[arg-type]
    assert "".join(one["label"] for one in said) == label


def test_a_project_is_due_with_its_first_line_or_lacks_what_one_lacks() -> None:
    def line(due: date | None) -> DateLine:
        return DateLine("ninspdate", "", due, None, "R", "", due, 12, "day", ("a", "b"), due)

    today = clock.today()
    lines = [("L1", line(today + ONE)), ("L2", line(today)), ("L3", line(today + 2 * ONE))]
    chosen = dating._earliest(lines)
    assert chosen is not None and (chosen.value, chosen.steps) == (today, ("a", "管线 L2：b"))
    lacking = dating._earliest([*lines, ("L4", line(None))])
    assert lacking is not None and lacking.steps[-1] == "管线 L4：b"
    assert dating._earliest([]) is None


@pytest.mark.parametrize(
    ("table", "kind", "cell", "before", "key", "loosens"),
    [
        (ITEMS, GONE, "", "", "Y", True),
        (ITEMS, GONE, "", "", "N", False),
        (ITEMS, "changed", "key_item", "Y", "N", True),
        (ITEMS, "changed", "key_item", "N", "Y", False),
        (ITEMS, "changed", "content", "Y", "Y", False),
        ("other", GONE, "", "", "Y", False),
    ],
)
def test_a_template_is_loosened_where_a_key_item_goes(
    table: str, kind: str, cell: str, before: str, key: str, loosens: bool
) -> None:
    one: Any = Row(part=Row(table=table), kind=kind, cell=cell, before=before, row=Row(data={"key_item": key}))
    assert Changed.loosens.fget(one) is loosens  # type: ignore[attr-defined]
