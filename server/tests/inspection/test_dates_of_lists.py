"""下次检验日期 in the lists of items: what the archive said until this inspection says otherwise."""

from datetime import date, timedelta
from typing import Any

from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock

from .conftest import Office
from .test_reissue import approved, released


def row_of(office: Office, item: AppBuss, login: str = "shouli", **more: str) -> dict[str, Any]:
    page = office.good(login, "/api/appbuss/findList", number=item.seisn, **more)
    return dict(page["list"][0])


def test_the_date_of_the_archive_stands_until_the_record_gives_one(office: Office) -> None:
    item = office.built()
    before = item.duedate
    assert before is not None
    row = row_of(office, item)
    assert (row["nextdate"], row["duedate"]) == (str(before), str(before))
    saved = office.filled(item)
    assert row_of(office, item)["nextdate"] == str(before)  # nothing is concluded by the items alone
    code = saved["proposal"]["code"]
    given = office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, conclusion=code)["nextdate"]
    assert given > str(before)
    row = row_of(office, item)
    assert (row["nextdate"], row["duedate"], row["isNinspdateOverdue"]) == (given, str(before), "0")
    chosen = str(date.fromisoformat(given) - timedelta(days=40))
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, nextdate=chosen, remark="缩短周期")
    assert row_of(office, item)["nextdate"] == chosen
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    assert row_of(office, item)["nextdate"] == chosen


def test_a_failed_inspection_gives_no_date_and_the_device_stays_overdue(office: Office) -> None:
    item = office.built()
    saved = office.filled(item, n31="×")
    item.duedate = clock.today() - timedelta(days=1)
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, conclusion=saved["proposal"]["code"])
    row = row_of(office, item)
    assert (row["nextdate"], row["duedate"]) == (None, str(item.duedate))
    assert row["isNinspdateOverdue"] == "1"


def test_an_item_of_an_overdue_device_is_late_until_it_is_concluded(office: Office) -> None:
    item = office.built()
    item.duedate = clock.today() - timedelta(days=1)
    assert row_of(office, item)["isNinspdateOverdue"] == "1"


def test_an_approved_and_a_corrected_report_show_the_date_they_give(office: Office) -> None:
    item = released(office)
    given = item.nextdate
    assert given is not None and given != item.duedate
    assert row_of(office, item)["nextdate"] == str(given)
    approved(office, item)
    assert row_of(office, item)["nextdate"] == str(given)  # the archive says so until it is corrected
    sooner = given - timedelta(days=30)
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, nextdate=str(sooner), remark="缩短周期")
    assert row_of(office, item)["nextdate"] == str(sooner)


def test_lists_are_sorted_by_the_date_they_show(office: Office) -> None:
    first, second = office.accepted(2)
    first.duedate, second.duedate = clock.today() + timedelta(days=9), clock.today() + timedelta(days=5)
    first.nextdate = clock.today() + timedelta(days=3)
    query = {"number": first.appno, "orderBy": "nextdate"}
    found = office.good("shouli", "/api/appbuss/findList", **query)["list"]
    assert [one["id"] for one in found] == [first.id, second.id]
