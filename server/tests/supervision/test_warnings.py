"""Warnings: what is wrong with a unit is counted once an hour, and each list shows what it is for."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import Person, PersonCert
from tejian.archives.models.units import Unit, UnitLicence
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.supervision.models.warnings import UnitWarning
from tests.inspection.conftest import Office, office

__all__ = ["office"]
API = "/api/supervision/warnings"


def unit_of(office: Office) -> Unit:
    unit = office.db.get(Unit, office.user("qiye").unit_id)
    assert unit is not None
    return unit


def healthy(office: Office) -> list[Equipment]:
    """The devices of the unit with nothing against them."""
    unit, later = unit_of(office), clock.today() + timedelta(days=300)
    unit.safemanager = "李安全"
    devices = list(office.db.scalars(select(Equipment).where(Equipment.useorgsysid == unit.id).order_by(Equipment.id)))
    for one in devices:
        one.ninspdate, one.ninspdate2, one.unqualcode, one.inspecting, one.delaydate = later, None, "", False, None
        one.equstatus = "1"
    for licence in office.db.scalars(select(UnitLicence).where(UnitLicence.unit_id == unit.id)):
        licence.validto = later
    people = select(Person.id).where(Person.unit_id == unit.id)
    for cert in office.db.scalars(select(PersonCert).where(PersonCert.person_id.in_(people))):
        cert.validto = later
    office.db.commit()
    return devices


def warned(office: Office) -> UnitWarning | None:
    jobs.run("supervision.warnings", {})
    office.db.expire_all()
    return office.db.scalars(select(UnitWarning).where(UnitWarning.unitsysid == unit_of(office).id)).first()


def test_a_unit_with_nothing_against_it_is_not_warned_of(office: Office) -> None:
    healthy(office)
    assert warned(office) is None


CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "overdue": ({"ninspdate": clock.today() - timedelta(days=1)}, {"overdue": 1}),
    "the last day": ({"ninspdate": clock.today()}, {}),
    "overdue but not in use": ({"ninspdate": clock.today() - timedelta(days=9), "equstatus": "3"}, {}),
    "unqualified": ({"unqualcode": "2"}, {"unqualified": 1}),
    "unqualified and stopped": ({"unqualcode": "2", "equstatus": "2"}, {}),
    "stopped long ago": (
        {"equstatus": "2", "params": {"stopdate": (clock.today() - timedelta(days=370)).isoformat()}},
        {"stopped": 1},
    ),
    "stopped lately": (
        {"equstatus": "2", "params": {"stopdate": (clock.today() - timedelta(days=300)).isoformat()}},
        {},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_with_a_device_is_counted_for_its_unit(office: Office, case: str) -> None:
    values, counts = CASES[case]
    device = healthy(office)[0]
    for name, value in values.items():
        setattr(device, name, {**device.params, **value} if name == "params" else value)
    office.db.commit()
    row = warned(office)
    names = ("overdue", "unqualified", "stopped")
    assert {n: getattr(row, n) for n in names if row is not None and getattr(row, n)} == counts
    if "overdue" in counts:
        assert row is not None and row.worst == clock.today() - timedelta(days=1)


def test_no_staff_and_a_lapsed_certificate_are_told_until_renewed(office: Office) -> None:
    healthy(office)
    unit = unit_of(office)
    unit.safemanager = unit.safeofficer = unit.safedirector = ""
    person = Person(name="张三", unit_id=unit.id, status="1")
    office.db.add(person)
    office.db.flush()
    old = PersonCert(person_id=person.id, certno="T1", item="T", validto=clock.today() - timedelta(days=1))
    office.db.add(old)
    office.db.commit()
    row = warned(office)
    assert row is not None and (row.nostaff, row.certs) == (True, 1)
    listed = office.good("jianguan", f"{API}/findPersons", unitname=unit.name, pageSize=200)["list"]
    assert [one["certno"] for one in listed if one["name"] == "张三"] == ["T1"]
    since = row.since
    with clock.at(clock.now() + timedelta(days=2)):
        again = warned(office)
        assert again is not None and again.since == since
    office.db.add(PersonCert(person_id=person.id, certno="T2", item="T", validto=clock.today() + timedelta(days=900)))
    unit.safemanager = "李安全"
    office.db.commit()
    assert warned(office) is None


def test_the_bureau_sees_its_area_and_the_figures_are_the_lists(office: Office) -> None:
    for one in healthy(office)[:3]:
        one.ninspdate = clock.today() - timedelta(days=5)
    office.db.commit()
    jobs.run("supervision.warnings", {})
    office.db.expire_all()
    page = office.good("jianguan", f"{API}/findUnits", pageSize=200)
    every = office.db.scalar(select(func.count()).select_from(UnitWarning))
    assert 0 < len(page["list"]) <= (every or 0)
    worst = [one["worst"] for one in page["list"] if one["worst"]]
    assert worst == sorted(worst)
    row = next(one for one in page["list"] if one["unitsysid"] == unit_of(office).id)
    assert row["overdue"] == 3
    mine = office.good(
        "jianguan", "/api/unitbasic/findEquipmentList", useorgsysid=row["unitsysid"], overdue="1", pageSize=200
    )
    assert len(mine["list"]) == row["overdue"]


def test_a_device_that_stands_still_is_listed_with_its_days(office: Office) -> None:
    device = healthy(office)[0]
    day = clock.today() - timedelta(days=400)
    device.equstatus, device.params = "2", {**device.params, "stopdate": day.isoformat()}
    office.db.commit()
    rows = office.good("jianguan", f"{API}/findIdle", equcode=device.equcode)["list"]
    assert [(one["equcode"], one["since"], one["idle"]) for one in rows] == [(device.equcode, day.isoformat(), 400)]


def test_a_licence_is_told_of_half_a_year_ahead(office: Office) -> None:
    unit = unit_of(office)
    for n, days in enumerate((-1, 0, 179, 180)):
        validto = clock.today() + timedelta(days=days)
        office.db.add(UnitLicence(unit_id=unit.id, lictype="1", licno=f"L{n}", validto=validto))
    office.db.commit()
    rows = office.good("jianguan", f"{API}/findLicences", unitname=unit.name, pageSize=200)["list"]
    assert [one["licno"] for one in rows if one["licno"].startswith("L")] == ["L0", "L1", "L2"]
