"""Each date that an inspection sets is proposed, chosen, refused, written and printed by itself."""

from datetime import date
from typing import Any

import pytest

from tejian.demo.journey import reasons_for
from tejian.inspection.models.items import AppBuss
from tejian.inspection.rules.dates import last_day_of_month
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months

from .conftest import Office
from .papers import plain
from .test_conclusions import Sort, built, record, save
from .test_journeys import cn, errors, issued

BOILER = Sort("1100", "02", "0204", "1011", "1012", facts={"worstgrade": "1"})
STATED = {"worstgrade": "1", "allowpress": "1.0", "allowtemp": "184"}
VESSEL = Sort("2150", "02", "0205", "1021", "1023")
TANK = Sort("2210", "02", "0209", "1021", "1023")
ROPEWAY = Sort("9100", "02", "0215", "1071", "1075")


def found(office: Office, item: AppBuss, sort: Sort, **form: Any) -> Any:
    """The record with its best conclusion."""
    office.filled(item)
    facts = sort.facts | {"pressfailed": "0", "worstgrade": "1"} if sort in (VESSEL, TANK) else sort.facts
    return save(office, item, conclusion=sort.best, **({"facts": facts} if facts else {}), **form)


def days(saved: Any) -> dict[str, tuple[str, str]]:
    return {one["field"]: (one["value"], one["ruledate"]) for one in saved["dates"]}


def boiler(office: Office) -> tuple[AppBuss, Any]:
    item = built(office, BOILER)
    office.filled(item)
    return item, save(office, item, facts=STATED, conclusion="1011")


def test_each_date_is_proposed_and_chosen_by_itself(office: Office) -> None:
    item, saved = boiler(office)
    rule = add_months(clock.today(), 12)
    assert days(saved) == {"ninspdate2": (str(rule), str(rule))}
    assert record(office, item).nextdates == {}
    sooner = add_months(clock.today(), 9)
    saved = save(office, item, nextdates={"ninspdate2": str(sooner)})
    assert (days(saved), errors(saved)) == ({"ninspdate2": (str(sooner), str(rule))}, [])
    assert saved["nextdate"] == str(add_months(clock.today(), 24))
    made, _report, text = issued(office, item)
    assert (made.ninspdate, made.ninspdate2) == (add_months(clock.today(), 24), sooner)
    assert made.params["ninspdateout"] == str(sooner)
    assert cn(sooner) in text and plain("下次外部检验日期") in text and cn(rule) not in text
    [line] = [one for one in made.nextexplain["lines"] if one["field"] == "ninspdate2"]
    assert (line["value"], line["rule"]) == (str(sooner), str(rule))
    assert line["steps"][-1] == f"检验人员确定下次外部检验日期为 {sooner}"


def test_a_later_date_is_refused_by_its_own_name_and_nothing_goes_on(office: Office) -> None:
    item, _saved = boiler(office)
    rule = add_months(clock.today(), 12)
    saved = save(office, item, nextdates={"ninspdate2": str(add_months(rule, 1))})
    sentence = f"下次外部检验日期不得晚于规则计算日期{rule}"
    assert errors(saved) == [sentence]
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, reasons=reasons_for(saved["findings"]))
    before = item.step, record(office, item).version
    assert office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id) == sentence
    assert (office.item(item.id).step, record(office, item).version) == before
    long_ago = date(2020, 1, 1)
    saved = save(office, item, nextdates={"ninspdate2": str(long_ago)})
    assert errors(saved) == [f"下次外部检验日期{long_ago}不得早于检验日期{clock.today()}"]
    saved = save(office, item, nextdates={"ninspdate2": " "})  # cleared: as the rule gives it
    assert (days(saved), errors(saved)) == ({"ninspdate2": (str(rule), str(rule))}, [])


def test_what_is_changed_behind_is_refused_at_the_audit(office: Office) -> None:
    item, _saved = boiler(office)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    record(office, item).nextdates = {"ninspdate2": str(add_months(clock.today(), 13))}
    office.db.commit()
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    said = office.refused("shenhe", "/api/appbuss/auditReport", ids=item.id)
    assert "下次外部检验日期不得晚于规则计算日期" in said


@pytest.mark.parametrize("name", ["nwaterdate", "ninspdate", "prodate"])
def test_a_date_that_no_rule_gives_is_not_taken(office: Office, name: str) -> None:
    """The hydro test of a boiler that is inspected inside; the main date, which has its own place; no date at all."""
    item, _saved = boiler(office)
    said = office.refused("jianyan1", "/api/appbuss/saveRecord", id=item.id, nextdates={name: str(clock.today())})
    assert said == "本次检验没有这个下次日期"
    assert record(office, item).nextdates == {}


def test_a_failed_inspection_keeps_no_date(office: Office) -> None:
    item, _saved = boiler(office)
    save(office, item, nextdates={"ninspdate2": str(add_months(clock.today(), 9))})
    assert record(office, item).nextdates != {}
    saved = save(office, item, conclusion="1012")
    assert (saved["dates"], record(office, item).nextdates) == ([], {})


@pytest.mark.parametrize(
    ("sort", "field", "months", "label"),
    [
        (VESSEL, "nyearcheckdate", 12, "下次年度检查日期"),
        (TANK, "ninspdate2", 12, "下次年度检验日期"),
        (ROPEWAY, "nannualdate", 12, "下次年度检验日期"),
    ],
    ids=["annual check of a vessel", "annual inspection of a tank", "annual inspection of a ropeway"],
)
def test_the_other_date_of_each_class_is_chosen_written_and_printed(
    office: Office, sort: Sort, field: str, months: int, label: str
) -> None:
    item = built(office, sort)
    saved = found(office, item, sort)
    rule, sooner = add_months(clock.today(), months), add_months(clock.today(), months - 2)
    assert days(saved)[field] == (str(rule), str(rule))
    saved = save(office, item, nextdates={field: str(sooner)})
    assert errors(saved) == []
    made, _report, text = issued(office, item)
    assert str(getattr(made, field, None) or made.params[field]) == str(sooner)
    assert plain(label) in text and cn(sooner) in text


def test_the_brake_test_of_a_lift_is_chosen_and_printed_to_the_month(office: Office) -> None:
    item = office.built()
    office.filled(item)
    saved = save(office, item, conclusion="1031")
    value, rule = days(saved)["nextbraketestdate"]
    assert value == rule
    sooner = last_day_of_month(add_months(date.fromisoformat(rule), -3))
    saved = save(office, item, nextdates={"nextbraketestdate": str(sooner)})
    assert errors(saved) == []
    lift, _report, text = issued(office, item)
    assert lift.nextbraketestdate == sooner
    assert plain("下次 125% 制动试验日期") in text and f"{sooner.year}年{sooner.month:02}月" in text
