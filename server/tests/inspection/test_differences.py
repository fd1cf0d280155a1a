"""What an auditor sees beside the last report: the items, the tables, the conditions, the grades and the dates."""

from decimal import Decimal
from typing import Any

import pytest

from tejian import data
from tejian.inspection.models.items import AppBuss
from tejian.inspection.rules.api import is_usual, usual_difference
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


def test_a_measured_value_that_differs_as_measuring_does_is_no_difference(office: Office) -> None:
    """A tenth of a millimetre of a wall is the instrument; three tenths are corrosion."""
    facts = {"pressfailed": "0", "worstgrade": "1"}
    _first, item = again(office, Sort("2150", "02", "0205", "", "", params={"ssdegree": "1"}), facts)
    walls = cells(office, item, "thick")
    name = "壁厚测定与强度校核 筒体 1 实测最小值"
    was = Decimal(walls["rows"][0]["measured"])
    for less, differs in (("0.1", False), ("0.2", False), ("0.21", True), ("0.3", True)):
        walls["rows"][0]["measured"] = str(was - Decimal(less))
        save(office, item, tables={"thick": walls}, facts=facts)
        assert (name in rows(office, item)) == differs, less


RULES = [usual_difference(row) for row in data.rows("usual_differences")]


@pytest.mark.parametrize(
    ("table", "unit", "before", "now", "low", "high", "usual"),
    [
        ("", "mm", "10", "11", None, None, True),  # a millimetre, or a tenth of what was
        ("", "mm", "10", "11.1", None, None, False),
        ("", "mm", "100", "110", None, None, True),
        ("", "mm", "100", "105", None, "50", True),  # a tenth of the limit, both beyond it
        ("", "mm", "100", "105.1", None, "50", False),
        ("", "Ω", "3.9", "4", None, "4", True),  # exactly the limit is inside
        ("", "Ω", "3.9", "4.1", None, "4", False),  # on its other side
        ("", "MΩ", "0.6", "0.4", "0.5", None, False),
        ("thick", "mm", "10", "10.5", None, None, False),  # the row of the table, not that of all
        ("other", "mm", "10", "10.5", None, None, True),
        ("", "根", "3", "4", None, None, False),  # counted, not measured
        ("", "mm", "", "10", None, None, False),
        ("", "mm", "约10", "10", None, None, False),
        ("", "mm", "NaN", "10", None, None, False),
    ],
)
def test_what_is_usual_goes_by_unit_and_limit(
    table: str, unit: str, before: str, now: str, low: str | None, high: str | None, usual: bool
) -> None:
    bounds = [Decimal(one) if one else None for one in (low, high)]
    assert is_usual(RULES, table, unit, before, now, *bounds) == usual
    assert is_usual(RULES, table, unit, now, before, *bounds) == usual or not usual
