"""Rows of tables from two phones: by numbers made on the phone, which hold when a desk or the other phone goes on."""

from typing import Any

from sqlalchemy import select

from tejian.inspection.models.fieldwork import RecordConflict
from tejian.inspection.models.items import AppBuss

from .conftest import SAVE, Office
from .phones import Phone, cells_of, phones, record


def table_of(office: Office, item: AppBuss) -> tuple[str, str, str]:
    """A table of the record with two cells that take a number or a text."""
    return cells_of(office.good("jianyan1", "/api/appbuss/getItem", id=item.id))


def rows(office: Office, item: AppBuss, code: str) -> list[dict[str, Any]]:
    return list(record(office, item).measures.get(code, {}).get("rows", []))


def disputes(office: Office) -> list[RecordConflict]:
    return list(office.db.scalars(select(RecordConflict).order_by(RecordConflict.createtime)))


def begun(office: Office) -> tuple[AppBuss, Phone, Phone, str, str, str, str]:
    item = office.built()
    mine, other = phones(office)
    code, one, two = table_of(office, item)
    return item, mine, other, record(office, item).id, f"tables.{code}", one, two


def test_rows_of_both_stand_beside_each_other(office: Office) -> None:
    item, mine, other, key, at, one, two = begun(office)
    code = at.split(".")[1]
    answers = [
        mine.write(key, f"{at}.row-of-main.{one}", "1"),
        other.write(key, f"{at}.row-of-other.{one}", "2"),
        mine.write(key, f"{at}.row-of-main.{two}", "11"),
        other.write(key, f"{at}.row-of-other", {one: "2", two: "22"}, {one: "2"}),
    ]
    assert [a["state"] for a in answers] == ["taken"] * 4, [a["message"] for a in answers]
    assert rows(office, item, code) == [{one: "1", two: "11"}, {one: "2", two: "22"}]
    pack = mine.good("pack")["jobs"][0]["job"]
    assert pack["rows"][code] == ["row-of-main", "row-of-other"]


def test_rows_keep_their_numbers_when_a_desk_changes_them(office: Office) -> None:
    item, mine, _, key, at, one, two = begun(office)
    code = at.split(".")[1]
    mine.send(mine.op(key, f"{at}.r-1.{one}", "1"), mine.op(key, f"{at}.r-2.{one}", "2"))
    changed = [{one: "1"}, {one: "2", two: "5"}]
    office.good("jianyan1", SAVE, id=item.id, tables={code: {"params": {}, "rows": changed}})
    assert mine.write(key, f"{at}.r-2.{one}", "3", "2")["state"] == "taken"
    assert rows(office, item, code) == [{one: "1"}, {one: "3", two: "5"}]


def test_a_cell_that_both_changed_is_a_conflict(office: Office) -> None:
    item, mine, other, key, at, one, two = begun(office)
    code = at.split(".")[1]
    mine.write(key, f"{at}.r-1", {one: "1", two: "10"})
    assert other.write(key, f"{at}.r-1.{two}", "12", "9")["state"] == "conflict"
    assert rows(office, item, code) == [{one: "1", two: "10"}]
    [dispute] = disputes(office)
    assert (dispute.mine, dispute.theirs, dispute.working) == ("12", "10", "10")
    sent = {"id": dispute.id, "version": dispute.version, "choice": "mine", "reason": "重新量过一次"}
    office.good("jianyan1", "/api/pda/decide", **sent)
    assert rows(office, item, code) == [{one: "1", two: "12"}]


def test_a_row_that_was_taken_away_and_changed_stays_until_it_is_decided(office: Office) -> None:
    item, mine, other, key, at, one, two = begun(office)
    code = at.split(".")[1]
    mine.write(key, f"{at}.r-1", {one: "1", two: "10"})
    assert mine.write(key, f"{at}.r-1", None, {one: "1", two: "10"})["state"] == "taken"
    assert rows(office, item, code) == []
    assert other.write(key, f"{at}.r-1.{two}", "12", "10")["state"] == "conflict"
    assert rows(office, item, code) == [{one: "1", two: "12"}]
    [dispute] = disputes(office)
    assert (dispute.mine, dispute.theirs) == ({one: "1", two: "12"}, "")
    sent = {"id": dispute.id, "version": dispute.version, "choice": "theirs", "reason": "该点不用测量"}
    office.good("jianyan1", "/api/pda/decide", **sent)
    assert rows(office, item, code) == []


def test_a_row_is_not_taken_away_from_who_changed_it(office: Office) -> None:
    item, mine, other, key, at, one, two = begun(office)
    code = at.split(".")[1]
    mine.write(key, f"{at}.r-1", {one: "1", two: "10"})
    other.write(key, f"{at}.r-1.{two}", "12", "10")
    assert mine.write(key, f"{at}.r-1", None, {one: "1", two: "10"})["state"] == "conflict"
    assert rows(office, item, code) == [{one: "1", two: "12"}]


def test_a_wrong_cell_is_refused_alone(office: Office) -> None:
    item, mine, _, key, at, one, two = begun(office)
    code = at.split(".")[1]
    answers = mine.send(
        mine.op(key, f"{at}.r-1.{one}", "1"),
        mine.op(key, f"{at}.r-1.nothing", "1"),
        mine.op(key, f"{at}.r-1.{two}", {"a": 1}),
        mine.op(key, f"{at}.r 1.{two}", "1"),
        mine.op(key, f"{at}.r-1.{two}", "7"),
    )
    assert [a["state"] for a in answers] == ["taken", "refused", "refused", "refused", "taken"]
    assert rows(office, item, code) == [{one: "1", two: "7"}]
