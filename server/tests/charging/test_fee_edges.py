"""Rows of the fee table at their edge, without a database: what is wrong in one, where bands meet, what one lacks."""

from dataclasses import replace
from datetime import date as D
from decimal import Decimal
from types import SimpleNamespace as Row
from typing import Any

import pytest

from tejian.charging.fees.book import FeeBook, fee_book, fee_row
from tejian.charging.fees.calculators import PERIODIC_PIPING, PERIODIC_VESSEL, SUPERVISED_PIPING
from tejian.charging.fees.calculators import of as calculator_of
from tejian.charging.fees.rules import fee_lines
from tejian.charging.tables import codes as at_tables
from tejian.charging.tables import judging
from tejian.charging.tables.bands import faults
from tejian.charging.tables.judging import _fen, coded

M = Decimal

# -- the table of fees ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "fits"), [("0.01", True), ("0.001", False), ("999999999999.99", True), ("1000000000000", False)]
)
def test_an_amount_is_yuan_and_fen_below_a_billion_thousand(amount: str, fits: bool) -> None:
    assert _fen(M(amount)) is fits


def test_codes_of_a_cell_by_code_or_word() -> None:
    words = {"01": "甲", "02": "乙", "03": "乙"}
    assert coded("01、甲", words) == (["01", "01"], "")
    assert coded("乙", words) == ([], "乙")  # a word of two codes is none
    assert coded("all", words, ("all",)) == (["all"], "")
    assert coded("丙", words) == ([], "丙")


@pytest.mark.parametrize(
    ("equclass", "sort", "name"),
    [
        ("8000", "0103", SUPERVISED_PIPING),
        ("8000", "0212", PERIODIC_PIPING),
        ("8000", "0301", ""),
        ("2000", "0205", PERIODIC_VESSEL),
        ("2000", "0103", ""),
        ("3000", "0211", ""),
    ],
)
def test_an_item_has_its_calculator(equclass: str, sort: str, name: str) -> None:
    assert calculator_of(Row(equclass=equclass, testsort=sort)) == name


@pytest.mark.parametrize(
    ("bands", "said"),
    [
        (["elefloornumber<=5", "elefloornumber>5"], ""),
        (["elefloornumber<=5", "elefloornumber>=5"], "重叠"),
        (["elefloornumber<5", "elefloornumber>5"], "没有对应的档次"),
        (["elefloornumber<=5", "elefloornumber>5 and elefloornumber<=9", "elefloornumber>9"], ""),
        (["elefloornumber<=5", "elefloornumber>6"], "没有对应的档次"),
        (["elefloornumber<=5", ""], "重叠"),
        (["elefloornumber<=5", "liftheight>6"], ""),
    ],
)
def test_bands_meet_without_overlap_or_hole(bands: list[str], said: str) -> None:
    empty = dict.fromkeys((*at_tables.LABELS, "line_role"), "")
    one = fee_row(empty | {"equclass": "3000", "testsort": "0211", "kind_filter": "31*", "line_role": "base"})
    rows = [replace(one, feecode=f"F{n}", band_expr=text) for n, text in enumerate(bands, 1)]
    found = faults(rows, ["3110"], FeeBook(tuple(rows), ()))
    assert bool(found) == bool(said)
    assert all(said in fault.sentence for fault in found)


KNOWN = judging.Known(
    {"3000": "电梯", "4000": "起重机械"}, {"0211": "定期检验"}, frozenset({"3110"}), frozenset({"elefloornumber"})
)
ROW = {
    "feecode": "F0001",
    "equclass": "电梯",
    "testsort": "定期检验",
    "item": "曳引电梯",
    "band": "5层以上",
    "nature": "非税",
}
ROW |= {"source": "文件", "kind_filter": "31*", "band_expr": "elefloornumber>5", "calc": "100", "amount": "100"}
ROW |= {"param_field": "elefloornumber", "line_role": "base", "unit": "元/台", "nature": "非税"}
RULE = {"line_role": "rule", "equclass": at_tables.RULE_CLASS, "testsort": at_tables.RULE_SORT}


@pytest.mark.parametrize(
    ("changed", "columns"),
    [
        ({}, []),
        ({"equclass": "3000"}, []),
        ({"equclass": "锅炉"}, ["equclass"]),
        ({"testsort": "监检"}, ["testsort"]),
        ({"feecode": "F01"}, ["feecode"]),
        ({"source": " "}, ["source"]),
        ({"band": "字" * judging.LINE_BAND}, []),
        ({"band": "字" * (judging.LINE_BAND + 1)}, ["band"]),
        ({"nature": "其他"}, ["nature"]),
        ({**RULE, "nature": "其他", "band": "字" * 200}, []),
        ({"equclass": at_tables.RULE_CLASS}, ["line_role"]),
        ({"testsort": at_tables.RULE_SORT}, ["line_role"]),
        ({"kind_filter": ""}, []),
        ({"kind_filter": "all"}, []),
        ({"kind_filter": "3110,"}, []),
        ({"kind_filter": "32*"}, ["kind_filter"]),
        ({"kind_filter": "*"}, ["kind_filter"]),
        ({"kind_filter": "31*,32*"}, ["kind_filter"]),
        ({"instead": "F0002"}, ["instead"]),
        ({"instead": "F0002", "line_role": "option"}, []),
        ({"instead": "x", "line_role": "option"}, ["instead"]),
        ({"excludes": "F0002"}, ["excludes"]),
        ({**RULE, "excludes": "F0002"}, []),
        ({"band_expr": "none>5"}, ["band_expr"]),
        ({"band_expr": "(("}, ["band_expr"]),
        ({"calc": "0", "amount": "0"}, []),
        ({"calc": "0", "amount": ""}, []),
        ({"calc": "-0.01", "amount": ""}, ["calc"]),
        ({"calc": "0.001", "amount": ""}, ["calc"]),
        ({"amount": "99.99"}, ["amount"]),
        ({"amount": "100.00"}, []),
        ({"calc": "100*elefloornumber", "amount": "99"}, []),
        ({"calc": "none", "amount": ""}, ["calc"]),
        ({"calc": "ref*0.5", "amount": "", "param_field": ""}, ["param_field"]),
        ({"calc": "ref*0.5", "amount": "", "param_field": "ref(0211)"}, []),
        ({"calc": "qty*5", "amount": "", "param_field": "qty"}, []),
        ({"param_field": "none"}, ["param_field"]),
        ({"param_field": "elefloornumber+none"}, ["param_field"]),
        ({"param_field": ""}, []),
        ({**RULE, "calc": sorted(at_tables.UNCALCULATED)[0]}, []),
        ({**RULE, "calc": "item*0.5"}, []),
        ({"calc": "item*0.5"}, ["calc"]),
    ],
)
def test_a_row_of_a_fee_table_names_what_is_wrong(changed: dict[str, str], columns: list[str]) -> None:
    assert [column for column, _ in judging.read(ROW | changed, KNOWN)[1]] == columns


# -- lines of the fee table -----------------------------------------------------------------------------------------


def book(*rows: dict[str, str], names: Any = ()) -> FeeBook:
    empty = dict.fromkeys((*at_tables.LABELS, "line_role"), "")
    common = {"equclass": "3000", "testsort": "0211", "kind_filter": "31*", "line_role": "base", "calc": "100"}
    return fee_book([empty | common | {"item": one["feecode"]} | one for one in rows], names, {"volume": "容积"})


LIFT = {"equclacode": "3110", "elefloornumber": "6"}


def lines(table: FeeBook, **more: Any) -> list[tuple[str, str, tuple[str, ...]]]:
    options = {name: more.pop(name) for name in ("options", "quantities", "mothersort") if name in more}
    found = fee_lines(LIFT | more, "0211", table, **options)
    return [(line.feecode, str(line.amount), line.missing) for line in found]


def test_a_surcharge_of_what_lacks_a_value_says_nothing_itself() -> None:
    lacking, more = {"feecode": "F1", "calc": "volume"}, {"feecode": "F2", "line_role": "surcharge", "calc": "base*0.5"}
    assert lines(book(lacking, more)) == [("F1", "None", ("容积",))]
    assert lines(book(lacking, more), volume="10") == [("F1", "10.00", ()), ("F2", "5.00", ())]
    own = {"feecode": "F3", "line_role": "surcharge", "calc": "base*volume"}
    assert [one[0] for one in lines(book(lacking, own))] == ["F1", "F3"]
    by_base = {"feecode": "F4", "calc": "base*2"}
    assert [one[0] for one in lines(book(by_base))] == ["F4"]  # of no surcharge: it is said


def test_a_number_that_lacks_is_called_by_its_field() -> None:
    counted_one = {"feecode": "F1", "calc": "qty*5", "param_field": "volume(default of qty)"}
    assert lines(book(counted_one)) == [("F1", "None", ("容积",))]
    assert lines(book(counted_one), volume="2") == [("F1", "10.00", ())]
    plain = {"feecode": "F1", "calc": "qty*5"}
    assert lines(book(plain)) == [("F1", "None", ("数量",))]


def test_what_is_referred_to_is_another_sort_and_its_lack_is_said() -> None:
    other = {"feecode": "F1", "testsort": "0101", "calc": "volume"}
    option = {"feecode": "F2", "testsort": "0101", "calc": "7", "line_role": "option"}
    row = {"feecode": "F3", "calc": "ref*0.5", "param_field": "ref(0101)"}
    assert lines(book(other, option, row), volume="10") == [("F3", "5.00", ())]
    assert lines(book(other, option, row)) == [("F3", "None", ("容积",))]
    of_itself = row | {"param_field": "ref(0211)"}
    assert lines(book(of_itself)) == [("F3", "None", ("参照项目费用",))]
    assert lines(book(row | {"param_field": ""})) == [("F3", "None", ("参照项目费用",))]


def test_a_derived_name_is_worked_out_for_its_kinds_and_where_it_is_not_given() -> None:
    def name(kinds: str, expr: str, condition: str = "") -> dict[str, str]:
        own = {"name": "V", "kind_filter": kinds, "condition": condition, "expr": expr}
        return own | {"label": "容积", "source": ""}

    row = {"feecode": "F1", "calc": "V*10"}
    names = [name("4*", "9"), name("31*", "volume/2")]
    assert lines(book(row, names=names), volume="4") == [("F1", "20.00", ())]
    assert lines(book(row, names=names), V="1") == [("F1", "10.00", ())]
    assert lines(book(row, names=names), V="") == [("F1", "None", ("容积",))]
    assert lines(book(row, names=[name("4*", "length"), name("31*", "volume")])) == [("F1", "None", ("容积",))]


def test_a_row_says_since_when_it_is_in_force() -> None:
    [old] = fee_lines(LIFT, "0211", book({"feecode": "F1"}))
    [new] = fee_lines(LIFT, "0211", book({"feecode": "F1", "validfrom": "2026-01-01"}))
    assert (old.since, new.since) == (None, D(2026, 1, 1))
