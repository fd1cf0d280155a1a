"""A machine of a fleet is filled as the one before it, but for what was measured, what is wrong and what is key."""

from typing import Any

from sqlalchemy import select

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord

from .conftest import Office

FILL, SAVE, ITEM = "/api/appbuss/fillAsBefore", "/api/appbuss/saveRecord", "/api/appbuss/getItem"


def two(office: Office, **marks: str) -> tuple[AppBuss, AppBuss]:
    """Two lifts of one declaration whose records stand open, the first of them filled and concluded."""
    items = office.arranged(2)
    sure = {"contacted": "值班", "siteconditions": "具备检验条件", "safetybriefed": "1"}
    for one in items:
        office.good("jianyan1", "/api/appmain/taskConfirmCommit", ids=one.id, **sure)
        office.good("jianyan1", "/api/appbuss/buildReport", ids=one.id)
    first, second = (office.item(one.id) for one in items)
    saved = office.filled(first, **marks)
    office.good("jianyan1", SAVE, id=first.id, conclusion=saved["proposal"]["code"])
    return first, second


def record(office: Office, item: AppBuss) -> OriginalRecord:
    office.db.expire_all()
    return office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()


def screen(office: Office, item: AppBuss) -> Any:
    return office.good("jianyan1", ITEM, id=item.id)


def test_what_was_not_measured_is_taken_over_and_its_source_named(office: Office) -> None:
    first, second = two(office)
    before = {one["seq"]: one for one in screen(office, first)["items"]}
    assert screen(office, second)["former"] == {"seisn": first.seisn, "equcode": first.equcode}
    office.good("jianyan1", FILL, id=second.id)
    shown = screen(office, second)
    taken = [one for one in shown["items"] if one["taken"]]
    assert len(taken) > 5
    for one in taken:
        assert one["result"] == before[one["seq"]]["result"]
        assert one["taken"] == f"{first.seisn}（{first.equcode}）"
        assert not one["key"] and one["type"] != "measure" and not one["measures"]
    empty = [one for one in shown["items"] if not one["result"]]
    assert empty and all(one["key"] or one["type"] == "measure" or one["measures"] for one in empty)
    assert all(not one["values"] for one in shown["items"])
    told = [one["text"] for one in shown["findings"] if one["level"] == "info" and "填写，测量值未照抄" in one["text"]]
    assert told == [f"{len(taken)}项结果照{first.seisn}（{first.equcode}）填写，测量值未照抄"]


def test_conditions_in_words_and_instruments_come_along_and_numbers_and_states_do_not(office: Office) -> None:
    first, second = two(office)
    used = record(office, first)
    sites = {one["code"]: one["measured"] for one in screen(office, first)["sites"] if "measured" in one}
    office.good("jianyan1", FILL, id=second.id)
    filled = record(office, second)
    assert [one["id"] for one in filled.instruments] == [one["id"] for one in used.instruments] != []
    assert not any(one.get("state") for one in filled.instruments)
    assert not [code for code, number in sites.items() if number and filled.conditions.get(code)]
    assert (filled.begunat, filled.endedat, filled.conclusion, filled.problems) == ("", "", "", "")


def test_a_fault_and_an_answer_of_ones_own_stay_with_their_machine(office: Office) -> None:
    first, second = two(office)
    plain = [one for one in screen(office, first)["items"] if not one["key"] and not one["measures"]]
    wrong, own = [one["seq"] for one in plain if one["result"] == "√" and one["type"] != "measure"][:2]
    fault = [{"seq": wrong, "r": "×", "n": "标志缺失"}]
    office.good("jianyan1", SAVE, id=first.id, results=fault)
    office.good("jianyan1", SAVE, id=second.id, results=[{"seq": own, "r": "—"}])
    if not record(office, first).conclusion:
        office.good("jianyan1", SAVE, id=first.id, conclusion="1032")
    office.good("jianyan1", FILL, id=second.id)
    items = {one["seq"]: one for one in screen(office, second)["items"]}
    assert (items[wrong]["result"], items[wrong]["taken"]) == ("", "")
    assert (items[own]["result"], items[own]["taken"]) == ("—", "")
    assert office.refused("jianyan1", FILL, id=second.id).startswith(
        f"{second.seisn}：没有可以照{first.seisn}填写的空项"
    )


def test_who_changes_an_answer_makes_it_his_own(office: Office) -> None:
    _first, second = two(office)
    office.good("jianyan1", FILL, id=second.id)
    one = next(one for one in screen(office, second)["items"] if one["taken"] and one["result"] == "√")
    office.good("jianyan1", SAVE, id=second.id, results=[{"seq": one["seq"], "r": "×", "n": "标志缺失"}])
    assert not next(x for x in screen(office, second)["items"] if x["seq"] == one["seq"])["taken"]


def test_without_a_machine_before_nothing_is_filled(office: Office) -> None:
    item = office.built()
    assert screen(office, item)["former"] is None
    said = office.refused("jianyan1", FILL, id=item.id)
    assert said == f"{item.seisn}：本申报单中没有同类、同地点、已填结论的上一台"
    assert not record(office, item).instruments
