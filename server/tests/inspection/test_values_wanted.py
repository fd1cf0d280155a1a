"""What conforms was measured: every value with a limit that applies to the device, said at entry, refused after it."""

from typing import Any

import pytest

from .conftest import Office
from .test_conclusions import SORTS, Sort, built, record, save

SUBMIT = "/api/appbuss/submitRecord"
LIFT = next(one for one in SORTS if one.kind == "3110")
TRUCK = next(one for one in SORTS if one.kind == "5110")
CRANE = next(one for one in SORTS if one.kind == "4110")
GAPS = "门扇间隙、旁开门 150N 受力间隙、中分门 150N 受力间隙总和"


def whole(office: Office, sort: Sort) -> Any:
    """A record with everything it asks for, and its item."""
    item = office.built() if sort.kind == "3110" else built(office, sort)
    office.filled(item)
    save(office, item, **({"facts": sort.facts} if sort.facts else {}), conclusion=sort.best)
    return item


def told(saved: Any, *checks: str) -> list[str]:
    return [one["text"] for one in saved["findings"] if one["check"] in checks]


@pytest.mark.parametrize(
    ("sort", "number", "values", "sentence"),
    [
        (TRUCK, "12", {"distempty": "4.2"}, "第12项行车制动：没有实测值，缺满载制动距离（初速度 10 km/h）"),
        (LIFT, "A1.3.8", {}, "第40项轿厢意外移动保护：没有实测值，缺意外移动后轿厢停止距离"),
        (LIFT, "A1.3.12.2", {}, "第42项125% 制动试验：没有实测值，缺制动试验载荷与额定载重量之比"),
        (LIFT, "A1.3.13", {}, "第43项运行试验：没有实测值，缺平层准确度（绝对值）"),
        (
            LIFT,
            "A1.2.7.2",
            {"doorforce": "150"},
            f"第24项门间隙：没有实测值，缺{GAPS}",
        ),
    ],
)
def test_a_value_that_a_limit_needs_is_asked_for(
    office: Office, sort: Sort, number: str, values: dict[str, str], sentence: str
) -> None:
    item = whole(office, sort)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    one = next(each for each in screen["items"] if each["item_no"] == number)
    saved = save(office, item, results=[{"seq": one["seq"], "r": "√", "v": values}])
    assert told(saved, "X06") == [sentence]
    assert sentence in office.refused("jianyan1", SUBMIT, id=item.id, remark="仍按合格")
    assert (office.item(item.id).step, record(office, item).remark) == ("BGLR", "")


@pytest.mark.parametrize(
    ("sort", "number", "values"),
    [
        (LIFT, "A1.2.7.2", {"doorforce": "150", "doorgap": "4", "doorgapcenter": "30"}),
        (LIFT, "A1.3.7", {}),  # recorded without a limit
        (CRANE, "7.2", {"earth": "3"}),
        (TRUCK, "10", {}),  # solid tyres have no tread
    ],
)
def test_what_a_device_does_not_have_is_not_asked_for(
    office: Office, sort: Sort, number: str, values: dict[str, str]
) -> None:
    item = whole(office, sort)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    one = next(each for each in screen["items"] if each["item_no"] == number)
    saved = save(office, item, results=[{"seq": one["seq"], "r": "√", "v": values}])
    assert told(saved, "X06") == []
    office.named("jianyan1", item, saved)
    office.good("jianyan1", SUBMIT, id=item.id)


def test_what_does_not_exist_or_failed_needs_no_value_of_every_limit(office: Office) -> None:
    item = whole(office, TRUCK)
    saved = save(office, item, results=[{"seq": 12, "r": "×", "n": "制动失效", "v": {"distempty": "9"}}])
    assert told(saved, "X06") == []
    saved = save(office, item, results=[{"seq": 12, "r": "×", "n": "制动失效", "v": {}}])
    assert told(saved, "X06") == ["第12项行车制动：没有实测值"]
    saved = save(office, item, results=[{"seq": 10, "r": "—", "v": {}}])
    assert [text for text in told(saved, "X06") if text.startswith("第10项")] == []
