"""What an auditor sees beside the last report: the items, the tables, the conditions, the grades and the dates."""

from typing import Any

from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months

from .conftest import Office
from .test_conclusions import Sort, built, device, save
from .test_of_two_sorts import backdated, inspected

DAY = 400  # since the last inspection


def rows(office: Office, item: AppBuss) -> dict[str, tuple[str, str]]:
    """What differs, as the auditor's page has it."""
    screen = office.good("shenhe", "/api/appbuss/getAudit", id=item.id)
    return {one["content"]: (one["before"], one["now"]) for one in screen["differences"]["rows"]}


def again(office: Office, sort: Sort, facts: dict[str, str]) -> tuple[AppBuss, AppBuss]:
    """A device that was inspected, and its next record, which says the same."""
    made = device(office, sort)
    first = inspected(office, made, sort.testsort, facts=facts)
    backdated(office, first, DAY)
    item = built(office, sort, made)
    office.filled(item)
    save(office, item, facts=facts)
    return first, item


def cells(office: Office, item: AppBuss, code: str) -> dict[str, Any]:
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    return next({"params": one["params"], "rows": one["rows"]} for one in screen["tables"] if one["code"] == code)


def test_the_differences_are_those_of_tables_conditions_grades_and_dates(office: Office) -> None:
    facts = {"pressfailed": "0", "worstgrade": "1"}
    first, item = again(office, Sort("2150", "02", "0205", "", "", params={"ssdegree": "1"}), facts)
    day = {"检验日期": (str(first.inspdate), str(clock.today()))}
    ends = {"检验结论": ("符合要求(1-2级, 允许使用)", ""), "下次检验日期": (str(first.nextdate), "")}
    repeated = {"上次检验意见": ("—", "√")}  # the first inspection had none before it
    assert rows(office, item) == day | ends | repeated
    walls = cells(office, item, "thick")
    walls["rows"][0]["measured"] = "9.2"
    walls["rows"] = [*walls["rows"][:2], {**walls["rows"][0], "part": "人孔", "point": "9"}]
    form = {"tables": {"thick": walls}, "facts": {**facts, "worstgrade": "2"}, "conditions": {"lamp": "24"}}
    save(office, item, **form, conclusion="1021")
    title = "壁厚测定与强度校核"
    screen = office.good("shenhe", "/api/appbuss/getAudit", id=item.id)
    assert (screen["differences"]["last"]["reportno"]) == first.reportno
    found = rows(office, item)
    assert found[f"{title} 筒体 1 实测最小值"][1] == "9.2"
    assert found[f"{title} 夹套 3"] == ("有此行", "无此行")
    assert found[f"{title} 人孔 9"] == ("无此行", "有此行")
    assert found["本次评定的安全状况等级"] == ("1", "2")
    assert found["检验日期"] == day["检验日期"] and not {"检验结论", "下次检验日期"} & set(found)
    save(office, item, nextdate=str(add_months(clock.today(), 60)), remark="缩短周期")
    assert rows(office, item)["下次检验日期"] == (str(first.nextdate), str(add_months(clock.today(), 60)))
    lamp = next(one["label"] for one in screen["sites"] if one["code"] == "lamp")
    assert found[lamp][1] == "24"
    assert {one["table"] for one in screen["differences"]["rows"]} == {"", "thick"}


def test_the_grade_of_a_line_differs(office: Office) -> None:
    _first, item = again(office, Sort("8310", "02", "0212", "", ""), {"pressfailed": "0"})
    own = cells(office, item, "lines")
    own["rows"][0]["grade"] = "2"
    save(office, item, tables={"lines": own})
    assert rows(office, item)["管线检验结论汇总 PL-1 安全状况等级"] == ("1", "2")


def test_an_item_differs_and_a_first_inspection_differs_from_nothing(office: Office) -> None:
    made = device(office, Sort("4110", "02", "0211", "", ""))
    first = inspected(office, made, "0211")
    screen = office.good("shenhe", "/api/appbuss/getAudit", id=first.id)
    assert screen["differences"] == {"last": None, "rows": []}
    backdated(office, first, DAY)
    item = built(office, Sort("4110", "02", "0211", "", ""), made)
    office.filled(item, n3="△")
    content = next(
        one["content"]
        for one in office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["items"]
        if one["seq"] == 3
    )
    assert rows(office, item)[content] == ("√", "△")
