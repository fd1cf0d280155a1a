"""Layouts are data: every combination has a title and a basis, every name in a layout means something."""

import re

import pytest
from sqlalchemy.orm import Session

from tejian import data
from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import every_field, fields_of
from tejian.inspection.records import book
from tejian.inspection.records.content import OWN
from tejian.inspection.rules.api import GRADE, ReportLayout, report_fields, report_layout, technical

LAYOUT = next(iter(data.rows("report_layouts")))
ENTRUSTED = {"7000"}  # manufacture, tests and type tests of components follow the contract and product standards


def kinds_of(pattern: str, equclass: str) -> list[str]:
    """A kind for each part of a pattern."""
    if pattern == "all":
        return [f"{equclass[0]}100"]
    return [part.strip().removesuffix("*").ljust(4, "1") for part in pattern.split(",")]


def titled(db: Session, kind: str, testsort: str) -> str:
    return next((one.text for one in book.titles(db) if one.holds_for(kind, testsort)), "")


@pytest.mark.parametrize("row", list(data.rows("seisort_rules")), ids=lambda r: f"{r['equclass']}-{r['testsort']}")
def test_every_combination_has_a_title_and_a_basis(row: dict[str, str], db: Session) -> None:
    for kind in kinds_of(row["kind_filter"], row["equclass"]):
        title = titled(db, kind, row["testsort"])
        assert title.endswith("报告"), (kind, row["testsort"])
        assert not re.search(r"(.{2,})\1", title), "a word stands twice"
        if row["equclass"] not in ENTRUSTED and kind[0] not in "RF":
            assert any(one.holds_for(kind, row["testsort"]) for one in book.bases(db)), (kind, row["testsort"])


@pytest.mark.parametrize(
    ("kind", "testsort", "title"),
    [
        ("1100", "0201", "锅炉内部检验报告"),
        ("3110", "0211", "电梯定期检验报告"),
        ("3310", "0211", "自动扶梯与自动人行道定期检验报告"),
        ("2310", "0210", "气瓶定期检验报告"),
        ("5210", "0601", "观光车辆首次检验报告"),
        ("7310", "0101", "安全阀制造监督检验报告"),
        ("7100", "0101", "压力管道元件制造监督检验报告"),
        ("4110", "0102", "起重机械安装监督检验报告"),
    ],
)
def test_titles_are_those_of_the_kind(kind: str, testsort: str, title: str, db: Session) -> None:
    assert titled(db, kind, testsort) == title


def test_every_field_of_a_layout_is_one_of_the_archive(db: Session) -> None:
    archive = {one.name for one in every_field()} | set(OWN) | {"@kind"}
    stated = {one.name for one in book.sheet_rules(db).fields}
    for layout in book.layouts(db).values():
        tables = book.tables_of_templates(db, (layout.template,))
        cells = {f"{code}.{one.column}" for code, table in tables.items() for one in table.columns}
        for block, fields in layout.blocks.items():
            known = archive | (stated | cells | {GRADE} if block in ("results", "permits") else set())
            assert {one.name for one in fields} - known == set(), (layout.template, block)
            assert {one.unit_from for one in fields} - known - {""} == set()
            names = [one.name for one in fields]
            assert len(names) == len(set(names)), (layout.template, block)


def test_a_generic_layout_states_the_technical_data_of_the_kind(db: Session) -> None:
    layouts = book.layouts(db)
    names = [one.name for one in technical(layouts, layouts["TY-JJ"], "4110")]
    own = [one.name for one in layouts["QZ-DJ"].blocks["technical"]]
    assert names[-len(own) :] == own
    assert "@kind" not in names
    assert set(own) <= set(fields_of(class_of("4110"), "4110"))


def test_a_layout_names_tables_that_its_template_has(db: Session) -> None:
    for layout in book.layouts(db).values():
        tables = book.tables_of_templates(db, (layout.template,))
        assert {one.split(":")[1] for one in layout.body if ":" in one} <= set(tables)
        for code, column, word in (one.split(":") for one in layout.picked):
            assert word in tables[code].entered[column].options
        for curve in layout.curves:
            columns = {one.column for one in tables[curve.table].columns}
            assert {curve.along, *curve.up} <= columns


@pytest.mark.parametrize(
    "wrong",
    [
        {"body": "overview pictures"},
        {"body": "items items"},
        {"body": "overview rows:cyl:result"},
        {"signers": "检验:nobody"},
        {"nextform": "year"},
        {"itemform": "list"},
    ],
)
def test_a_layout_that_cannot_be_drawn_is_not_read(wrong: dict[str, str]) -> None:
    assert isinstance(report_layout(LAYOUT), ReportLayout)
    with pytest.raises(ValueError, match=LAYOUT["template"]):
        report_layout(LAYOUT | wrong)


def test_fields_stand_in_a_block_that_there_is() -> None:
    with pytest.raises(ValueError, match="back"):
        report_fields({"template": "*", "block": "back", "fields": "equname"})
