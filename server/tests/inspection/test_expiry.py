"""What falls due, and its declaration in batch: one a unit, class and sort, and what cannot be declared."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppItem, AppMain
from tejian.kit.ground import clock
from tejian.messages.models import Sms

from .conftest import Office
from .test_conclusions import Sort, device

LIST, DECLARE = "/api/expiry/findList", "/api/expiry/declare"


def count(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(AppMain)) or 0


def two_units(office: Office) -> list[Equipment]:
    query = select(Equipment).where(Equipment.equclacode == "3110").order_by(Equipment.useorgsysid, Equipment.id)
    by: dict[str, list[Equipment]] = {}
    for one in office.db.scalars(query):
        by.setdefault(one.useorgsysid, []).append(one)
    first, second = list(by.values())[:2]
    return [*first[:2], second[0]]


def test_the_list_shows_what_is_due_in_three_months(office: Office) -> None:
    lift = office.lifts()[0]
    lift.ninspdate = clock.today() + timedelta(days=89)
    office.db.commit()
    ids = {r["id"] for r in office.good("shouli", LIST, pageSize=200)["list"]}
    assert lift.id in ids
    lift.ninspdate = clock.today() + timedelta(days=91)
    office.db.commit()
    assert lift.id not in {r["id"] for r in office.good("shouli", LIST, pageSize=200)["list"]}


def test_a_batch_makes_a_declaration_for_each_unit(office: Office) -> None:
    devices = two_units(office)
    numbers = office.good("shouli", DECLARE, ids=[d.id for d in devices], datefield="ninspdate")
    mains = list(office.db.scalars(select(AppMain).where(AppMain.appno.in_(numbers))))
    assert sorted(m.equcount for m in mains) == [1, 2]
    assert {(m.seisort, m.testsort, m.step) for m in mains} == {("02", "0211", "YWSL")}
    assert {m.unitsysid for m in mains} == {d.useorgsysid for d in devices}


def test_what_cannot_be_declared_is_named_and_nothing_stored_until_it_is_left_out(office: Office) -> None:
    devices = two_units(office)
    devices[0].equstatus = "8"
    office.db.commit()
    ids, before = [d.id for d in devices], count(office)
    said = office.refused("shouli", DECLARE, ids=ids, datefield="ninspdate")
    assert said == f"{devices[0].equcode}：设备不在用，不能申报定期检验。可勾选“跳过不能申报的设备”"
    assert count(office) == before
    office.good("shouli", DECLARE, ids=ids, datefield="ninspdate", skip="1")
    declared = set(office.db.scalars(select(AppItem.equdatasysid)))
    assert declared == {devices[1].id, devices[2].id}
    said = office.refused("shouli", DECLARE, ids=ids, datefield="ninspdate", skip="1")
    assert said.startswith("所选设备都不能申报：") and "该设备存在未办结的同类业务" in said
    assert count(office) == before + 2


def test_wrong_input_of_a_batch_is_refused(office: Office) -> None:
    ids = office.lifts()[0].id
    yesterday = str(clock.today() - timedelta(days=1))
    assert "已过" in office.refused("shouli", DECLARE, ids=ids, datefield="ninspdate", plandate=yesterday)
    assert "日期：请从选项中选择" in office.refused("shouli", DECLARE, ids=ids, datefield="prodate")
    assert "没有可以申报的检验类型" in office.refused("shouli", DECLARE, ids=ids, datefield="ninspdate2")
    assert count(office) == 0


# kind, the date by which a list shows it, and the inspection that states this date
DUE = [
    ("1100", "ninspdate", "0201"),
    ("1100", "ninspdate2", "0202"),
    ("1100", "nwaterdate", "0203"),
    ("2150", "ninspdate", "0205"),
    ("2150", "nyearcheckdate", "0801"),
    ("2210", "ninspdate", "0209"),
    ("2210", "ninspdate2", "0208"),
    ("2310", "ninspdate", "0210"),
    ("2410", "ninspdate", "0207"),
    ("3110", "ninspdate", "0211"),
    ("3110", "ndetdate", "0701"),
    ("4110", "ninspdate", "0211"),
    ("5110", "ninspdate", "0211"),
    ("6100", "ninspdate", "0211"),
    ("8110", "ninspdate", "0214"),
    ("8210", "ninspdate", "0213"),
    ("8310", "ninspdate", "0212"),
    ("9100", "ninspdate", "0215"),
    ("9100", "ninspdate2", "0216"),
]


@pytest.mark.parametrize(("kind", "field", "testsort"), DUE)
def test_what_falls_due_is_declared_for_the_inspection_that_states_its_date(
    office: Office, kind: str, field: str, testsort: str
) -> None:
    row = device(office, Sort(kind, "02", "0000", "", ""))
    numbers = office.good("shouli", DECLARE, ids=[row.id], datefield=field)
    made = office.db.scalars(select(AppMain).where(AppMain.appno.in_(numbers))).one()
    assert (made.testsort, made.equcount) == (testsort, 1)


@pytest.mark.parametrize(
    ("kind", "field", "url", "elsewhere"),
    [
        ("1100", "nwaterdate", "/api/expiry/findWater", "/api/expiry/findAnnual"),
        ("2210", "ninspdate2", "/api/expiry/findAnnual", "/api/expiry/findBoiler"),
        ("9100", "ninspdate2", "/api/expiry/findAnnual", "/api/expiry/findBoiler"),
    ],
)
def test_hydro_tests_and_annual_inspections_are_listed_when_they_fall_due(
    office: Office, kind: str, field: str, url: str, elsewhere: str
) -> None:
    row = device(office, Sort(kind, "02", "0000", "", ""))
    for days, shown in ((91, False), (90, True), (-1, True)):
        setattr(office.db.get_one(Equipment, row.id), field, clock.today() + timedelta(days=days))
        office.db.commit()
        listed = {one["id"] for one in office.good("shouli", url, pageSize=200)["list"]}
        assert (row.id in listed) is shown
        assert row.id not in {one["id"] for one in office.good("shouli", elsewhere, pageSize=200)["list"]}


def checked_by(office: Office, row: Equipment, day: str) -> None:
    row = office.db.get_one(Equipment, row.id)
    row.params = {**row.params, "nyearcheckdate": day}
    office.db.commit()


def test_annual_checks_of_vessels_are_listed_when_they_fall_due(office: Office) -> None:
    vessel = device(office, Sort("2150", "02", "0000", "", ""))
    lift = office.lifts()[0]
    url = "/api/expiry/findYearCheck"
    for days, shown in ((91, False), (90, True), (-1, True)):
        due = clock.today() + timedelta(days=days)
        checked_by(office, vessel, str(due))
        checked_by(office, lift, str(due))  # of another class
        rows = {one["id"]: one for one in office.good("shouli", url, pageSize=200)["list"]}
        assert (vessel.id in rows, lift.id in rows) == (shown, False)
        if shown:
            assert (rows[vessel.id]["due"], rows[vessel.id]["days"]) == (str(due), days)
    for wrong in ("", "2026", "明年"):
        checked_by(office, vessel, wrong)
        assert vessel.id not in {one["id"] for one in office.good("shouli", url, pageSize=200)["list"]}
    checked_by(office, vessel, "2026-02-31")  # an old archive may say so
    rows = {one["id"]: one for one in office.good("shouli", url, pageSize=200)["list"]}
    assert rows[vessel.id]["due"] == "2026-02-28"


def test_who_uses_a_vessel_is_reminded_of_its_annual_check(office: Office) -> None:
    vessel = device(office, Sort("2150", "02", "0000", "", ""))
    due = clock.today() + timedelta(days=20)
    checked_by(office, vessel, str(due))
    office.good("shouli", "/api/expiry/remind", ids=vessel.id, datefield="nyearcheckdate")
    sent = office.db.scalars(select(Sms.content).where(Sms.template == "DQTX")).one()
    assert str(due) in sent
