"""A device that is inspected in several sorts: each is held against what it follows, and ends its own failure alone."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.records import api as records
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months

from .conftest import Office
from .test_conclusions import Sort, approve, built, device, key_item, record, repair, save
from .test_journeys import errors

T18 = "上次检验信息与档案不一致"


def prepared(office: Office, made: Equipment, sort: str, *, failed: bool = False, **more: Any) -> AppBuss:
    """An inspection of the device, entered with the conclusion that the rules give."""
    item = built(office, Sort(made.equclacode, sort[:2], sort, "", ""), made)
    office.filled(item, **({f"n{key_item(office, item)}": "×"} if failed else {}))
    asked = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["facts"]
    facts = {one["name"]: "1" if one["name"].startswith("worst") else "0" for one in asked if one["needed"]}
    saved = save(office, item, facts=facts | more.pop("facts", {}))
    form = {"conclusion": saved["proposal"]["code"], **more}
    if failed:
        form |= {**repair(office, item), "rectifydue": str(add_months(clock.today(), 1))}
    saved = save(office, item, **form)
    assert errors(saved) == []
    return item


def inspected(office: Office, made: Equipment, sort: str, **more: Any) -> AppBuss:
    """An inspection of the device up to its report, which is handed out."""
    item = prepared(office, made, sort, **more)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    item = office.item(item.id)
    item.step = "DONE"
    office.db.commit()
    return item


def backdated(office: Office, item: AppBuss, days: int) -> None:
    """An inspection as if it had been done some days before."""
    day = date.fromordinal(clock.today().toordinal() - days)
    made = office.db.get_one(Equipment, item.equdatasysid)
    item.inspdate = record(office, item).inspdate = day
    if made.insreportno == item.reportno:
        made.inspdate = day
    office.db.commit()


def stated(office: Office, made: Equipment) -> tuple[str, str, str, date | None]:
    """What the archive says of the last inspection: its mark, result, report and day."""
    office.db.expire_all()
    now = office.db.get_one(Equipment, made.id)
    return now.unqualcode, now.insresult, now.insreportno, now.inspdate


@pytest.mark.parametrize(
    ("kind", "sorts"),
    [
        ("1100", ("0202", "0201", "0202")),
        ("9100", ("0216", "0215", "0216")),
        ("4110", ("0211", "0301", "0211")),
    ],
    ids=("boiler", "ropeway", "crane"),
)
def test_a_device_that_alternates_two_sorts_is_reported_each_time(
    office: Office, kind: str, sorts: tuple[str, str, str]
) -> None:
    made = device(office, Sort(kind, "02", sorts[0], "", ""))
    first, second = (inspected(office, made, sort) for sort in sorts[:2])
    backdated(office, first, 20)
    backdated(office, second, 10)
    last = first if sorts[1] == "0301" else second
    third = prepared(office, made, sorts[2])
    assert record(office, third).equipment["insreportno"] == last.reportno
    office.good("jianyan1", "/api/appbuss/submitRecord", id=third.id)
    assert office.item(third.id).step == "BGQR"


def test_a_record_older_than_the_last_report_of_another_sort_is_refused_until_it_is_renewed(office: Office) -> None:
    made = device(office, Sort("4110", "02", "0211", "", ""))
    backdated(office, inspected(office, made, "0211"), 20)
    waiting = prepared(office, made, "0211")
    between = inspected(office, made, "0601")
    said = office.refused("jianyan1", "/api/appbuss/submitRecord", id=waiting.id, remark="照旧")
    assert f"{T18}：报告编号应为{between.reportno}" in said
    assert (office.item(waiting.id).step, record(office, waiting).remark) == ("BGLR", "")
    save(office, waiting, refresh="1")
    office.good("jianyan1", "/api/appbuss/submitRecord", id=waiting.id)
    assert office.item(waiting.id).step == "BGQR"


def test_a_report_corrected_after_an_inspection_of_another_sort_has_what_was_before_it(office: Office) -> None:
    made = device(office, Sort("9100", "02", "0216", "", ""))
    first = inspected(office, made, "0216")
    inspected(office, made, "0215")
    own = office.db.scalars(select(Report).where(Report.appbuss_id == first.id)).one()
    assert own.replacedby == ""
    corrected = first
    office.db.get_one(AppBuss, corrected.id).reissued = 1
    office.db.commit()
    row, kept = office.item(corrected.id), record(office, corrected)
    assert [one for one in records.findings_of(office.db, row, kept) if T18 in one.text] == []


def test_an_entrusted_inspection_that_passes_leaves_a_failed_crane_marked(office: Office) -> None:
    made = device(office, Sort("4110", "02", "0211", "", ""))
    failed = inspected(office, made, "0211", failed=True)
    assert (failed.conclusion, failed.unqualcode) == ("1042", "1042")
    backdated(office, failed, 20)
    before = stated(office, made)
    assert before == ("1042", "1042", failed.reportno, failed.inspdate)
    passed = inspected(office, made, "0301")
    assert (passed.conclusion, passed.unqualcode) == ("00", "")
    assert stated(office, made) == before
    again = inspected(office, made, "0211")
    assert stated(office, made) == ("", "1041", again.reportno, clock.today())


def test_a_governor_that_was_calibrated_leaves_a_failed_lift_marked(office: Office) -> None:
    lift = office.lifts()[0]
    lift.unqualcode = lift.insresult = "1032"
    lift.insreportno = "OLD-1"
    office.db.commit()
    before = stated(office, lift)
    inspected(office, lift, "0305")
    assert stated(office, lift) == before
    again = inspected(office, lift, "0211")  # a mark from elsewhere is ended by an inspection of the archive
    assert stated(office, lift) == ("", "1031", again.reportno, clock.today())


def test_an_annual_check_that_passes_leaves_a_vessel_out_of_use_marked(office: Office) -> None:
    made = device(office, Sort("2150", "02", "0205", "", "", params={"ssdegree": "1"}))
    failed = inspected(office, made, "0205", failed=True)
    assert failed.conclusion == "1023"
    before = stated(office, made)
    inspected(office, made, "0801")
    assert stated(office, made) == before == ("1023", "1023", failed.reportno, clock.today())


def test_a_line_keeps_the_result_of_its_periodic_inspection(office: Office) -> None:
    made = device(office, Sort("8310", "02", "0212", "", ""))
    periodic = inspected(office, made, "0212", facts={"worstline": "1"})
    inspected(office, made, "0802")
    office.db.expire_all()
    line = office.db.scalars(select(Pipeline).where(Pipeline.equdatasysid == made.id)).one()
    assert (line.insreportno, line.insresult, line.inspdate) == (periodic.reportno, "8011", clock.today())
    assert line.nyearcheckdate == add_months(clock.today(), 12)


def test_one_failure_of_two_is_ended_and_the_other_stays(office: Office) -> None:
    """An internal and an external inspection that failed: each is ended by its own sort, or both by 0204."""
    made = device(office, Sort("1100", "02", "0202", "", ""))
    outside = inspected(office, made, "0202", failed=True)
    backdated(office, outside, 30)
    inside = inspected(office, made, "0201", failed=True)
    backdated(office, inside, 20)
    assert stated(office, made)[0] == inside.unqualcode != ""
    passed = inspected(office, made, "0201")
    backdated(office, passed, 10)
    assert stated(office, made) == (outside.unqualcode, "1011", passed.reportno, passed.inspdate)
    both = inspected(office, made, "0204")
    assert stated(office, made) == ("", "1011", both.reportno, clock.today())


def test_a_failed_entrusted_inspection_marks_and_its_own_sort_ends_it(office: Office) -> None:
    made = device(office, Sort("4110", "02", "0211", "", ""))
    good = inspected(office, made, "0211")
    failed = inspected(office, made, "0301", failed=True)
    assert stated(office, made) == (failed.unqualcode, "1041", good.reportno, clock.today())
    backdated(office, failed, 10)
    inspected(office, made, "0301")
    assert stated(office, made) == ("", "1041", good.reportno, clock.today())


def test_the_last_periodic_inspection_of_elsewhere_is_not_lost(office: Office) -> None:
    lift = office.lifts()[0]
    values = records.values_of(lift)
    before = records.last_days(office.db, lift, values)
    assert before.periodic == lift.inspdate is not None
    due = lift.ninspdate
    inspected(office, lift, "0305")
    office.db.expire_all()
    lift = office.db.get_one(Equipment, lift.id)
    assert records.last_days(office.db, lift, records.values_of(lift)) == before
    detection = built(office, Sort("3110", "07", "0701", "", ""), lift)
    office.filled(detection)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=detection.id)
    dates = {one["field"]: one["value"] for one in screen["next"]["lines"]}
    assert dates["ninspdate"] == str(due)


def test_the_last_periodic_inspection_stays_known_behind_one_of_another_kind(office: Office) -> None:
    """A first inspection is no periodic one, and takes the place of one that was made elsewhere."""
    made = device(office, Sort("4110", "02", "0211", "", ""))
    made.inspdate, made.insresult = date(2023, 11, 19), "1041"
    office.db.commit()
    inspected(office, made, "0601")
    office.db.expire_all()
    made = office.db.get_one(Equipment, made.id)
    assert made.inspdate == clock.today()
    last = records.last_days(office.db, made, records.values_of(made))
    assert last.periodic == date(2023, 11, 19)


def test_a_failed_detection_is_none_that_was_done(office: Office) -> None:
    item = office.approved()
    lift = office.db.get_one(Equipment, item.equdatasysid)
    known = lift.insdate
    before = records.last_days(office.db, lift, records.values_of(lift))
    assert (before.periodic, before.detection) == (item.inspdate, known)
    other = AppBuss(appmain_id=item.appmain_id, equdatasysid=lift.id, seisort="07", testsort="0701", step="DONE")
    other.inspdate = lift.insdate = clock.today()
    other.unqualcode = "3032"
    office.db.add(other)
    office.db.flush()
    office.db.add(OriginalRecord(appbuss_id=other.id, template="DT-JC", equipment={"insdate": str(known)}))
    office.db.flush()
    assert records.last_days(office.db, lift, records.values_of(lift)) == before
    other.unqualcode = ""
    office.db.flush()
    assert records.last_days(office.db, lift, records.values_of(lift)).detection == clock.today()
