"""The tables that a record cannot lack: a record without their rows goes no further than its inspector."""

from typing import Any

import pytest
from sqlalchemy import select, text

from tejian import data
from tejian.archives.models.equipment import Equipment
from tejian.golden.api import sample_tables, values_of
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.ops import database
from tests import database as testing

from .conftest import Office
from .test_conclusions import SORTS, Sort, built, record, save

EMPTY = {"empty": "1"}
WALLS = "“壁厚测定与强度校核”至少要有1行（每个测点一行），现在没有填"
LINES = "“管线检验结论汇总”至少要有{count}行（每条申报管线一行），现在没有填"
# templates of which no table is wanted: what their items measure stands at the items, or was witnessed at a point
NONE_WANTED = {"DT-ZW", "GL-SZ", "GL-RZT"}


def submitted(office: Office, item: AppBuss) -> str:
    """The sentence that refuses the record; nothing was stored."""
    said = office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    kept = office.item(item.id)
    assert (kept.step, kept.conclusion) == ("BGLR", "")
    assert office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).all() == []
    return said


def entered(office: Office, sort: Sort, code: str, conclusion: str) -> AppBuss:
    """A record of the sort, whole but for one table."""
    item = built(office, sort)
    office.filled(item)
    save(office, item, facts=sort.facts, tables={code: EMPTY}, conclusion=conclusion)
    assert code not in record(office, item).measures
    return item


def sort_of(kind: str, testsort: str) -> Sort:
    return next(one for one in SORTS if (one.kind, one.testsort) == (kind, testsort))


def test_a_vessel_without_a_thickness_row_is_refused(office: Office) -> None:
    sort = sort_of("2150", "0205")
    assert WALLS in submitted(office, entered(office, sort, "thick", sort.best))


def test_a_lift_without_its_landing_doors_is_refused(office: Office) -> None:
    item = office.built()
    office.filled(item)
    count = office.db.get_one(Equipment, item.equdatasysid).params["eledoornumber"]
    save(office, item, tables={"doors": EMPTY}, conclusion="1031")
    wanted = f"“附录A 层门间隙与锁紧元件啮合长度”至少要有{count}行（每扇层门一行），现在没有填"
    assert wanted in submitted(office, item)
    found = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["findings"]
    assert [(one["check"], one["level"], one["table"]) for one in found if one["text"] == wanted] == [
        ("DT03", "error", "doors")
    ]


def test_rows_that_only_name_the_doors_are_none(office: Office) -> None:
    item = office.built()
    office.filled(item)
    count = int(office.db.get_one(Equipment, item.equdatasysid).params["eledoornumber"])
    rows = [{"landing": str(n)} for n in range(count)]
    save(office, item, tables={"doors": {"rows": rows}}, conclusion="1031")
    assert f"至少要有{count}行（每扇层门一行），现在没有填" in submitted(office, item)


def test_a_lift_of_which_nobody_knows_how_many_doors_it_has_says_so(office: Office) -> None:
    item = office.built()
    stored = record(office, item)
    stored.equipment = {name: value for name, value in stored.equipment.items() if name != "eledoornumber"}
    office.db.commit()
    office.filled(item)
    save(office, item, conclusion="1031")
    wanted = "“附录A 层门间隙与锁紧元件啮合长度”应有几行不能确定（每扇层门一行），缺少门数"
    assert wanted in submitted(office, item)


def test_a_piping_project_without_its_lines_is_refused_line_by_line(office: Office) -> None:
    sort = sort_of("8310", "0212")
    item = entered(office, sort, "lines", sort.best)
    said = submitted(office, item)
    assert LINES.format(count=1) in said
    assert "管线PL-1没有检验结论（或不在申报范围）" in said


def test_a_line_that_left_the_project_since_is_refused(office: Office) -> None:
    sort = sort_of("8310", "0212")
    item = built(office, sort)
    office.filled(item)
    save(office, item, facts=sort.facts, conclusion=sort.best)
    behind = record(office, item)
    rows = [*behind.measures["lines"]["rows"], {"lineid": "PL-9", "grade": "1"}]
    behind.measures = {**behind.measures, "lines": {"params": {}, "rows": rows}}
    office.db.commit()
    assert "管线PL-9没有检验结论（或不在申报范围）" in submitted(office, item)


def test_a_vessel_without_a_wall_of_a_part_is_refused_and_without_any_too(office: Office) -> None:
    sort = sort_of("2150", "0205")
    parts = Sort(
        "2150",
        "02",
        "0205",
        sort.best,
        sort.failed,
        params={**sort.params, "mat_shell": "Q345R", "mat_head": "Q345R"},
        facts=sort.facts,
    )
    item = entered(office, parts, "thick", sort.best)
    said = submitted(office, item)
    assert WALLS in said and "测厚记录缺少部位：筒体、封头" in said


def test_a_table_belongs_to_a_record_that_judges_its_items(office: Office) -> None:
    """A lift without a counterweight has no balance: nothing is asked where the item does not apply."""
    item = office.built()
    saved = office.filled(item)
    assert saved["least"]["balance"] == 5
    save(office, item, tables={"balance": EMPTY}, conclusion="1031")
    assert "“平衡系数测试数据”至少要有5行（30、40、45、50、60 % 五个载荷点），现在没有填" in submitted(office, item)
    saved = save(office, item, results=[{"seq": 31, "r": "—"}])
    assert "balance" not in saved["least"]
    assert [one for one in saved["findings"] if one["table"] == "balance"] == []


def test_every_template_says_which_tables_it_cannot_lack() -> None:
    points = list(data.rows("table_points"))
    every = {row["template"] for row in data.rows("report_items")}
    assert every - {row["template"] for row in points if row["condition"] != "rows>0"} == NONE_WANTED
    tables = {(row["template"], row["table_code"]) for row in data.rows("report_tables")}
    items = {(row["template"], row["item_no"]) for row in data.rows("report_items")}
    for row in points:
        assert (row["template"], row["table_code"]) in tables, row
        assert row["source"] and row["check_state"], row
        assert all((row["template"], one) in items for one in row["items"].split(",") if one), row


@pytest.mark.parametrize(
    "row", list(data.rows("table_points")), ids=lambda row: f"{row['template']} {row['table_code']}"
)
def test_there_are_sample_rows_for_every_table_that_is_wanted(row: dict[str, str]) -> None:
    columns = [
        one
        for one in data.rows("report_tables")
        if (one["template"], one["table_code"]) == (row["template"], row["table_code"])
    ]
    if row["condition"] == "rows>0":
        return
    cells: list[Any] = [{"column": one["column"], "role": one["role"]} for one in columns]
    screen = {
        "tables": [{"code": row["table_code"], "cells": cells, "rows": []}],
        "lines": ["L1"],
        "record": {"template": row["template"]},
    }
    made = sample_tables(screen, {row["table_code"]: 2}, values_of([]))[row["table_code"]]["rows"]
    typed = {one["column"] for one in columns if one["role"] == "input"}
    assert len(made) >= 2 and all(typed & one.keys() for one in made)


def test_a_stricter_grade_without_a_reason_is_refused(office: Office) -> None:
    sort = sort_of("2150", "0205")
    item = built(office, sort)
    office.filled(item)
    flaw = {"fno": "1", "finding": "未焊透", "seam": "纵", "thick": "20", "depth": "3.5", "length": "40"}
    facts = {"pressfailed": "0", "worstgrade": "5"}
    saved = save(office, item, facts=facts, tables={"find": {"rows": [flaw]}}, conclusion="1026")
    wanted = "评定等级 5 级劣于建议的 4 级，须写明理由"
    assert wanted in [one["text"] for one in saved["findings"] if one["level"] == "error"]
    assert wanted in submitted(office, item)
    saved = save(office, item, facts={**facts, "gradereason": "缺陷集中，材质劣化"})
    assert wanted not in [one["text"] for one in saved["findings"]]


def test_cylinders_are_listed_one_by_one(office: Office) -> None:
    sort = Sort("2310", "02", "0210", "", "", params={"cylnum": "3", "cylgasgroup": "2"})
    item = built(office, sort)
    saved = office.filled(item)
    assert saved["least"]["cyl"] == 3
    save(office, item, tables={"cyl": EMPTY}, conclusion="00")
    assert "“气瓶（长管拖车气瓶）检验明细”至少要有3行（每只气瓶一行），现在没有填" in submitted(office, item)


def test_rows_that_were_stored_before_ask_for_what_the_file_says_and_those_of_others_for_what_they_asked() -> None:
    """Rows of least rows had no condition; the checks of tables did not name them."""
    asked = {(row["template"], row["table_code"]): row for row in data.rows("table_points")}
    old = ("doors", "balance", "elerope", "esstop", "eshand", "esgap", "brake", "sdbrake", "curve", "cyl")
    of = {row["code"]: row["of"] for row in data.rows("report_checks") if row["each"] == "call"}
    with testing.copied("least") as at:
        with database.engine_for(at.owner).begin() as link:
            link.execute(
                text("update rule_row set data = data - 'condition' - 'items' - 'check' where tbl = 'table_points'")
            )
            link.execute(
                text("""update rule_row set data = data || '{"of": "lines_of_project"}' where data->>'code' = 'GD01'""")
            )
            link.execute(text("update alembic_version set version_num = '0269'"))
        database.migrate(at.owner, "tejian", "0262")  # later ones stand already
        with database.engine_for(at.owner).begin() as link:
            rows = link.execute(text("select data from rule_row where tbl = 'table_points'")).scalars().all()
            check = link.execute(text("select data->>'of' from rule_row where data->>'code' = 'GD01'")).scalar()
    assert check == of["GD01"] == "lines_of_project,lines"
    for row in rows:
        name = (row["template"], row["table_code"])
        wanted = asked[name] if row["table_code"] in old else {**row, "condition": "rows>0", "items": "", "check": ""}
        assert {k: row[k] for k in ("condition", "items", "check")} == {
            k: wanted[k] for k in ("condition", "items", "check")
        }, name
