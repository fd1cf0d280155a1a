"""Every table of every template goes onto paper whole: its heads, its values, its empty cells; and nothing else."""

from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy.orm import Session

from tejian import data
from tejian.inspection.records import book
from tejian.inspection.records.annexes import annexes, rows_where
from tejian.inspection.records.grids import ACROSS, BAD, EMPTY, UPRIGHT, Column, fit, printed
from tejian.inspection.records.paper import Material, ordinal, sections
from tejian.inspection.rules.api import Filled, Found, Sheet, judge_sheet, shown, technical, typed
from tejian.kit.papers import pdf

from .papers import plain, rows_of, text_of

TEMPLATES = list(dict.fromkeys(row["template"] for row in data.rows("report_items")))
KINDS = {"GL": "1100", "RQ": "2150", "RC": "2220", "YC": "2410", "QP": "2310", "DT": "3110", "QZ": "4110"}
KINDS |= {"CC": "5110", "YL": "6100", "GD": "8310", "SD": "9100", "AQF": "7310", "TY": "3110"}


def kind_of(template: str) -> str:
    return KINDS[template.partition("-")[0]]


def stored(db: Session, template: str, count: int) -> dict[str, Any]:
    """All tables of a template as a record keeps them, with `count` rows each."""
    found = {}
    for code, table in book.tables_of_templates(db, (template,)).items():
        columns = [(c.column, c.type, list(c.options)) for c in table.entered.values()]
        params = [(c.column, c.type, list(c.options)) for c in table.params.values()]
        found[code] = {"params": rows_of(params, 1)[0] if params else {}, "rows": rows_of(columns, count)}
    return found


def judged(db: Session, template: str, kept: dict[str, Any], testsort: str = "0211") -> Found:
    tables = book.tables_of_templates(db, (template,))
    filled = {
        code: Filled(
            typed(tables[code].params, one["params"]), [typed(tables[code].entered, cells) for cells in one["rows"]]
        )
        for code, one in kept.items()
    }
    device = {"kind": kind_of(template)}
    sheet = Sheet(kind_of(template), "02", testsort, (template,), (), filled, device, {})
    return judge_sheet(sheet, book.sheet_rules(db))


def material(db: Session, template: str, tables: list[dict[str, Any]], **more: Any) -> Material:
    layouts = book.layouts(db)
    layout = layouts[template]
    kind = kind_of(template)
    own: dict[str, Any] = {"conditions": (), "instruments": (), "items": (), "inputs": (), "curves": (), "photos": ()}
    values = {"equname": "试验设备"}
    fields = technical(layouts, layout, kind)
    return Material([layout], fields, kind, values, {}, (), tables=tables, **(own | more))


@pytest.mark.parametrize("count", [2, 7])
@pytest.mark.parametrize("template", TEMPLATES)
def test_every_table_of_a_template_is_printed_whole(template: str, count: int, db: Session) -> None:
    kept = stored(db, template, count)
    found = judged(db, template, kept)
    made = annexes(found, kept, {})
    assert [one["code"] for one in made] == list(book.tables_of_templates(db, (template,)))
    paper = {"sections": sections(material(db, template, made))}
    text = text_of(pdf.render("report", {"paper": paper}))
    alone = {one.partition(":")[2] for one in book.layouts(db)[template].body if one.startswith("tables:")}
    count_of = sum(one["code"] not in alone for one in made)
    assert [f"附表{number}" in text for number in range(1, count_of + 2)] == [True] * count_of + [False]
    for one in made:
        assert text.count(plain(one["title"])) >= 1
        table = found.tables[one["code"]]
        entered = {c.column: c for c in table.entered.values()}
        for row in kept[one["code"]]["rows"]:
            for name, value in row.items():
                wanted = {"0": "否", "1": "是"}.get(value, value) if entered[name].is_flag else value
                assert plain(wanted) in text, (one["code"], name, value)
        for column in entered.values():
            assert plain(column.label) in text, (one["code"], column.label)
            assert plain(column.unit) in text, (one["code"], column.label)
        empty = sum(cell == EMPTY for part in one["parts"] for row in part["rows"] for cell in row)
        assert empty >= len(entered) - 1
    assert text.count(EMPTY) >= sum(
        cell == EMPTY for one in made for part in one["parts"] for row in part["rows"] for cell in row
    )


@pytest.mark.parametrize("template", TEMPLATES)
def test_computed_cells_are_printed_with_their_decimals_and_said_to_be_computed(template: str, db: Session) -> None:
    kept = stored(db, template, 4)
    found = judged(db, template, kept)
    for one in annexes(found, kept, {}):
        heads = {head["label"]: head["computed"] for part in one["parts"] for head in part["heads"]}
        cells = {cell for part in one["parts"] for row in part["rows"] for cell in row}
        worked = found.worked[one["code"]]
        for column in found.tables[one["code"]].shown("computed"):
            known = [row[column.column] for row in worked.rows if row[column.column] is not None]
            assert heads.get(column.label, True) is True
            assert (column.label in heads) is bool(known), column.label
            for value in known:
                if isinstance(value, Decimal):
                    assert {shown(value, column.decimals), shown(value, column.decimals) + BAD} & cells


@pytest.mark.parametrize("template", TEMPLATES)
def test_sections_are_numbered_without_gaps_and_a_record_without_tables_prints_none(template: str, db: Session) -> None:
    items = [{"template": template, "seq": "1", "content": "项目"}]
    instrument = {"name": "卡尺", "model": "", "no": "1", "certno": "", "validto": ""}
    for more in ({}, {"items": items}, {"items": items, "instruments": [instrument]}):
        made = sections(material(db, template, [], **more))
        assert [one["title"].partition("、")[0] for one in made] == [ordinal(n + 1) for n in range(len(made))]
        assert not any(one["kind"] == "tables" for one in made)
        assert "附表" not in text_of(pdf.render("report", {"paper": {"sections": made}}))


def test_every_template_of_items_has_a_layout_and_every_layout_its_items(db: Session) -> None:
    assert sorted(book.layouts(db)) == sorted(TEMPLATES)
    assert len(TEMPLATES) == 31


def columns(count: int, rows: int, label: str = "测量值") -> list[Column]:
    return [Column(f"{label}{n}", "mm", [f"{n}.{row}" for row in range(rows)], key=n == 0) for n in range(count)]


@pytest.mark.parametrize("count", [1, 9, 14, 30, 60])
@pytest.mark.parametrize("rows", [1, 4, 5, 40])
def test_no_part_of_a_table_is_wider_than_its_page(count: int, rows: int) -> None:
    made = columns(count, rows)
    found = fit(made)
    assert sorted({n for part in found.parts for n in part}) == list(range(count))
    if found.turned:
        assert rows <= 4
        return
    for part in found.parts:
        assert sum(made[n].width for n in part) <= (ACROSS if found.across else UPRIGHT)
    if len(found.parts) > 1:
        assert all(part[0] == 0 for part in found.parts), "each part begins with the key"


def test_a_column_that_nobody_filled_is_left_out_and_an_empty_cell_is_said_to_be_one() -> None:
    made = printed(
        [Column("层站", "", ["1", "2"], key=True), Column("间隙", "mm", ["4", ""]), Column("空", "", ["", ""])]
    )
    (part,) = made["parts"]  # type: ignore[misc]
    assert [one["label"] for one in part["heads"]] == ["层站", "间隙"]
    assert part["rows"] == [["1", "4"], ["2", EMPTY]]


def test_scrapped_cylinders_have_a_page_of_their_own(db: Session) -> None:
    rows = [{"cylno": f"G{n}", "result": "报废" if n in (2, 5) else "合格", "weight": f"{50 + n}"} for n in range(1, 7)]
    kept = {"cyl": {"params": {}, "rows": rows}}
    found = judged(db, "QP-DJ", kept)
    asked = book.layouts(db)["QP-DJ"].picked
    assert asked == ["cyl:result:报废"]
    own = rows_where(found, kept, {}, asked[0])
    assert own is not None and [row[0] for part in own["parts"] for row in part["rows"]] == ["G2", "G5"]
    made = sections(material(db, "QP-DJ", annexes(found, kept, {}), picked={asked[0]: own}))
    title = next(one["title"] for one in made if one.get("apart"))
    assert title.endswith("报废清单")
    pages = [
        plain(page.extract_text())
        for page in PdfReader(BytesIO(pdf.render("report", {"paper": {"sections": made}}))).pages
    ]
    page = next(one for one in pages if plain(title) in one)
    assert "G2" in page and "G5" in page and "G3" not in page
    none = {"cyl": {"params": {}, "rows": rows[:1]}}
    assert rows_where(judged(db, "QP-DJ", none), none, {}, asked[0]) is None


def test_a_finding_says_by_which_rule_it_is_graded(db: Session) -> None:
    rows = [
        {"fno": "1", "finding": "错边", "thick": "12", "depth": "3"},
        {"fno": "2", "finding": "未焊透", "seam": "纵"},
    ]
    kept = {"find": {"params": {}, "rows": rows}}
    (table,) = annexes(judged(db, "RQ-DJ", kept, "0205"), kept, {})
    heads = [head["label"] for part in table["parts"] for head in part["heads"]]
    cells = [cell for part in table["parts"] for row in part["rows"] for cell in row]
    assert "评级依据" in heads
    assert "TSG 21-2016 8.5.9 表 8-1（GRQ-36）" in cells
