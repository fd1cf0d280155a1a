"""What conforms was measured: every value with a limit that applies to the device, said at entry, refused after it."""

from typing import Any

import pytest

from tejian.archives.models.equipment import Equipment
from tejian.demo.journey import reasons_for

from .conftest import Office
from .test_conclusions import SORTS, Sort, built, record, save

SUBMIT = "/api/appbuss/submitRecord"
LIFT = next(one for one in SORTS if one.kind == "3110")
TRUCK = next(one for one in SORTS if one.kind == "5110")
CRANE = next(one for one in SORTS if one.kind == "4110")
GAPS = "门扇间隙、旁开门 150N 受力间隙或中分门 150N 受力间隙总和"  # a door has one of the two


def whole(office: Office, sort: Sort) -> Any:
    """A record with everything it asks for, and its item."""
    item = office.built() if sort.kind == "3110" else built(office, sort)
    office.filled(item)
    save(office, item, **({"facts": sort.facts} if sort.facts else {}), conclusion=sort.best)
    return item


BY_HAND = {code: {"empty": "1"} for code in ("brake", "doors", "lbrake")}  # tables that would give items their values


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
    tables = {one["code"]: BY_HAND[one["code"]] for one in screen["tables"] if one["code"] in BY_HAND}
    saved = save(office, item, results=[{"seq": one["seq"], "r": "√", "v": values}], tables=tables)
    assert told(saved, "X06") == [sentence]
    assert office.refused("jianyan1", SUBMIT, id=item.id, remark="仍按合格")
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
    saved = save(
        office,
        item,
        results=[{"seq": 12, "r": "×", "n": "制动失效", "v": {"distempty": "9"}}],
        tables={"brake": {"empty": "1"}},
    )
    assert told(saved, "X06") == []
    saved = save(office, item, results=[{"seq": 12, "r": "×", "n": "制动失效", "v": {}}])
    assert told(saved, "X06") == ["第12项行车制动：没有实测值"]
    saved = save(office, item, results=[{"seq": 10, "r": "—", "v": {}}])
    assert [text for text in told(saved, "X06") if text.startswith("第10项")] == []


def marked(office: Office, item: Any, number: str, **values: str) -> Any:
    """The record saved once more, with the item conforming and these values."""
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    one = next(each for each in screen["items"] if each["item_no"] == number)
    return save(office, item, results=[{"seq": one["seq"], "r": "√", "v": values}])


def without(office: Office, sort: Sort, name: str, **more: Any) -> Any:
    """A whole record of a device whose archive does not know a parameter."""
    item = built(office, sort)
    made = office.db.get_one(Equipment, item.equdatasysid)
    made.params = {key: value for key, value in {**made.params, **more}.items() if key != name}
    office.db.commit()
    save(office, item, refresh="1")
    office.filled(item)
    save(office, item, **({"facts": sort.facts} if sort.facts else {}), conclusion=sort.best)
    return item


def test_a_limit_whose_bound_lacks_an_input_says_which(office: Office) -> None:
    item = without(office, CRANE, "span", workgrade="A5")
    saved = marked(office, item, "3.2", deflect="4999")
    sentence = "第8项的限值不能判断，档案缺少跨度"
    assert told(saved, "X29", "X30") == [sentence]  # the static load is tested at supervised inspections alone
    others = reasons_for([one for one in saved["findings"] if one["text"] != sentence])
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, reasons=others)
    said = office.post("jianyan1", SUBMIT, id=item.id)
    assert said["errorMsg"].startswith(f"{sentence}")
    assert "须写明原因" in said["errorMsg"]
    assert (office.item(item.id).step, record(office, item).reasons.keys()) == ("BGLR", others.keys())
    office.good("jianyan1", SUBMIT, id=item.id)
    assert record(office, item).reasons["X30_8"]["text"] == sentence


def test_a_key_item_whose_limit_cannot_be_worked_out_does_not_pass(office: Office) -> None:
    sort = Sort("3310", "02", "0211", "1031", "1032")
    item = without(office, sort, "nominalspeed")
    saved = marked(office, item, "ES-39", stopdistance="9")
    sentence = "第39项的限值不能判断，档案缺少名义速度"
    assert told(saved, "X29", "X30") == [sentence]
    assert sentence in office.refused("jianyan1", SUBMIT, id=item.id)
    assert office.item(item.id).step == "BGLR"


def test_a_limit_that_cannot_be_about_the_device_says_nothing(office: Office) -> None:
    """A tower crane has no girder between two rails, an overhead crane no cantilever, a hall no power line."""
    item = without(office, Sort("4310", "02", "0211", "1041", "1042"), "span")
    saved = marked(office, item, "3.2")
    assert told(saved, "X29", "X30") == []
    item = without(office, CRANE, "cantilever", span="16.5", workgrade="A5")
    saved = marked(office, item, "2.2", clearfix="0.3")
    assert told(saved, "X29", "X30") == []


def test_a_value_whose_limit_depends_on_what_nobody_stated_is_asked_about(office: Office) -> None:
    item = without(office, CRANE, "", span="16.5", workgrade="A5")
    saved = marked(office, item, "2.2", clearfix="0.3", clearline="1.6")
    assert told(saved, "X30") == ["第4项的限值不能判断，没有填写输电线电压"]
    saved = save(office, item, facts={"linevolt": "0.4"})
    assert told(saved, "X30") == []


def test_a_grade_for_which_a_rule_could_not_be_judged_says_what_was_lacking(office: Office) -> None:
    item = built(office, next(one for one in SORTS if one.kind == "2150"))
    office.filled(item)
    pits = {"fno": "1", "finding": "点腐蚀", "thick": "12", "depth": "3", "length": "60"}
    saved = save(office, item, tables={"find": {"rows": [pits]}})
    assert told(saved, "X32") == ["缺陷（问题）登记与评级第1行：缺少腐蚀裕量、面积之和，有评级规则不能判断，现按3级"]
    saved = save(office, item, tables={"find": {"rows": [pits | {"depth": "1", "area": "100", "repaired": "1"}]}})
    assert [text for text in told(saved, "X32") if "面积" in text] == []


def test_a_condition_that_depends_on_what_is_stated_is_asked_for(office: Office) -> None:
    item = built(office, Sort("2150", "02", "0206", "1021", "1023"))
    sites = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["sites"]
    assert "chloride" not in [one["code"] for one in sites]
    saved = save(office, item, facts={"matgroup": "奥氏体钢"})
    assert [text for text in told(saved, "X18") if "氯离子" in text]
