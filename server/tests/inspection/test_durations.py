"""How long inspections take: learnt from phones and records, used where it is of enough, shown with what is behind."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, inspect, select, text, update

from tejian.inspection.durations.api import NORM_HOURS, minutes_of
from tejian.inspection.durations.sharing import Share, Span, shares
from tejian.inspection.models.durations import LearntMinutes, SiteTime
from tejian.inspection.models.fieldwork import RecordOp, Terminal
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.system.models.settings import Param
from tejian.system.settings.api import bump
from tests.inspection.conftest import Office
from tests.inspection.test_planning import begun

LIST, TIMES = "/api/plan/durations/findList", "/api/plan/durations/times/findList"
Clock = tuple[str, str]


def inspected(office: Office, clocks: Sequence[Clock], **more: Any) -> list[AppBuss]:
    """Approved items like the one of the main line, each on a day of its own unless `inspdate` is given."""
    item = office.made.get("timed") or office.approved()
    office.made["timed"] = item
    office.db.execute(update(AppBuss).where(~AppBuss.seisn.startswith("TIME")).values(imported=True))
    columns = {c.key: getattr(item, c.key) for c in inspect(AppBuss).column_attrs if c.key not in ("id", "version")}
    made = []
    before = office.db.scalar(select(func.count()).where(AppBuss.seisn.startswith("TIME"))) or 0
    for n, (start, end) in enumerate(clocks, before):
        day = clock.today() - timedelta(days=n + 1)
        own = {"seisn": f"TIME{n}", "reportno": f"TIME{n}", "imported": False, "inspdate": day}
        row = AppBuss(**{**columns, **own, **more})
        office.db.add(row)
        office.db.flush()
        office.db.add(OriginalRecord(appbuss_id=row.id, begunat=start, endedat=end))
        made.append(row)
    office.db.commit()
    return made


def lasting(*minutes: int) -> list[Clock]:
    return [("08:00", f"{8 + n // 60:02}:{n % 60:02}") for n in minutes]


def learn(office: Office) -> None:
    """The night, with all that it enqueues."""
    jobs.run("inspection.durations", {})
    for _ in range(9):
        own = [(name, form) for name, form in jobs.waiting(office.db) if name == "inspection.durations.of"]
        office.db.execute(_DONE)
        office.db.commit()
        if not own:
            break
        for name, form in own:
            jobs.run(name, form)
    office.db.expire_all()


_DONE = text("delete from procrastinate_jobs where task_name = 'inspection.durations.of'")


def shown(office: Office, login: str = "diaodu", **asked: Any) -> list[dict[str, Any]]:
    return list(office.good(login, LIST, **asked)["list"])


def test_what_is_open_at_once_is_shared() -> None:
    own = shares([Span("a", 480, 540), Span("b", 480, 540), Span("c", 520, 580), Span("no time", 600, 600)])
    # until 520 two share 40, until 540 three share 20, then c has 40 alone
    assert own == {"a": Share(27, 3), "b": Share(27, 3), "c": Share(47, 3)}
    assert shares([Span("a", 480, 540), Span("b", 540, 570)]) == {"a": Share(60, 1), "b": Share(30, 1)}
    assert shares([]) == {}


def test_medians_of_unit_station_and_institute_lead_to_what_is_behind(office: Office) -> None:
    [first, *_] = inspected(office, lasting(40, 45, 50, 55, 90))
    inspected(office, lasting(20, 20, 20, 20, 20, 120, 120), unitsysid="another", unitname="另一家")
    inspected(office, [("", ""), ("09:00", ""), ("10:00", "09:00")])  # what says no time is not counted
    learn(office)
    rows = {(one["level"], one["unitname"]): one for one in shown(office)}
    assert {key: (one["count"], one["middle"], one["ninth"], one["used"]) for key, one in rows.items()} == {
        ("org", ""): (12, 43, 117, True),
        ("station", ""): (12, 43, 117, True),
        ("unit", first.unitname): (5, 50, 76, True),
        ("unit", "另一家"): (7, 20, 120, True),
    }
    for one in rows.values():
        asked = {name: one[name] for name in ("unitsysid", "equclacode", "testsort")}
        behind = office.good("diaodu", TIMES, **asked, chedept=one["chedept"] or "")["list"]
        assert len(behind) == one["count"]
        assert sorted(x["minutes"] for x in behind)[len(behind) // 2] >= one["middle"]
    assert rows["station", ""]["norm"] == _norm(office, first)
    assert office.post("jianyan1", LIST)["status"] == 403


def _norm(office: Office, row: AppBuss) -> int:
    hours = NORM_HOURS(office.db, [row], clock.today())
    return round(hours[row.id][0] * 60 / 2)


def test_the_nearest_median_of_enough_is_used_else_the_rule(office: Office) -> None:
    made = inspected(office, lasting(40, 45, 50, 55))
    own = made[0]
    of_rule = f"{_norm(office, own)}分钟"
    learn(office)
    told = minutes_of(office.db, [own], clock.today())[own.id]
    assert (told.minutes, told.basis.startswith("按规则表（GZL"), told.basis.endswith(of_rule)) == (
        _norm(office, own),
        True,
        True,
    )
    assert {(one["level"], one["used"]) for one in shown(office)} == {("org", False), ("station", False)}
    inspected(office, lasting(30, 30, 30, 30, 30, 30), unitsysid="another")
    learn(office)
    told = minutes_of(office.db, [own], clock.today())[own.id]
    assert (told.minutes, told.basis) == (30, "按本站10次现场时长的中位数30分钟")
    inspected(office, lasting(70))
    learn(office)
    told = minutes_of(office.db, [own], clock.today())[own.id]
    assert (told.minutes, told.basis) == (50, "按该单位5次现场时长的中位数50分钟")
    elsewhere = AppBuss(
        **{name: getattr(own, name) for name in ("cheorg", "equclacode", "testsort", "equdatasysid", "equclass")},
        **{"id": "x", "chedept": "other station", "unitsysid": "nobody"},
    )
    told = minutes_of(office.db, [elsewhere], clock.today())["x"]
    assert told.basis == "按本机构11次现场时长的中位数30分钟"


def test_what_has_neither_median_nor_standard_takes_the_usual_minutes(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    item = office.accepted(1)[0]
    monkeypatch.setattr(NORM_HOURS, "_bound", lambda *_: {})
    assert minutes_of(office.db, [], clock.today()) == {}
    item.testsort = "none"
    told = minutes_of(office.db, [item], clock.today())[item.id]
    office.db.rollback()
    assert (told.minutes, told.basis) == (60, "没有工时定额，按参数每件60分钟")


def test_the_phone_goes_before_the_record_and_only_on_the_day(office: Office) -> None:
    good, refused, other_day = inspected(office, lasting(60, 60, 60))
    phone = Terminal(user_id=office.user("jianyan1").id, device="d", name="手机", step="SY")
    office.db.add(phone)
    office.db.flush()
    seq = 0

    def signs(row: AppBuss, path: str, at: time, day: date | None = None, state: str = "taken") -> None:
        nonlocal seq
        seq += 1
        moment = datetime.combine(day or row.inspdate or clock.today(), at, clock.SHANGHAI)
        more = {"user_name": "甲", "appbuss_id": row.id, "digest": "x", "path": path, "at": moment, "state": state}
        office.db.add(RecordOp(terminal_id=phone.id, seq=seq, opid=f"op{seq}", **more))

    signs(good, "presence.in", time(9, 10))
    signs(good, "presence.in", time(9, 5))  # the first of the two
    signs(good, "presence.out", time(9, 50))
    signs(refused, "presence.in", time(9, 5), state="refused")
    signs(refused, "presence.out", time(9, 50))
    signs(other_day, "presence.in", time(9, 5), clock.today() - timedelta(days=40))
    signs(other_day, "presence.out", time(9, 50), clock.today() - timedelta(days=40))
    office.db.commit()
    learn(office)
    rows = {one["seisn"]: (one["begunat"], one["endedat"], one["source"], one["minutes"]) for one in _times(office)}
    assert rows == {
        good.seisn: ("09:05", "09:50", "phone", 45),
        refused.seisn: ("08:00", "09:00", "record", 60),
        other_day.seisn: ("08:00", "09:00", "record", 60),
    }


def _times(office: Office) -> list[dict[str, Any]]:
    return list(office.good("diaodu", TIMES)["list"])


def test_two_lifts_at_once_are_half_each_and_a_later_approval_counts(office: Office) -> None:
    day = clock.today() - timedelta(days=3)
    [first] = inspected(office, lasting(60), inspdate=day)
    learn(office)
    assert [(one["minutes"], one["together"]) for one in _times(office)] == [(60, 1)]
    [second] = inspected(office, lasting(60), inspdate=day)
    office.db.execute(update(AppBuss).where(AppBuss.id == first.id).values(imported=False))
    office.db.commit()
    learn(office)
    assert sorted((one["seisn"], one["minutes"], one["together"]) for one in _times(office)) == [
        (first.seisn, 30, 2),
        (second.seisn, 30, 2),
    ]


def test_what_is_older_than_the_days_is_forgotten(office: Office) -> None:
    inspected(office, lasting(60), inspdate=clock.today() - timedelta(days=400))
    learn(office)
    assert office.db.scalar(select(func.count()).select_from(SiteTime)) == 0
    office.db.scalars(select(Param).where(Param.key == "inspection.plan.learn_days")).one().value = "500"
    bump(office.db, "param")
    office.db.commit()
    learn(office)
    assert office.db.scalar(select(func.count()).select_from(SiteTime)) == 1
    assert office.db.scalar(select(func.count()).select_from(LearntMinutes)) == 2  # of the institute, of its station


def test_more_days_than_one_transaction_takes_are_all_learnt(office: Office) -> None:
    inspected(office, lasting(*range(30, 53)))
    learn(office)
    assert {one["count"] for one in shown(office) if one["level"] == "station"} == {23}


def test_a_plan_says_by_what_its_minutes_are_reckoned(office: Office) -> None:
    plan = begun(office)
    assert all(one["basis"].startswith("按规则表（GZL") for one in plan["lines"])
    for one in plan["lines"]:
        assert one["basis"].endswith(f"{one['minutes']}分钟")
    assert Decimal(plan["lines"][0]["minutes"]) > 0
