"""What a bench measured, by Excel: each row fills the record of a valve and hands it in, as its page would."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection.flow.api import BENCH_LIST
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.kit.ground.reasons import RULE
from tests.archives.test_import import book, first_sheet

from .conftest import Office
from .test_valves import accepted, plan, valves

SAYS = {"set1": "第1次（MPa）", "set2": "第2次（MPa）", "set3": "第3次（MPa）", "reseat": "回座压力（MPa）"}
SAYS |= {"seal": "密封试验压力（MPa）", "leak": "泄漏率（气泡/min）", "lift": "开启高度（mm）", "first": "首次校验结果"}
SAYS |= {
    "overhaul": "解体检修与更换",
    "result": "结果",
    "sealno": "铅封号",
    "labelno": "标牌号",
    "calmedium": "校验介质",
}
SITES = {"条件：环境温度（℃）": "20", "条件：校验介质": "空气", "条件：校验台最高压力与整定压力之比": "1.6"}
SITES |= {"条件：压力表精度等级（级）": "0.4"}
LIST = "/api/appbuss/bench/findList"
NUMBER, DAY, FAILED, PROBLEMS = "*阀编号", "*校验日期", "不合格项目", "问题及处理意见"
WHY = {"情况说明": "夏季室温，已待恒温后校验"}
GOOD = {"set1": "1.000", "set2": "1.010", "set3": "1.000", "reseat": "0.930", "seal": "0.900", "leak": "5"}
GOOD |= {"overhaul": "解体清洗", "lift": "8.00", "first": "合格", "result": "合格", "calmedium": "空气"}


def row(item: AppBuss, more: dict[str, str] | None = None, **cells: str) -> dict[str, Any]:
    marks = {"sealno": f"QF{item.seisn[-4:]}", "labelno": f"BP{item.seisn[-4:]}"}
    measured = {SAYS[name]: text for name, text in (GOOD | marks | cells).items()}
    return {NUMBER: item.equcode, DAY: str(clock.today()), **measured, **SITES, **(more or {})}


def arranged(office: Office, count: int) -> list[AppBuss]:
    """Valves whose tasks their main inspector has confirmed: nothing is built yet."""
    items = accepted(office, valves(office, count))
    ids = [one.id for one in items]
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=ids, **plan(office))
    for one in ids:
        office.good("jianyan3", "/api/appmain/taskConfirmCommit", ids=one, contacted="值班", safetybriefed="1")
    return [office.item(one) for one in ids]


def send(office: Office, rows: list[dict[str, Any]], mode: str = "all", login: str = "jianyan3") -> dict[str, Any]:
    heads = list(dict.fromkeys(name for one in rows for name in one))
    file = {"_files": {"file": ("校验.xlsx", book(rows, heads))}, "viewNo": BENCH_LIST, "mode": mode}
    said = office.call("/api/import/start", _as=office.user(login), **file).json()
    assert said["isSuccess"], said
    for name, arguments in jobs.waiting(office.db):
        if name == "imports.run":
            jobs.run(name, arguments)
    done: dict[str, Any] = office.good(login, "/api/import/progress", id=said["data"]["id"])
    return done


def records(office: Office, items: list[AppBuss]) -> list[OriginalRecord]:
    ids = [one.id for one in items]
    return list(office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id.in_(ids))))


def test_a_file_fills_the_records_of_valves_and_hands_them_in(office: Office) -> None:
    good, bad = items = arranged(office, 2)
    office.good("jianyan3", "/api/appbuss/buildReport", ids=good.id)
    wrong = {FAILED: "4、6", PROBLEMS: "第4项、第6项：整定压力偏差超过3%，弹簧失效，报废"} | WHY
    worn = row(bad, wrong, set1="1.100", set2="1.110", set3="1.100", first="不合格", result="不合格")
    worn |= {SAYS["sealno"]: "", SAYS["labelno"]: ""}
    done = send(office, [row(good), worn])
    assert (done["state"], done["written"], done["bad"]) == ("done", 2, 0), done
    found = [office.item(one.id) for one in items]
    assert [(one.step, one.conclusion, one.enteredby) for one in found] == [
        ("BGQR", "7011", office.user("jianyan3").id),
        ("BGQR", "7012", office.user("jianyan3").id),
    ]
    assert [one.nextdate for one in found] == [clock.add_months(clock.today(), 12), None]
    first, second = sorted(records(office, items), key=lambda one: one.conclusion)
    (cells,) = first.measures["valves"]["rows"]
    assert (cells["set2"], cells["calmode"], cells["setpress"]) == ("1.010", "01", "1.0000")
    assert first.conditions["temperature"] == "20"
    assert "安全阀校验台" in {one["name"][:6] for one in first.instruments}
    assert {seq for seq, one in second.results.items() if one["r"] == "×"} == {"4", "6"}
    assert second.problems.startswith("第4项")


@pytest.mark.parametrize(
    ("more", "cells", "sentence"),
    [
        ({}, {"set3": ""}, "阀AF-2026-001三次整定压力不全或重复性超差"),
        ({}, {"set1": "1.040", "set2": "1.040", "set3": "1.040"}, "整定压力偏差0.04MPa超过允许值"),
        ({FAILED: "99"}, {}, "没有第99项"),
        ({FAILED: "4", "无此项": "4"}, {}, "第4项不能既不合格又无此项"),
        ({"仪器编号": "ZZ-9"}, {}, "没有可用的仪器ZZ-9"),
        ({NUMBER: "AF-0"}, {}, "没有由您录入的这只安全阀的业务"),
    ],
)
def test_a_row_that_its_page_would_not_take_is_said_and_nothing_is_kept(
    office: Office, more: dict[str, str], cells: dict[str, str], sentence: str
) -> None:
    (item,) = arranged(office, 1)
    done = send(office, [row(item, more, **cells)])
    (fault,) = done["faults"]
    assert sentence in fault["sentence"]
    assert (office.item(item.id).step, records(office, [item])) == ("BGSC", [])
    assert office.item(item.id).reportno == ""


def test_a_question_of_the_checks_is_answered_in_the_row(office: Office) -> None:
    (item,) = arranged(office, 1)
    hot = {"条件：环境温度（℃）": "42"}
    (fault,) = send(office, [row(item, hot)])["faults"]
    assert fault["sentence"] == f"环境温度 42℃ 超出 5～40 ℃：停止校验，须写明原因（{RULE}）"
    assert send(office, [row(item, hot | WHY)])["written"] == 1
    (record,) = records(office, [item])
    assert [one["reason"] for one in record.reasons.values()] == [WHY["情况说明"]]


def test_a_valve_twice_and_one_that_is_begun_are_refused(office: Office) -> None:
    one, begun = arranged(office, 2)
    office.good("jianyan3", "/api/appbuss/buildReport", ids=begun.id)
    (record,) = records(office, [begun])
    typed = {"rows": [record.measures["valves"]["rows"][0] | {"set1": "1.000"}]}
    office.good("jianyan3", "/api/appbuss/saveRecord", id=begun.id, tables={"valves": typed})
    done = send(office, [row(one), row(one), row(begun)], mode="check")
    assert {fault["row"]: fault["sentence"] for fault in done["faults"]} == {
        3: "与第2行是同一只安全阀",
        4: "这只安全阀已录入校验数据，请在报告录入中提交",
    }
    assert office.item(one.id).step == "BGSC"


def test_the_valves_of_another_inspector_are_not_filled(office: Office) -> None:
    (item,) = arranged(office, 1)
    for login in ("jianyan1", "jianyan6"):  # of another department, and who helps but does not build the record
        done = send(office, [row(item)], login=login)
        assert [one["sentence"] for one in done["faults"]] == ["没有由您录入的这只安全阀的业务"], login
    assert records(office, [item]) == []
    mine, others = (office.good(who, LIST, pageNo=1, pageSize=20)["list"] for who in ("jianyan3", "jianyan1"))
    assert ([one["id"] for one in mine], others) == ([item.id], [])


def test_the_template_holds_the_valves_that_wait(office: Office) -> None:
    items = arranged(office, 2)
    file = office.call("/api/import/template", _as=office.user("jianyan3"), _method="GET", viewNo=BENCH_LIST)
    head, _example, *rows = first_sheet(file.content)
    place = head.index(NUMBER)
    assert [one[place] for one in rows] == [one.equcode for one in items]
    filled = row(items[0])
    untouched = {NUMBER: items[1].equcode}
    assert send(office, [filled, untouched])["written"] == 1  # who fills in one row sends one
