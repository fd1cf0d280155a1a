"""What was entered over HTTP stands on the draft, on the original record and on the signed report of every class."""

import re
from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.inspection.records.declared import AFTER_STOP
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock

from . import parts
from .conftest import Office
from .papers import plain, rows_of, text_of, value
from .test_conclusions import SORTS, Sort, approve, built, save


def tables_of(screen: dict[str, Any]) -> dict[str, Any]:
    """Every table of an entry screen filled."""
    found = {}
    for table in screen["tables"]:
        cells: dict[str, list[Any]] = {role: [] for role in ("param", "key", "input", "computed", "photo")}
        for one in table["cells"]:
            cells[one["role"]].append((one["column"], one["type"], one["options"]))
        rows = rows_of([*cells["key"], *cells["input"]], 3)
        keys = [c for c, _type, _options in cells["key"]]
        rows = list({tuple(row.get(k) for k in keys) or n: row for n, row in enumerate(rows)}.values())
        found[table["code"]] = {"params": rows_of(cells["param"], 1)[0] if cells["param"] else {}, "rows": rows}
    return found


def draft(office: Office, item: AppBuss) -> str:
    office.call.user = office.user("jianyan1")
    return text_of(office.call.client.get("/api/appbuss/reportDraft", params={"id": item.id}).content)


def record_of(office: Office, item: AppBuss) -> str:
    office.call.user = office.user("jianyan1")
    form = {"printType": "YSJL", "ids": item.id}
    return text_of(office.call.client.get("/api/common/commonPrint", params=form).content)


def document(office: Office, item: AppBuss) -> dict[str, Any]:
    """What the report states, before it is drawn."""
    office.db.expire_all()
    row = office.item(item.id)
    return records.document(office.db, row, records.record_or_refuse(office.db, row))


def stated(fact: dict[str, Any]) -> str:
    """A value that a stated name takes."""
    if fact["kind"] == "choice":
        return str(fact["options"][0])
    if fact["kind"] in ("count", "number"):
        return str(int(fact["high"]) if int(fact["high"]) < 1000 else 123)
    return "1" if fact["kind"] == "flag" else value(fact["kind"], (), 7, 3)


@pytest.mark.parametrize("sort", SORTS, ids=str)
def test_everything_that_is_entered_is_printed(office: Office, sort: Sort) -> None:
    item = built(office, sort)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    assert screen["tables"]
    refs = [c["options"] for t in screen["tables"] for c in t["cells"] if c["column"] == "lineid"]
    assert all(one == ["PL-1"] for one in refs) and bool(refs) == (sort.kind == "8310"), "only piping has lines"
    said_of_lines = [c["options"] for t in screen["tables"] for c in t["cells"] if c["column"] == "conclusion"]
    assert all("允许使用" in one and "合格" not in one for one in said_of_lines), "conclusions of this sort, in words"
    tables = tables_of(screen)
    own = [one for one in screen["facts"] if one["name"] != AFTER_STOP]  # what the declaration says
    facts = {one["name"]: stated(one) for one in own}
    sites = {one["code"]: "21" if one["measured"] else f"条件{n}" for n, one in enumerate(screen["sites"])}
    office.filled(item)
    saved = save(office, item, tables=tables, facts=facts, conditions=sites, problems="问题甲", remark="备注乙")
    pages, record = draft(office, item), record_of(office, item)
    cells = {t["code"]: {c["column"]: c for c in t["cells"]} for t in screen["tables"]}
    for said in (pages, record):
        for table in screen["tables"]:
            assert plain(table["title"]) in said
            for row in tables[table["code"]]["rows"]:
                for name, text in row.items():
                    flag = cells[table["code"]][name]["type"] == "flag"
                    assert plain({"0": "否", "1": "是"}[text] if flag else text) in said, (table["code"], name, text)
        for one in own:
            assert plain(one["label"]) in said, one["label"]
            wanted = {"1": "是"}.get(facts[one["name"]], "") if one["kind"] == "flag" else facts[one["name"]]
            assert one["kind"] == "day" or plain(wanted) in said, one["label"]
        for one in screen["sites"]:
            assert plain(one["label"]) in said
            assert plain(sites[one["code"]]) in said
        for one in saved["worked"]:
            for result in one["results"]:
                assert plain(f"{result['label']}：{result['value']}") in said
    for one in screen["record"]["instruments"]:
        assert plain(one["name"]) in pages and plain(one["instno"]) in pages and (one["validto"] or "") in pages
        assert one["certno"] and plain(one["certno"]) in pages
    assert "问题甲" in pages and "备注乙" in pages
    numbers = [n for n in "一二三四五六七八九十" if f"{n}、" in pages]
    assert numbers == list("一二三四五六七八九十"[: len(numbers)])


@pytest.mark.parametrize("kind", ["3110", "4110", "5110"])
def test_the_next_date_of_a_month_is_printed_without_a_day(office: Office, kind: str) -> None:
    sort = next(one for one in SORTS if one.kind == kind and one.seisort == "02")
    item = built(office, sort)
    office.filled(item)
    saved = save(office, item, conclusion=sort.best, facts=sort.facts)
    day = date.fromisoformat(saved["nextdate"])
    pages = draft(office, item)
    month = f"{day.year}年{day.month:02}月"
    printed = re.findall(r"下次\w{0,8}?日期(\d+年\d+月)(\d+日)?", pages)
    assert printed and printed[0] == (month, "") and all(each == "" for _month, each in printed)


def test_the_signed_report_of_a_lift_prints_its_table_and_the_value_it_gives(office: Office) -> None:
    item = office.built()
    office.filled(item)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    save(office, item, tables={one["code"]: {"empty": "1"} for one in screen["tables"] if one["rows"]})
    assert "附表" not in draft(office, item)
    count = int(office.db.get_one(Equipment, item.equdatasysid).params["eledoornumber"])
    rows = [{"landing": f"层{n}", "gap": "4.5", "lock": "8.2"} for n in range(1, count + 1)]
    proofs = {one["code"]: {"rows": one["rows"]} for one in screen["tables"] if one["code"] in ("balance", "lbrake")}
    saved = save(office, item, tables={"doors": {"rows": rows}, **proofs})
    save(office, item, conclusion=saved["proposal"]["code"])
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    text = text_of(files.read_checked(report.key))
    assert "附表1" in text and plain("附录A 层门间隙与锁紧元件啮合长度") in text
    assert all(f"层{n}" in text for n in range(1, count + 1))
    assert "啮合长度最小值：8.20mm" in text
    item29 = next(one for one in report.content["items"] if one["item_no"] == "A1.2.7.8")
    assert item29["value"] == "锁紧元件啮合长度 8.20 mm", (
        "the table gives the value of the item, not what was typed before"
    )
    assert report.title == "电梯定期检验报告"
    assert "paper" not in report.content


def test_without_a_layout_nothing_is_printed_and_the_sentence_says_what_is_missing(office: Office) -> None:
    item = office.built()
    rows = office.good("sysadmin", "/api/system/rule/report_layouts/findList", template="DT-DJ")["list"]
    office.good("sysadmin", "/api/system/rule/report_layouts/end", ids=[one["id"] for one in rows])
    office.call.user = office.user("jianyan1")
    answer = office.call.client.get("/api/appbuss/reportDraft", params={"id": item.id})
    assert answer.json()["errorMsg"] == "规则表“报告版式”中没有 DT-DJ，不能打印"
    assert answer.status_code < 500


def test_numbers_are_printed_as_people_write_them_and_no_term_without_anything_to_put_right(office: Office) -> None:
    item = office.built()
    office.filled(item)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    measured = next(one for one in screen["items"] if one["seq"] == 4)["measures"][0]
    rows = [{"seq": "4", "r": "√", "v": {measured["field"]: "2E+1"}}]
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, results=rows, rectifydue=str(clock.today()))
    paper = document(office, item)
    assert [one["value"] for one in paper["items"] if str(one["seq"]) == "4"] == [f"20 {measured['unit']}"]
    assert paper["rectifydate"] == ""


def test_a_report_of_several_parts_ends_with_the_directory_of_them(office: Office) -> None:
    item = office.built()
    parts.handed(office, item)
    *_others, last = document(office, item)["paper"]["sections"]
    assert last["title"].endswith("、分项报告目录")
    (part,) = last["grid"]["parts"]
    assert [head["label"] for head in part["heads"]] == ["分项报告编号", "分项报告名称", "页数", "结论"]
    assert part["rows"] == [[f"{item.reportno}-01", "限速器校验", "2", "校验合格"]]
