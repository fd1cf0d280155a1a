"""Fee lines: the worked examples, missing values, references, choices, surcharges on the item and reliefs."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tejian.charging.fees.book import BASE, FeeBook, fee_book, on_day
from tejian.charging.fees.facts import names_read
from tejian.charging.fees.rules import FeeLine, fee_choices, fee_lines, fee_total, item_lines, missing_text, money
from tejian.charging.fees.totals import (
    ItemFees,
    Relief,
    charge_total,
    check_relief,
    counted,
    group_discount,
    item_rule_lines,
)
from tejian.inspection.rules.expr import names_in
from tejian.inspection.rules.seisort import SeisortRule
from tejian.system.rules.api import bounded

Rows = Callable[[str], list[dict[str, str]]]
CRANE = {"equclacode": "4130", "ratedliftcap": "32", "span": "25.5", "moltenmetal": "0"}
CRANE |= {"doubletrolley": "0", "doublecabin": "0", "sling": "01"}
VESSEL = {"equclacode": "2130", "equsubkind": "21305", "volume": "30", "vesselclass": "III", "mediumgroup": "1"}


@pytest.fixture(scope="module")
def fees(rows: Rows) -> FeeBook:
    labels = {row["field"]: row["label_zh"] for row in rows("equipment_fields")}
    return fee_book(rows("fees"), rows("fee_names"), labels)


def amounts(lines: list[FeeLine]) -> list[tuple[str, str]]:
    return [(line.feecode, str(line.amount)) for line in lines]


@pytest.mark.parametrize(
    ("facts", "testsort", "options", "lines", "total"),
    [
        ({"equclacode": "1100", "ratedevap": "4", "ratedevapunit": "01", "watervol": "4000", "ratedpress": "1.25"}, "0201", [],  # noqa: E501
         [("F0016", "350.00"), ("F0017", "80.00")], "430.00"),
        ({"equclacode": "1200", "ratedevap": "0.7", "ratedevapunit": "MW"}, "0203", [], [("F0045", "200.00")], "200.00"),  # noqa: E501
        (VESSEL, "0205", [], [("F0058", "700.00"), ("F0063", "210.00"), ("F0064", "210.00")], "1120.00"),
        ({"equclacode": "3110", "elefloornumber": "18"}, "0211", [], [("F0094", "660.00")], "660.00"),
        (CRANE, "0211", ["F0128"],
         [("F0109", "550.00"), ("F0128", "275.00"), ("F0112", "55.00"), ("F0127", "165.00")], "1045.00"),
        ({"equclacode": "8310", "nominaldia": "100", "pipelength": "80"}, "0212", [], [("F0145", "200.00")], "200.00"),
        ({"equclacode": "8310", "nominaldia": "200", "pipelength": "150"}, "0212", [], [("F0147", "390.00")], "390.00"),
        ({"equclacode": "5110", "ratedloadcap": "2500"}, "0601", [], [("F0135", "216.00")], "216.00"),
    ],
)  # fmt: skip
def test_worked_examples(
    facts: dict[str, str], testsort: str, options: list[str], lines: list[tuple[str, str]], total: str, fees: FeeBook
) -> None:
    found = fee_lines(facts, testsort, fees, options=options)
    assert amounts(found) == lines
    assert fee_total(found) == Decimal(total)


@pytest.mark.parametrize(
    ("facts", "testsort", "lines"),
    [
        ({"equclacode": "3110", "elefloornumber": "5"}, "0211", [("F0093", "400.00")]),
        ({"equclacode": "3110", "elefloornumber": "60"}, "0211", [("F0094", "1200.00")]),
        ({"equclacode": "3410", "elefloornumber": "5"}, "0211", [("F0093", "400.00"), ("F0106", "120.00")]),
        ({"equclacode": "3310", "liftheight": "6"}, "0211", [("F0096", "500.00")]),
        ({"equclacode": "3310", "liftheight": "8.5"}, "0211", [("F0097", "625.00")]),
        ({"equclacode": "3320", "usesectionlen": "45"}, "0211", [("F0166", "650.00")]),
        ({"equclacode": "3430"}, "0211", [("F0098", "200.00")]),
        ({"equclacode": "3110", "equprice": "100000", "consprice": "20000"}, "0102", [("F0099", "1000.00")]),
        ({"equclacode": "1100", "watervol": "45", "ratedpress": "0.4", "ratedevap": "0.3", "ratedevapunit": "01"}, "0202",  # noqa: E501
         [("F0001", "45.00"), ("F0002", "10.00")]),
        ({"equclacode": "1100", "heatarea": "90", "watervol": "900", "ratedpress": "1"}, "0202",
         [("F0016", "350.00"), ("F0017", "80.00")]),
        ({"equclacode": "2130", "equsubkind": "21301", "volume": "1000", "vesselclass": "III", "mediumgroup": "2"}, "0205",  # noqa: E501
         [("F0062", "6000.00"), ("F0063", "1800.00")]),
        ({"equclacode": "2230", "tubenum": "10", "tubevolume": "2.2"}, "0209", [("F0074", "1800.00")]),
        ({"equclacode": "23T0", "cylkind": "09", "cylnum": "2"}, "0210", [("F0081", "520.00")]),
        ({"equclacode": "4D00", "bernum": "8"}, "0211", [("F0123", "300.00")]),
        ({"equclacode": "7310", "nominaldia": "65"}, "0402", [("F0161", "180.00")]),
        ({"equclacode": "8110", "pipelength": "12500"}, "0214", [("F0152", "37500.00")]),
        ({"equclacode": "9110", "ropewaylen": "3000"}, "0215", [("F0163", "9000.00")]),
        ({"equclacode": "5200", "traincarnum": ""}, "0211", [("F0133", "260.00")]),
        ({"equclacode": "6200", "amuslevel": "A", "imptype": "2"}, "0211", [("F0137", "3000.00"), ("F0140", "1500.00")]),  # noqa: E501
    ],
)  # fmt: skip
def test_other_rows(facts: dict[str, str], testsort: str, lines: list[tuple[str, str]], fees: FeeBook) -> None:
    assert amounts(fee_lines(facts, testsort, fees)) == lines


def test_features_of_cranes_count_each(fees: FeeBook) -> None:
    crane = {**CRANE, "equclacode": "4110", "span": "20", "doubletrolley": "1", "sling": "02"}
    assert amounts(fee_lines(crane, "0211", fees)) == [("F0109", "550.00"), ("F0126", "220.00")]


def test_reinspection_costs_half_of_what_it_repeats(fees: FeeBook) -> None:
    lift = {"equclacode": "3110", "elefloornumber": "18"}
    assert amounts(fee_lines(lift, "1501", fees, mothersort="0211")) == [("F0101", "330.00")]
    unknown = fee_lines(lift, "1501", fees)
    assert unknown[0].amount is None
    assert missing_text(unknown) == "缺少参数：参照项目费用"


def test_missing_fields_are_named_once_and_never_zero(fees: FeeBook) -> None:
    lift = fee_lines({"equclacode": "3110"}, "0211", fees)
    assert [(line.amount, line.missing) for line in lift] == [(None, ("层数",))]
    assert fee_total(lift) is None
    assert missing_text(lift) == "缺少参数：层数"
    boiler = fee_lines({"equclacode": "1200"}, "0203", fees)
    assert missing_text(boiler).startswith("缺少参数：")
    assert len(boiler) == 1
    assert "额定蒸发量" in missing_text(boiler) or "受热面积" in missing_text(boiler)
    assert missing_text(fee_lines({"equclacode": "1200", "ratedevap": "2"}, "0203", fees)) == "缺少参数：额定出力单位"


@pytest.mark.parametrize(
    ("calc", "said"),
    [
        ("max(4000,1.5*ropewaylen)", "1.5*ropewaylen，不低于 4000"),
        ("min(5000,max(300,30*bernum))", "30*bernum，不低于 300，不超过 5000"),
        ("max(500,(equprice+consprice)*0.8/100)", "(equprice+consprice)*0.8/100，不低于 500"),
        ("max(base,100)", "max(base,100)"),
        ("max(1,2)+max(3,4)", "max(1,2)+max(3,4)"),
        ("max(1,a,b)", "max(1,a,b)"),
    ],
)
def test_a_formula_within_a_number_is_a_sentence(calc: str, said: str) -> None:
    assert bounded(calc) == said


def test_each_line_explains_itself(fees: FeeBook) -> None:
    line = fee_lines({"equclacode": "3110", "elefloornumber": "18"}, "0211", fees)[0]
    assert line.explanation == "400+20×(层数-5)，不超过 1200；层数 = 18；得 660.00 元"
    assert line.source
    assert (line.nature, line.role, line.unit) == ("非税", BASE, "元/台")


def test_options_and_quantities_are_offered_and_taken_when_chosen(fees: FeeBook) -> None:
    vessel = {"equclacode": "2150", "volume": "3"}
    assert {row.feecode for row in fee_choices(vessel, "0302", fees)} >= {"F0085", "F0089"}
    assert fee_lines(vessel, "0302", fees) == []
    assert fee_total([]) is None
    typed = {"F0085": Decimal(12), "F0089": Decimal(30)}
    assert amounts(fee_lines(vessel, "0302", fees, quantities=typed)) == [("F0085", "420.00"), ("F0089", "150.00")]
    assert amounts(fee_lines({"equclacode": "3110"}, "0305", fees)) == [("F0102", "150.00")]


def test_item_rules_add_up_for_taxed_items_only(fees: FeeBook) -> None:
    lines = fee_lines({"equclacode": "3110", "elefloornumber": "20"}, "0701", fees)
    assert fee_total(lines) == 800
    more = item_rule_lines(lines, fees, urgent=True, holiday=True, hazard=True)
    assert [(line.feecode, str(line.amount), line.nature) for line in more] == [
        ("R169", "240.00", "应税"),
        ("R168", "240.00", "应税"),
        ("R167", "160.00", "应税"),
    ]
    statutory = fee_lines({"equclacode": "3110", "elefloornumber": "20"}, "0211", fees)
    assert item_rule_lines(statutory, fees, urgent=True) == []
    assert item_rule_lines(statutory, fees, hazard=True) == []


def test_what_is_read_of_a_device_names_the_field_that_says_how_many(fees: FeeBook) -> None:
    """Two batches of cylinders that differ in their number alone are not alike."""
    assert {"cylkind", "cylnum"} <= names_read(fees, "2000", {"0210"})
    batch = {"equclacode": "2310", "cylkind": "01"}
    [line] = fee_lines({**batch, "cylnum": "4"}, "0210", fees)
    assert (line.feecode, line.amount) == ("F0077", Decimal("140.00"))
    [line] = fee_lines(batch, "0210", fees)
    assert line.amount is None and len(line.missing) == 1


def test_an_option_that_stands_instead_of_the_whole_and_one_that_is_counted(fees: FeeBook) -> None:
    boiler = {"equclacode": "1200", "ratedevap": "4", "ratedevapunit": "01", "equprice": "10000"}
    assert amounts(fee_lines(boiler, "0101", fees, options=["F0044"])) == [("F0044", "70.00")]
    counted_one = fee_lines(boiler, "0201", fees, quantities={"F0018": Decimal(2)})
    assert ("F0018", "140.00") in amounts(counted_one)


def test_what_a_fee_says_of_others_stands_in_columns_and_not_in_its_note(rows: Rows) -> None:
    """Notes are for people: without them, or with others, the same is charged."""
    boiler = {"equclacode": "1200", "ratedevap": "4", "ratedevapunit": "01", "equprice": "10000"}
    for note in ("", "代替整台锅炉一项，不与 F0044 同收"):
        book = fee_book([row | {"note": note} for row in rows("fees")], rows("fee_names"), {})
        assert amounts(fee_lines(boiler, "0101", book, options=["F0044"])) == [("F0044", "70.00")]
        lift = fee_lines({"equclacode": "3410", "elefloornumber": "5"}, "0211", book)
        taxed = [replace(line, nature="应税") for line in lift]
        assert [line.feecode for line in taxed] == ["F0093", "F0106"]
        assert item_rule_lines(taxed, book, hazard=True) == []
        assert [one.feecode for one in item_rule_lines(taxed[:1], book, hazard=True)] == ["R169"]
    book = fee_book([row | {"instead": "", "excludes": ""} for row in rows("fees")], rows("fee_names"), {})
    assert "F0044" in {line.feecode for line in fee_lines(boiler, "0101", book, options=["F0044"])}
    assert len(fee_lines(boiler, "0101", book, options=["F0044"])) > 1
    assert [one.feecode for one in item_rule_lines(taxed, book, hazard=True)] == ["R169"]


def test_every_code_that_a_fee_names_is_a_row_of_its_kind(rows: Rows) -> None:
    book = fee_book(rows("fees"), rows("fee_names"), {})
    roles = {row.feecode: row.role for row in book.rows}
    assert {row.feecode for row in book.rows if row.instead} == {"F0044"}
    assert {row.feecode for row in book.rows if row.excludes} == {"R169"}
    assert {roles[code] for row in book.rows for code in row.instead} == {BASE}
    beside = [set(row.testsorts) for row in book.rows if row.feecode in book.rows[43].instead]
    assert book.rows[43].feecode == "F0044" and all(sorts & {"0101"} for sorts in beside)


def test_group_discount_is_one_negative_line(fees: FeeBook) -> None:
    line = group_discount(Decimal("1234.55"), 2, "应税", fees)
    assert line is not None
    assert line.amount == Decimal("-123.46")
    assert group_discount(Decimal("1000"), 1, "应税", fees) is None
    assert group_discount(Decimal("1000"), 5, "非税", fees) is None


HALF = Relief("保障性住房减半", "甬价费〔2020〕1号", frozenset({"1"}), percent=Decimal(50), type="01")
TENTH = Relief("减负下浮", "甬政发〔2021〕2号", frozenset({"1", "2"}), percent=Decimal(10), type="05")


def test_the_better_relief_counts_for_each_item() -> None:
    found = counted({"1": Decimal(100), "2": Decimal(80)}, [TENTH, HALF])
    assert found == {HALF: {"1": Decimal(100)}, TENTH: {"2": Decimal(80)}}
    both = replace(TENTH, stacks=True)
    for order in ([HALF, both], [both, HALF]):  # in whichever order the policies were written
        assert counted({"1": Decimal(100)}, order) == {HALF: {"1": Decimal(100)}, both: {"1": Decimal(50)}}


@pytest.mark.parametrize(
    "wrong", [{"document": " "}, {"percent": Decimal(101)}, {"percent": None}, {"amount": Decimal(5)}]
)
def test_a_relief_needs_a_document_and_one_sensible_measure(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="文件依据"):
        check_relief(replace(HALF, **wrong))  # type: ignore[arg-type]


def test_sums_may_be_whole_yuan_and_channels_are_kept_apart(fees: FeeBook) -> None:
    lines = fee_lines({"equclacode": "3110", "elefloornumber": "18"}, "0211", fees)
    lines += fee_lines({"equclacode": "3110", "elefloornumber": "18"}, "0701", fees)
    item = ItemFees("1", lines)
    assert (item.total("非税"), item.total("应税")) == (660, 760)
    assert charge_total([Decimal("660.50")], round_yuan=True) == Decimal("661.00")
    assert charge_total([Decimal(100), Decimal("-100.01")]) == 0
    assert money(Decimal("0.125")) == Decimal("0.13")


def test_a_project_pays_for_every_pipeline(fees: FeeBook) -> None:
    pipes = [{"pipeno": "A", "nominaldia": 100, "pipelength": 80}, {"pipeno": "B", "nominaldia": 200}]
    lines = item_lines({"equclacode": "8310"}, pipes, "0212", fees)
    assert [(line.about, line.feecode, line.amount) for line in lines[:1]] == [("A", "F0145", Decimal("200.00"))]
    assert missing_text(lines) == "缺少参数：管道长度"


def test_a_row_that_ended_counts_for_the_days_before(fees: FeeBook) -> None:
    row = next(row for row in fees.rows if row.feecode == "F0098")
    ended = replace(row, validto=date(2026, 1, 1))
    book = replace(fees, rows=(ended, replace(row, calc="260", validfrom=date(2026, 1, 1))))
    assert fee_total(fee_lines({"equclacode": "3430"}, "0211", on_day(book, date(2025, 12, 31)))) == 200
    line = fee_lines({"equclacode": "3430"}, "0211", on_day(book, date(2026, 1, 1)))[0]
    assert (line.amount, line.since, line.formula) == (Decimal(260), date(2026, 1, 1), "260")


def test_the_version_of_the_day_counts(fees: FeeBook) -> None:
    row = next(row for row in fees.rows if row.feecode == "F0098")
    book = replace(fees, rows=(*fees.rows, replace(row, calc="260", validfrom=date(2026, 1, 1))))
    dumbwaiter = {"equclacode": "3430"}
    assert amounts(fee_lines(dumbwaiter, "0211", on_day(book, date(2025, 12, 31)))) == [("F0098", "200.00")]
    assert amounts(fee_lines(dumbwaiter, "0211", on_day(book, date(2026, 1, 1)))) == [("F0098", "260.00")]


def test_every_row_reads_only_known_names(fees: FeeBook, rows: Rows) -> None:
    known = {row["field"] for row in rows("equipment_fields")} | {row.name for row in fees.names}
    known |= {"kind", "qty", "base", "ref", "item", "total", "supmode"}
    for row in fees.rows:
        if row.role not in ("note", "rule"):
            assert names_in(row.band_expr) | names_in(row.calc) <= known, row.feecode


def test_fee_nature_agrees_with_the_combination(fees: FeeBook, seisorts: list[SeisortRule]) -> None:
    nature = {(rule.equclass, rule.testsort): rule.fee_nature for rule in seisorts}
    for row in fees.rows:
        for equclass in row.classes:
            for testsort in row.testsorts:
                if row.role not in ("note", "rule") and (equclass, testsort) in nature:
                    assert row.nature == nature[equclass, testsort], row.feecode


def test_fees_installed_before_get_what_their_notes_said(rows: Rows) -> None:
    """The migration that moved it out of the notes comes to what the table is shipped with."""
    path = Path(__file__).parents[2] / "migrations/versions/0094_fees_of_others.py"
    spec = spec_from_file_location("fees_of_others", path)
    assert spec and spec.loader
    migration = module_from_spec(spec)
    spec.loader.exec_module(migration)
    shipped = rows("fees")
    old = [("", {k: v for k, v in row.items() if k not in ("instead", "excludes")}) for row in shipped]
    for row, (_key, data) in zip(shipped, old, strict=True):
        assert migration._replaced(data, old) == row["instead"]
        assert migration._excluded(data) == row["excludes"]
    english = {"line_role": "rule", "note": "not together with F0064, F0106"}
    assert migration._excluded(english) == "F0064/F0106"
