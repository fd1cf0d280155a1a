"""Why this date: the page of a device says it for every device, however it came into the archive."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select, update

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.rules.dates import last_day_of_month
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months
from tests.inspection.conftest import Office

DETAIL = "/api/eqdbase/eqdBasic/getEqdBasicInfo"


def explained(office: Office, device: Equipment) -> dict[str, Any] | None:
    said: dict[str, Any] | None = office.good("yewu", DETAIL, id=device.id)["explain"]
    return said


def due(explain: dict[str, Any] | None, field: str = "ninspdate") -> dict[str, Any]:
    assert explain is not None
    return next(one for one in explain["lines"] if field in (one["field"], *MIRROR.get(one["field"], ())))


MIRROR = {"nfulldate": ("ninspdate",), "nannualdate": ("ninspdate2",)}


def in_use(office: Office, equclass: str) -> list[Equipment]:
    query = select(Equipment).where(Equipment.equclass == equclass, Equipment.equstatus == "1")
    return list(office.db.scalars(query.order_by(Equipment.id)))


@pytest.mark.parametrize("equclass", ["2000", "3000", "4000", "5000"])
def test_every_device_says_why_its_date_is_what_it_is(office: Office, equclass: str) -> None:
    devices = in_use(office, equclass)
    assert devices and all(one.nextexplain == {} for one in devices)
    for device in devices:
        line = due(explained(office, device))
        assert line["value"] == str(device.ninspdate), (device.equcode, line)
        assert line["ruleid"] and line["clause"] and line["steps"], device.equcode


def test_a_date_of_the_archive_that_no_rule_gives_is_said(office: Office) -> None:
    truck = in_use(office, "5000")[0]
    by_rule, own = truck.ninspdate, date(2031, 7, 9)
    office.db.execute(update(Equipment).where(Equipment.id == truck.id).values(ninspdate=own))
    said = explained(office, truck)
    assert due(said)["value"] == str(by_rule)
    assert said and any(f"档案为 {own}，按规则为 {by_rule}" in one for one in said["warnings"])


def test_what_nobody_can_tell_is_said(office: Office) -> None:
    """A boiler has several periodic inspections; one that was brought over without its report does not say which."""
    boiler = in_use(office, "1000")[0]
    said = explained(office, boiler)
    assert said and said["lines"] == []
    assert said["warnings"] == ["不知道最近一次检验的检验性质，下次日期不能按规则推算"]
    item(office, boiler, "LS2", "0204")
    office.db.execute(update(Equipment).where(Equipment.id == boiler.id).values(insreportno="LS2"))
    assert due(explained(office, boiler))["ruleid"].startswith("GL-")


@pytest.mark.parametrize(
    ("equclass", "kind", "sort", "wanted"),
    [
        ("6000", "6110", "", {"ninspdate": ("2027-05-20", "YL-2")}),
        ("6000", "6410", "", {"ninspdate": ("2027-05-20", "YL-2")}),
        ("9000", "9110", "0215", {"ninspdate": ("2029-05-20", "SD-Q-2"), "ninspdate2": ("2027-05-20", "SD-N-2")}),
        ("9000", "9310", "0216", {"ninspdate2": ("2027-05-20", "SD-N-2")}),
    ],
)
def test_rides_and_ropeways_say_why(
    office: Office, equclass: str, kind: str, sort: str, wanted: dict[str, tuple[str, str]]
) -> None:
    """Their reports and those that were brought over alike; the date of the archive is the one that is explained."""
    device = brought(office, equclass, kind)
    if sort:
        item(office, device, "LS9", sort)
        device.insreportno = "LS9"
        office.db.flush()
    said = explained(office, device)
    for name, (value, rule) in wanted.items():
        line = due(said, name)
        assert (line["value"], line["ruleid"]) == (value, rule) and line["steps"] and line["clause"]


@pytest.mark.parametrize(
    ("sort", "follows"), [("0202", {"ninspdate2": 12}), ("0204", {"ninspdate": 24, "ninspdate2": 12})]
)
def test_boilers_say_why_both_dates(office: Office, sort: str, follows: dict[str, int]) -> None:
    """An external inspection moves its own date, an internal one both."""
    for boiler in in_use(office, "1000"):
        item(office, boiler, f"LS{boiler.equcode}", sort)
        boiler.insreportno = f"LS{boiler.equcode}"[:32]
        office.db.flush()
        said, done = explained(office, boiler), boiler.inspdate
        assert done
        for name, months in follows.items():
            line = due(said, name)
            assert line["value"] == str(add_months(done, months)), (boiler.equcode, name)
            assert line["ruleid"].startswith("GL-") and line["clause"] and line["steps"]


def brought(office: Office, equclass: str, kind: str) -> Equipment:
    """A device in use that was inspected on 20 May 2026."""
    like = in_use(office, "2000")[0]
    device = Equipment(equclass=equclass, equclacode=kind, equcategory=f"{kind[:2]}00", equkind=kind, equname="设备")
    device.equstatus, device.regstatus, device.equDel, device.params = "1", "1", 0, {}
    device.useorgsysid, device.useorgname, device.areacode = like.useorgsysid, like.useorgname, like.areacode
    device.cheorgsysid, device.superorgsysid = like.cheorgsysid, like.superorgsysid
    device.regdate = device.usestartdate = date(2022, 5, 1)
    device.inspdate, device.insresult = date(2026, 5, 20), "3011"
    office.db.add(device)
    office.db.flush()
    return device


def test_a_failed_device_has_no_date_to_explain(office: Office) -> None:
    truck = in_use(office, "5000")[0]
    office.db.execute(update(Equipment).where(Equipment.id == truck.id).values(unqualcode="1052"))
    assert explained(office, truck) is None


def test_a_piping_project_is_due_with_its_first_line(office: Office) -> None:
    project = office.db.scalars(select(Equipment).where(Equipment.equclass == "8000")).first() or piping(office)
    said = explained(office, project)
    line = due(said)
    assert line["steps"][0] == "最早到期的管线 PL-2"
    assert (line["value"], line["ruleid"]) == ("2027-05-10", "GD-3")


def piping(office: Office) -> Equipment:
    """A project whose second line, of grade 3, is due after three years, the first one after six."""
    like = in_use(office, "2000")[0]
    project = Equipment(equclass="8000", equclacode="8310", equcategory="8300", equkind="8310", equname="工业管道")
    project.equstatus, project.regstatus, project.equDel, project.params = "1", "1", 0, {"projname": "空分装置"}
    project.useorgsysid, project.useorgname, project.areacode = like.useorgsysid, like.useorgname, like.areacode
    project.cheorgsysid, project.superorgsysid = like.cheorgsysid, like.superorgsysid
    project.inspdate, project.insreportno = date(2024, 5, 10), "GD1"
    office.db.add(project)
    office.db.flush()
    for no, grade, day in (("PL-1", "2", date(2030, 5, 10)), ("PL-2", "3", date(2027, 5, 10))):
        line = Pipeline(equdatasysid=project.id, pipeno=no, pipename=no, linestatus="1", pipelevel="GC2")
        line.ssdegree, line.inspdate, line.ninspdate, line.params = grade, date(2024, 5, 10), day, {}
        office.db.add(line)
    item(office, project, "GD1", "0212")
    return project


def item(office: Office, device: Equipment, report: str, sort: str) -> None:
    """A finished item that was brought over."""
    main = AppMain(appno=report, appway="PLAT", appdate=device.inspdate, imported=True, step="DONE")
    office.db.add(main)
    office.db.flush()
    made = AppBuss(equdatasysid=device.id, reportno=report, testsort=sort, seisn=report, appno=report, step="DONE")
    made.appmain_id, made.imported, made.inspdate = main.id, True, device.inspdate
    office.db.add(made)
    office.db.flush()


def test_a_brake_test_that_was_done_is_known_afterwards(office: Office) -> None:
    """Six years after the supervised inspection: the next one counts from the test, not from the beginning again."""
    [lift] = office.lifts()
    passed = add_months(clock.today(), -72)
    lift.insinspdate = lift.cyclebasedate = lift.usestartdate = passed
    lift.inspdate, lift.ninspdate = add_months(passed, 36), last_day_of_month(clock.today())
    lift.params = {k: v for k, v in lift.params.items() if k != "lastbraketestdate"}
    lift.nextbraketestdate = last_day_of_month(clock.today())
    office.db.flush()

    item = office.approved()
    lift = office.db.get_one(Equipment, item.equdatasysid)
    following = last_day_of_month(add_months(passed, 144))
    assert (lift.params["lastbraketestdate"], lift.nextbraketestdate) == (str(clock.today()), following)
    assert due(explained(office, lift), "nextbraketestdate")["value"] == str(following)
