"""承压类整改复检: a boiler, a vessel and a ropeway whose report failed, from the list to the approved re-inspection."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss

from .conftest import Office
from .test_again import DECLARE, LIST, answered, declared, device, through
from .test_conclusions import SORTS, Sort, built, repair, save

BEARING = "/api/again/findBearing"
PRESSURE = [one for one in SORTS if one.kind in ("1100", "2150", "9100")]


def failed(office: Office, sort: Sort) -> AppBuss:
    """A report whose first key item failed; it is approved."""
    item = built(office, sort)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    key = next(one["seq"] for one in screen["items"] if one["key"] and not one["result"])
    office.filled(item, **{f"n{key}": "×"})
    save(office, item, facts=sort.facts)
    saved = save(office, item, conclusion=sort.failed, **repair(office, item))
    form = {"version": saved["version"], "conclusion": sort.failed}
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id, **form)
    return through(office, item)


def day_of(made: Equipment, sort: Sort) -> str:
    """The date that the sort moves, which stands in a column or among the technical values."""
    (name,) = sort.fields
    return str(getattr(made, name, None) or made.params.get(name) or "")


def listed(office: Office) -> dict[str, Any]:
    return {one["id"]: one["stateName"] for one in office.good("shouli", BEARING)["list"]}


@pytest.mark.parametrize("sort", PRESSURE, ids=str)
def test_what_failed_is_declared_again_from_the_list_of_pressure_equipment(office: Office, sort: Sort) -> None:
    item = failed(office, sort)
    made = device(office, item)
    assert (item.unqualcode != "", made.unqualcode) == (True, item.unqualcode)
    before = day_of(made, sort)
    assert item.id in listed(office)
    assert item.id not in {one["id"] for one in office.good("shouli", LIST)["list"]}  # that is of lifts and cranes
    assert "尚未收到整改反馈，不能复检" in office.refused("shouli", DECLARE, ids=item.id)
    assert office.db.scalar(select(func.count()).where(AppBuss.mother_id == item.id)) == 0
    answered(office, item)
    again = declared(office, item)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=again.id)
    wrong = [str(one["seq"]) for one in office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["items"]
             if one["result"] in ("×", "△")]  # fmt: skip
    assert [str(one["seq"]) for one in screen["items"]] == wrong
    office.filled(again)
    asked = {one["name"] for one in screen["facts"]}
    saved = save(office, again, facts={name: text for name, text in sort.facts.items() if name in asked})
    words = {"conclusion": saved["proposal"]["code"], "problems": f"第{'、'.join(wrong)}项已整改，复检符合"}
    saved = save(office, again, **words)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=again.id, version=saved["version"])
    again = through(office, again)
    made = device(office, again)
    after = day_of(made, sort)
    assert (again.unqualcode, made.unqualcode) == ("", "")
    assert after and after != before
