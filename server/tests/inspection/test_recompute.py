"""Next dates of all devices worked out again: nothing moves unseen, and nothing the archive cannot vouch for."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import delete, func, select, text
from sqlalchemy.orm.exc import StaleDataError

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.quality import QualityWaiting
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.recompute import DateChange, DateRun
from tejian.inspection.recompute import running
from tejian.inspection.recompute.preview import NO_BASIS
from tejian.inspection.recompute.reading import exact_dates
from tejian.inspection.records import book
from tejian.inspection.records.entry import explained
from tejian.inspection.records.service import values_of
from tejian.inspection.rules.facts import InspectionResult, device_facts
from tejian.inspection.rules.next_date import next_dates
from tejian.kit.database import bulk, jobs
from tejian.kit.database.audit import AuditLog
from tejian.system.models.rules import RuleRow
from tejian.system.settings.cache import bump
from tests.inspection.conftest import Office

BASE, ADMIN = "/api/dateRun", "sysadmin"
DAY, DUE = date(2026, 3, 10), date(2028, 2, 29)


class Dates:
    """Fork-lift trucks (every 24 months from a base in February) and the rule that they follow."""

    def __init__(self, office: Office):
        self.office, self.db = office, office.db
        self.db.execute(delete(DateRun))
        for other in self.db.scalars(select(Equipment).where(Equipment.equstatus.in_(("1", "9")))):
            other.equstatus = "2"  # only what the test makes is in use
        self.trucks = [self._truck(n) for n in range(4)]
        self.db.flush()

    def _truck(self, n: int) -> Equipment:
        base = date(2022, 2, 5)
        made = Equipment(equclass="5000", equclacode="5110", equcategory="5100", equkind="5110", equname="叉车")
        made.equcode, made.equstatus, made.regstatus, made.equDel = f"51103390120240{n:03d}", "1", "1", 0
        made.params, made.insinspdate, made.cyclebasedate, made.inspdate = {}, base, base, DAY
        made.ninspdate, made.insresult, made.cheorgsysid = DUE, "1051", self.office.user(ADMIN).org_id
        self.db.add(made)
        return made

    def explain(self, truck: Equipment, chosen: str = "") -> None:
        """As approval leaves it: the computed dates, and the day that the inspector wrote."""
        result = InspectionResult("0211", DAY, passdate=DAY)
        facts = device_facts(values_of(truck), lastdjdate=DAY)
        dates = next_dates(facts, result, book.dates_book(self.db))
        truck.nextexplain = explained(dates) | {"reportno": "R1", "chosen": chosen or DUE.isoformat()}
        truck.ninspdate = date.fromisoformat(chosen) if chosen else DUE

    def months(self, months: int) -> None:
        rule = self.db.scalars(select(RuleRow).where(RuleRow.tbl == "cycle_rule", RuleRow.rowkey.like("CC-51|%"))).one()
        rule.data = {**rule.data, "months": str(months)}
        bump(self.db, "rule")

    def work(self, name: str) -> None:
        for waiting, arguments in jobs.waiting(self.db):
            if waiting == name:
                jobs.run(name, arguments)
        self.db.execute(jobs_gone)
        self.db.expire_all()

    def preview(self) -> dict[str, Any]:
        made = self.office.good(ADMIN, f"{BASE}/begin", reason="周期规则修订")
        self.work("inspection.preview_dates")
        return self.detail(made["id"])

    def detail(self, run_id: str) -> dict[str, Any]:
        found: dict[str, Any] = self.office.good(ADMIN, f"{BASE}/detail", id=run_id)
        return found

    def confirm(self, run: dict[str, Any], **more: Any) -> dict[str, Any]:
        self.office.good(ADMIN, f"{BASE}/confirm", id=run["id"], **more)
        self.work("inspection.write_dates")
        return self.detail(run["id"])

    def due(self) -> list[date | None]:
        self.db.expire_all()
        return [t.ninspdate for t in self.trucks]


jobs_gone = text("delete from procrastinate_jobs")


@pytest.fixture
def dates(office: Office) -> Dates:
    return Dates(office)


def left(run: dict[str, Any]) -> dict[str, int]:
    return {row["reason"]: row["count"] for row in run["left"]}


def test_without_a_change_of_rules_nothing_differs(dates: Dates) -> None:
    run = dates.preview()
    assert (run["state"], run["passed"], run["changed"], run["left"]) == ("ready", 4, 0, [])
    said = dates.office.post(ADMIN, f"{BASE}/confirm", id=run["id"])
    assert said["errorMsg"] == "没有待确认的日期变化"


def test_earlier_dates_are_shown_first_and_written_with_trail_and_reason_when_confirmed(dates: Dates) -> None:
    dates.months(12)
    run = dates.preview()
    assert (run["changed"], run["ways"]) == (4, {"earlier": 4, "later": 0, "added": 0})
    (row,) = run["summary"]
    assert (row["equclass"], row["ruleid"], row["field"], row["way"], row["count"]) == (
        *("5000", "CC-51", "ninspdate", "earlier"),
        4,
    )
    assert len(row["examples"]) == 3 and set(row["examples"]) < {
        f"{t.equcode} 2028-02-29 → 2027-02-28" for t in dates.trucks
    }
    assert dates.due() == [DUE] * 4
    seen = dates.office.good(ADMIN, f"{BASE}/findChanges", run_id=run["id"])["list"]
    assert [(r["old"], r["new"], r["state"]) for r in seen] == [("2028-02-29", "2027-02-28", "")] * 4
    truck = dates.trucks[0]
    before = truck.version
    done = dates.confirm(run)
    assert (done["state"], done["written"], done["skipped"], done["message"]) == ("done", 4, 0, "已写入4处日期")
    assert dates.due() == [date(2027, 2, 28)] * 4
    assert truck.version == before + 1 and truck.nextexplain["recomputed"] == run["id"]
    assert (
        truck.nextexplain["lines"][0]["value"] == "2027-02-28" and "起算" in truck.nextexplain["lines"][0]["steps"][0]
    )
    trail = select(AuditLog).where(AuditLog.entity_id == truck.id).order_by(AuditLog.id.desc()).limit(1)
    changes = dates.db.scalars(trail).one()
    assert changes.changes["ninspdate"] == ["2028-02-29", "2027-02-28"]
    assert changes.changes["cause"][1].startswith("下次日期重算") and changes.user_name == "沈系统"


def test_a_later_date_needs_a_basis_and_a_word_of_its_own(dates: Dates) -> None:
    plain, explained_one, own, _ = dates.trucks
    dates.explain(explained_one)
    dates.explain(own, "2027-06-30")
    dates.db.flush()
    dates.months(48)
    run = dates.preview()
    assert (run["changed"], run["ways"]["later"], left(run)) == (1, 1, {NO_BASIS: 2})
    done = dates.confirm(run)
    assert (done["written"], dates.due()) == (0, [DUE, DUE, date(2027, 6, 30), DUE])
    dates.office.good(ADMIN, f"{BASE}/begin", reason="再次")
    dates.work("inspection.preview_dates")
    again = dates.db.scalars(select(DateRun).where(DateRun.state == "ready")).one()
    done = dates.confirm({"id": again.id}, later="1")
    assert (done["written"], dates.due()) == (1, [DUE, date(2030, 2, 28), date(2027, 6, 30), DUE])
    assert plain.nextexplain == {}


def test_a_date_that_the_inspector_set_earlier_stays_when_the_rule_allows_more(dates: Dates) -> None:
    """As approval leaves it: the line has the earlier day, and beside it the day by rule."""
    truck, sooner = dates.trucks[0], date(2027, 6, 30)
    result = InspectionResult("0211", DAY, passdate=DAY, nextdate=sooner)
    computed = next_dates(device_facts(values_of(truck), lastdjdate=DAY), result, book.dates_book(dates.db))
    truck.nextexplain = explained(computed) | {"reportno": "R1", "chosen": str(sooner)}
    truck.ninspdate = sooner
    dates.db.flush()
    dates.months(48)
    run = dates.preview()
    assert (run["changed"], left(run)) == (0, {NO_BASIS: 3})
    dates.months(12)
    dates.office.good(ADMIN, f"{BASE}/drop", id=run["id"])
    assert dates.preview()["ways"] == {"earlier": 4, "later": 0, "added": 0}


def test_after_a_reinspection_dates_count_from_the_periodic_inspection_that_failed(dates: Dates) -> None:
    """The failed one lay before the window of 2026, the re-inspection in it: the months go by the failed one."""
    truck, first, again, due = dates.trucks[0], date(2025, 10, 1), date(2025, 12, 15), date(2026, 2, 28)
    for other in dates.trucks[1:]:
        other.equstatus = "2"
    main = AppMain(appdate=first, step="RUN")
    dates.db.add(main)
    dates.db.flush()
    same = {"appmain_id": main.id, "equdatasysid": truck.id, "step": "DONE", "equclacode": "5110", "equclass": "5000"}
    mother = AppBuss(**same, seisn="CC-1", reportno="R1", seisort="02", testsort="0211", inspdate=first)
    mother.unqualcode = mother.conclusion = "1052"
    dates.db.add(mother)
    dates.db.flush()
    passed = AppBuss(**same, seisn="CC-2", reportno="R1-F", seisort="15", testsort="1501", inspdate=again)
    passed.mother_id, passed.conclusion = mother.id, "1051"
    dates.db.add(passed)
    truck.inspdate, truck.insreportno, truck.ninspdate = again, "R1-F", due
    dates.db.flush()
    assert exact_dates(dates.db, truck, "1501").value("ninspdate") == due
    run = dates.preview()
    assert (run["passed"], run["changed"], run["left"]) == (1, 0, [])


def test_what_the_archive_cannot_vouch_for_is_left_and_counted(dates: Dates) -> None:
    unqualified, delayed, watched, strange = dates.trucks
    unqualified.unqualcode, delayed.delaydate, watched.inspecting = "2015", date(2027, 1, 1), True
    strange.equclass, strange.equclacode, strange.equsubkind = "1000", "1110", ""
    dates.db.flush()
    dates.months(12)
    run = dates.preview()
    assert (run["changed"], run["left_count"]) == (0, 4)
    assert left(run) == {
        "最近一次检验不合格，日期不变": 1,
        "有批准的延期": 1,
        "正在监督检验": 1,
        "不知道最近一次检验的检验性质": 1,
    }


def test_what_was_written_is_checked_again_for_quality(dates: Dates) -> None:
    dates.months(12)
    run = dates.preview()
    dates.office.good(ADMIN, f"{BASE}/confirm", id=run["id"])
    jobs.run("inspection.write_dates", {"run_id": run["id"]})
    dates.db.commit()
    again = dates.db.scalars(select(QualityWaiting.equdatasysid)).all()
    assert set(again) >= {t.id for t in dates.trucks}


def test_a_record_that_moved_on_is_never_written_over(dates: Dates) -> None:
    truck, other = dates.trucks[:2]
    newer = text("update equipment set version = version + 1 where equdatasysid = :id")
    dates.db.execute(newer, {"id": truck.id})
    lines = select(func.count()).select_from(AuditLog)
    before = dates.db.scalar(lines)
    with pytest.raises(StaleDataError), dates.db.begin_nested():
        bulk.change(dates.db, [(d, {"ninspdate": date(2027, 1, 1)}) for d in (truck, other)], "试")
    assert (dates.due()[:2], dates.db.scalar(lines)) == ([DUE, DUE], before)


def test_a_device_that_changed_since_the_preview_is_skipped(dates: Dates) -> None:
    dates.months(12)
    run = dates.preview()
    dates.trucks[1].remark = "改过"
    dates.db.flush()
    done = dates.confirm(run)
    assert (done["written"], done["skipped"]) == (3, 1)
    assert done["message"] == "已写入3处日期，1处因预览后档案有变动已跳过"
    assert dates.due()[1] == DUE


def test_a_writing_that_was_cut_off_goes_on_where_it_stood(dates: Dates, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "BLOCK", 2)
    dates.months(12)
    run = dates.preview()
    really, calls = running._write_block, []

    def broken(row: DateRun, after: str) -> str | None:
        calls.append(after)
        if len(calls) == 2:
            raise RuntimeError("power")
        return really(row, after)

    monkeypatch.setattr(running, "_write_block", broken)
    done = dates.confirm(run)
    assert (done["state"], done["written"]) == ("failed", 1)
    done = dates.confirm(run)
    assert (done["state"], done["written"], dates.due()) == ("done", 4, [date(2027, 2, 28)] * 4)


def test_refusals_store_nothing(dates: Dates) -> None:
    runs = select(func.count()).select_from(DateRun)
    for path, form in (("begin", {"reason": "试试"}), ("confirm", {"id": "x"}), ("drop", {"id": "x"})):
        assert dates.office.post("yewu", f"{BASE}/{path}", **form)["errorCode"] == "NO_PERMISSION"
    assert dates.db.scalar(runs) == 0
    assert dates.office.post(ADMIN, f"{BASE}/confirm", id="nothing")["errorCode"] == "NO_PERMISSION"
    dates.months(12)
    run = dates.preview()
    assert dates.office.post(ADMIN, f"{BASE}/begin", reason="又一次")["errorMsg"] == "已有未结束的重算，请先确认或放弃"
    dates.months(24)
    said = dates.office.post(ADMIN, f"{BASE}/confirm", id=run["id"])["errorMsg"]
    assert said == "预览后业务规则又有修改，请放弃后重新预览"
    assert (dates.db.scalar(runs), dates.due()) == (1, [DUE] * 4)
    dates.office.good(ADMIN, f"{BASE}/drop", id=run["id"])
    assert dates.detail(run["id"])["state"] == "dropped"
    assert dates.office.post(ADMIN, f"{BASE}/drop", id=run["id"])["errorMsg"] == "当前状态为已放弃，不能放弃"
    assert dates.db.scalar(select(func.count()).select_from(DateChange).where(DateChange.state != "")) == 0
