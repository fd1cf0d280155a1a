"""96333: one incident of many calls, escalation by itself, clocks from events, and the end with its cause."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tejian.archives.ledgers.iot.receiving import Report, write
from tejian.archives.models.iot import LiftIot
from tejian.kit.ground import clock
from tejian.lifts.models.rescue import RescueIncident
from tejian.lifts.rescue.escalating import at_its_time, each_minute
from tejian.supervision.models.defects import Defect
from tests.inspection.conftest import Office, office

from . import binding
from .rescue import API, CALL, called, row_of, through

__all__ = ["office"]


def test_from_the_call_to_the_cause_with_the_clocks_of_events(office: Office) -> None:
    row = through(office, called(office))
    assert (row.step, row.level, row.cause, row.typed, row.raiseat) == ("6", "1", "01", "", None)
    assert row.calledat <= row.sentat <= row.acceptedat <= row.arrivedat <= row.freedat <= row.followedat
    assert row.orderno == f"JY{clock.today():%Y%m%d}0001"
    row.calledat = row.arrivedat - timedelta(minutes=12)
    office.db.commit()
    [one] = office.good("jianguan", f"{API}/stations/findList")["list"]
    assert (one["name"], one["n"]) == ("海曙救援站", 1)
    assert {float(one[name]) for name in ("p50", "p90", "worst")} == {12.0}
    page = office.good("qiye", f"{API}/record", id=row.id)
    notes = {fact["label"]: fact.get("note") for fact in page["facts"]}
    assert notes["到场时间"] == "接警后12.0分"


def test_a_second_call_joins_the_incident_and_the_card_says_what_is_known(office: Office) -> None:
    row = called(office)
    again = office.good("jianguan", f"{API}/save", code96333=row.code96333, **CALL | {"people": "3"})
    row = row_of(office, row.id)
    assert (again["id"], row.calls, row.people) == (row.id, 2, 3)
    assert office.db.scalar(select(func.count()).select_from(RescueIncident)) == 1
    card = office.good("jianguan", f"{API}/card", code=row.code96333)
    assert (card["incident"], card["maintainer"], card["station"]) == (row.orderno, row.maiorgname, "海曙救援站")
    assert card["hotline"] == "0574-87000001"
    said = office.refused("jianguan", f"{API}/save", code96333="999999", **CALL)
    assert said == "应急识别码：没有识别码为999999的电梯"
    assert office.post("qiye", f"{API}/card", code=row.code96333)["status"] == 403


def test_silence_escalates_by_itself_and_says_why(office: Office) -> None:
    row = through(office, called(office), "dispatch")
    assert row.raiseat - row.sentat <= timedelta(seconds=181)
    at_its_time(office.db, row.id)
    assert row_of(office, row.id).step == "1"  # not before its time
    row.raiseat = clock.now() - timedelta(seconds=1)
    office.db.commit()
    at_its_time(office.db, row.id)
    office.db.commit()
    row = row_of(office, row.id)
    assert (row.step, row.level, row.raisedwhy) == ("7", "2", "未在规定时间内接单，自动升级")
    assert timedelta(minutes=29) < row.raiseat - clock.now() <= timedelta(minutes=30)
    row.raiseat = clock.now() - timedelta(seconds=1)
    office.db.commit()
    each_minute(office.db)  # as after a restart in which the job was lost
    office.db.commit()
    row = row_of(office, row.id)
    assert (row.step, row.level, row.raiseat) == ("8", "3", None)
    each_minute(office.db)
    office.db.commit()
    assert row_of(office, row.id).step == "8"


@pytest.mark.parametrize(("forecast", "step"), [("15", "2"), ("16", "7")])
def test_a_forecast_later_than_allowed_raises_at_once(office: Office, forecast: str, step: str) -> None:
    row = through(office, called(office), "dispatch")
    office.good("weibao", f"{API}/accept", id=row.id, forecast=forecast)
    assert row_of(office, row.id).step == step


def test_refusal_and_danger_raise(office: Office) -> None:
    row = through(office, called(office), "dispatch")
    office.good("weibao", f"{API}/decline", id=row.id, reason="人员都在另一处救援")
    row = row_of(office, row.id)
    assert (row.step, row.level, row.raisedwhy) == ("7", "2", "人员都在另一处救援")
    office.good("jianguan", f"{API}/save", code96333=row.code96333, **CALL, urgent="进水")
    row = row_of(office, row.id)
    assert (row.step, row.level, row.raisedwhy, row.calls) == ("8", "3", "进水，立即转三级", 2)


def test_a_typed_time_is_marked_and_none_lies_before_the_call(office: Office) -> None:
    row = through(office, called(office), "accept")
    early = row.calledat - timedelta(minutes=1)
    said = office.refused("weibao", f"{API}/arrive", id=row.id, happened=f"{early:%Y-%m-%d %H:%M:%S}")
    assert said == f"时间不能早于接警时间{clock.minute(row.calledat)}"
    later = clock.now() + timedelta(minutes=5)
    said = office.refused("weibao", f"{API}/arrive", id=row.id, happened=f"{later:%Y-%m-%d %H:%M:%S}")
    assert said == "时间不能晚于现在"
    assert row_of(office, row.id).arrivedat is None
    typed = clock.now() + timedelta(seconds=2)
    office.good("weibao", f"{API}/arrive", id=row.id, happened=f"{typed:%Y-%m-%d %H:%M:%S}")
    row = row_of(office, row.id)
    assert (row.step, row.typed) == ("3", "到场时间")


def test_a_terminal_that_says_people_are_shut_in_makes_one_incident(office: Office) -> None:
    bound = binding.bound(office)
    office.db.add(LiftIot(equdatasysid=bound.equdatasysid, devno="NB0001", source="01"))
    office.db.commit()
    for n, minutes in enumerate((8, 1)):
        at = clock.now() - timedelta(minutes=minutes)
        write(office.db, [Report("NB0001", at, None, None, f"E{n}", "2", "5", "困人报警")])
        office.db.commit()
    [row] = office.db.scalars(select(RescueIncident)).all()
    assert (row.step, row.way, row.floor, row.maiorgsysid) == ("0", "I", "5", bound.maiorgsysid)
    again = office.good("jianguan", f"{API}/save", code96333=bound.code96333, **CALL)
    assert (again["id"], row_of(office, row.id).calls) == (row.id, 2)


def test_the_third_entrapment_of_a_year_becomes_a_problem_of_the_owner(office: Office) -> None:
    row = called(office)
    code = row.code96333
    through(office, row)
    through(office, called(office, code96333=code))
    assert office.db.scalar(select(func.count()).select_from(Defect)) == 0  # two are not more than two
    third = through(office, called(office, code96333=code))
    [defect] = office.db.scalars(select(Defect)).all()
    assert (defect.step, defect.sourceno, defect.unitsysid) == ("0", third.orderno, third.unitsysid)
    assert defect.content == "十二个月内困人3次，超过2次" and defect.defectno
