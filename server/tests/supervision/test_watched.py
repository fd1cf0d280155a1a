"""What a bureau keeps an eye on: each list says what was last done about a device."""

from datetime import timedelta
from typing import Any

from tejian.archives.models.iot import LiftEvent
from tejian.archives.models.units import MaintContract
from tejian.kit.ground import clock
from tests.inspection.conftest import Office, office
from tests.walks.ways import hazard_registered

from . import checks

__all__ = ["office"]
API = "/api/supervision/watched"


def _rows(office: Office, name: str, **asked: Any) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in office.good("jianguan", f"{API}/{name}", pageSize=200, **asked)["list"]}


def test_a_key_device_shows_when_its_unit_was_checked_and_what_is_open(office: Office) -> None:
    lift, other = checks.lifts_of(office)[0], office.lifts()[-1]
    lift.exiimpgro, other.exiimpgro, other.useorgsysid = "3", "0", ""
    office.db.commit()
    row = _rows(office, "findKey")[lift.id]
    assert other.id not in _rows(office, "findKey")
    assert (row["checked"], row["planned"], row["problems"]) == (None, None, 0)
    assert set(_rows(office, "findKey", segment="unchecked")) == {lift.id}
    one = checks.problem(office)
    later = str(clock.today() + timedelta(days=9))
    checks.planned(office, planday=later)
    row = _rows(office, "findKey")[lift.id]
    assert (row["checked"], row["planned"], row["problems"]) == (checks.TODAY, later, 1), one.defectno
    assert set(_rows(office, "findKey", segment="unchecked")) == set()
    assert set(_rows(office, "findKey", segment="problems")) == {lift.id}


def test_a_lift_shows_its_maintenance_and_whom_it_trapped(office: Office) -> None:
    lift = checks.lifts_of(office)[0]
    row = _rows(office, "findLifts")[lift.id]
    before = row["trapped"]
    ends = clock.today() + timedelta(days=40)
    known = {"unit_id": lift.maiorgsysid, "useunit_id": lift.useorgsysid, "useunitname": lift.useorgname}
    office.db.add(MaintContract(contractno="WB-1", lifts=1, datefrom=clock.today(), dateto=ends, **known))
    for n, ago in enumerate((3, 400)):
        at = clock.now() - timedelta(days=ago)
        office.db.add(LiftEvent(eventid=f"T{n}", source="01", equdatasysid=lift.id, type="2", at=at, lastat=at))
    office.db.commit()
    row = _rows(office, "findLifts")[lift.id]
    assert (row["contract"], row["trapped"], row["maiorgname"]) == (str(ends), before + 1, lift.maiorgname)
    assert row["ninspdate"] == str(lift.ninspdate)


def test_problems_and_hazards_stand_in_one_list_with_the_way_to_each(office: Office) -> None:
    hazard = hazard_registered(office)
    one = checks.problem(office, checks.GRAVE)
    rows = _rows(office, "findHazards")
    assert set(rows) == {hazard.id, one.id}
    assert [rows[hazard.id][name] for name in ("number", "kind", "state")] == [hazard.hazno, "H", "1"]
    assert [rows[one.id][name] for name in ("number", "kind", "state", "grave")] == [one.defectno, "D", "1", True]
    assert rows[one.id]["deadline"] == str(one.deadline)
    checks.mended(office, one.id)
    assert _rows(office, "findHazards")[one.id]["state"] == "2"
    assert set(_rows(office, "findHazards", segment="mend")) == {hazard.id}
    assert set(_rows(office, "findHazards", segment="grave")) >= {one.id}
    assert set(_rows(office, "findHazards", text=hazard.hazno)) == {hazard.id}
