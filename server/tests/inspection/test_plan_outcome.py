"""What came of accepted plans: each line beside its inspection, by person, site and reason, with its rows."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select, update

from tejian.inspection.models.absence import StaffLeave
from tejian.inspection.models.durations import SiteTime
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.planning import PlanLine
from tejian.inspection.models.replanning import TaskRequest
from tejian.kit.ground import clock
from tests.inspection.conftest import Office
from tests.inspection.test_planning import begun, change

LIST, STAT = "/api/plan/done/findList", "/api/stat/plan_done"
TODAY = clock.today()


def accepted(office: Office, count: int) -> list[PlanLine]:
    """The lines of an accepted plan, as if it had been for the day before yesterday."""
    change(office, begun(office, count), "accept")
    day = TODAY - timedelta(days=2)
    office.db.execute(update(PlanLine).values(plandate=day))
    office.db.execute(update(AppBuss).where(AppBuss.id.in_(select(PlanLine.appbuss_id))).values(plandate=day))
    office.db.commit()
    return list(office.db.scalars(select(PlanLine).order_by(PlanLine.id)))


def became(office: Office, line: PlanLine, **values: Any) -> None:
    office.db.execute(update(AppBuss).where(AppBuss.id == line.appbuss_id).values(**values))
    office.db.commit()


def rows(office: Office, **asked: Any) -> dict[str, tuple[str, str, str]]:
    found = office.good("diaodu", LIST, **asked)["list"]
    return {one["id"]: (one["outcome"], one["cause"], one["words"]) for one in found}


def test_each_line_stands_beside_what_came_of_it(office: Office) -> None:
    kept, early, late, other, ended, asked, away, unsaid = accepted(office, 8)
    day = kept.plandate
    assert day == TODAY - timedelta(days=2)
    became(office, kept, inspdate=day)
    became(office, early, inspdate=day - timedelta(days=1), plandate=day - timedelta(days=1))
    became(office, late, inspdate=day + timedelta(days=1))
    became(office, other, inspdate=day, scinspector=office.user("jianyan3").id)
    became(office, ended, step="ENDED", endreason="使用单位取消")
    become: dict[str, Any] = {"kind": "1", "step": "AGREED", "plandate": day, "reason": "单位停电"}
    office.db.add(TaskRequest(appbuss_id=asked.appbuss_id, seisn="x", **become))
    people = {"user_id": "gone", "username": "甲", "org_id": office.user("diaodu").org_id, "kind": "1"}
    office.db.add(StaffLeave(**people, begins=day, ends=day))
    office.db.execute(update(PlanLine).where(PlanLine.id == away.id).values(scinspector="gone"))
    office.db.commit()
    assert rows(office) == {
        kept.id: ("1", "0", ""),
        early.id: ("2", "6", ""),
        late.id: ("3", "9", ""),
        other.id: ("4", "6", ""),
        ended.id: ("5", "1", "使用单位取消"),
        asked.id: ("5", "3", "单位停电"),
        away.id: ("5", "5", ""),
        unsaid.id: ("5", "9", ""),
    }


def test_every_number_has_its_rows_and_minutes_stand_beside_minutes(office: Office) -> None:
    kept, missed, ahead = accepted(office, 3)
    day = kept.plandate
    became(office, kept, inspdate=day)
    office.db.execute(update(PlanLine).where(PlanLine.id == ahead.id).values(plandate=TODAY))
    row = office.item(kept.appbuss_id)
    office.db.add(SiteTime(appbuss_id=row.id, cheorg=row.cheorg, inspdate=day, source="record", minutes=47))
    office.db.commit()
    span = {"begin": str(TODAY - timedelta(days=20)), "end": str(TODAY)}
    said = office.good("diaodu", STAT, by="site", **span)
    assert said["total"]["cells"] == {
        **{"planned": 3, "kept": 1, "earlier": 0, "later": 0, "other": 0, "missed": 1, "ahead": 1},
        **{"minutes": kept.minutes + missed.minutes + ahead.minutes, "spent": 47},
    }
    ask = {"plandateStart": span["begin"], "plandateEnd": str(TODAY + timedelta(days=1))}
    for by in ("scinspector", "site", "cause", "dept_id"):
        for line in office.good("diaodu", STAT, by=by, **span)["lines"]:
            for measure in said["measures"][:7]:
                behind = rows(office, **ask, **{by: line["value"]}, **measure["asks"])
                assert len(behind) == line["cells"][measure["name"]], (by, line["label"], measure["name"])
    assert [one["label"] for one in office.good("diaodu", STAT, by="cause", **span)["lines"]] == [
        "按计划或未到日期",
        "没有说明",
    ]


def test_a_plan_that_was_not_accepted_has_no_outcome(office: Office) -> None:
    begun(office, 2)
    assert rows(office) == {}
    assert office.post("jianyan1", LIST)["status"] == 403
