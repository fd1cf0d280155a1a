"""A plan from its begin to the arranged items: over HTTP, by the guards of the arrangement, all of it or nothing."""

import random
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import delete, func, select, text, update
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.inspection.models.absence import StaffLeave
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.planning import PlanLine, PlanProposal
from tejian.inspection.planning import engine, judging, proposing, reading
from tejian.inspection.planning.comparing import first_fit
from tejian.inspection.planning.problem import Problem, Tours
from tejian.inspection.planning.reading import Asked, read
from tejian.instruments.models import Instrument
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.messages.models import Message, Sms
from tejian.system.models.accounts import StaffQual, SysUser
from tejian.system.organisations import api as calendar
from tests.inspection.conftest import Office

BASE = "/api/plan"


def week(office: Office, count: int = 3) -> tuple[date, date]:
    """The next working days from tomorrow on."""
    day, found = clock.today() + timedelta(days=1), list[date]()
    while len(found) < count:
        if calendar.is_working(office.db, day):
            found.append(day)
        day += timedelta(days=1)
    return found[0], found[-1]


def station(office: Office, item: AppBuss, people: Sequence[str] = ("jianyan1", "jianyan2")) -> str:
    """The station of an item, with these people and no others, and the place of its unit known."""
    own = SysUser.login.in_(people)
    office.db.execute(update(SysUser).where(SysUser.dept_id == item.chedept, ~own).values(dept_id="elsewhere"))
    office.db.execute(update(SysUser).where(own).values(dept_id=item.chedept))
    unit = office.db.scalars(select(Unit).where(Unit.id == item.unitsysid)).one()
    unit.lng, unit.lat = Decimal("121.550000"), Decimal("29.870000")
    office.db.commit()
    return item.chedept


def work(office: Office) -> None:
    for name, arguments in jobs.waiting(office.db):
        if name == "inspection.plan":
            jobs.run(name, arguments)
    office.db.execute(text("delete from procrastinate_jobs where task_name = 'inspection.plan'"))
    office.db.commit()
    office.db.expire_all()


def begun(office: Office, count: int = 3, login: str = "diaodu", days: int = 3) -> dict[str, Any]:
    """A solved plan of a few items, as its page shows it."""
    items = office.accepted(count)
    first, last = week(office, days)
    key = office.good(login, f"{BASE}/begin", dept=station(office, items[0]), first=str(first), last=str(last))["id"]
    work(office)
    return page(office, key, login)


def page(office: Office, key: str, login: str = "diaodu") -> dict[str, Any]:
    return dict(office.good(login, f"{BASE}/page", id=key))


def change(office: Office, plan: dict[str, Any], what: str, **more: Any) -> dict[str, Any]:
    office.good("diaodu", f"{BASE}/{what}", id=plan["id"], version=str(page(office, plan["id"])["version"]), **more)
    return page(office, plan["id"])


def refused(office: Office, plan: dict[str, Any], what: str, **more: Any) -> str:
    version = str(page(office, plan["id"])["version"])
    return office.refused("diaodu", f"{BASE}/{what}", id=plan["id"], version=version, **more)


def test_a_plan_is_proposed_explained_accepted_and_everybody_told(office: Office) -> None:
    plan = begun(office)
    assert (plan["state"], plan["percent"], plan["acceptable"]) == ("ready", 100, True)
    assert len(plan["lines"]) == 3
    for line in plan["lines"]:
        assert line["plandate"] in plan["days"]
        assert "陈立峰、林志远有" in line["why"] and "应检日期" in line["why"]
    assert plan["compared"]["plan"]["planned"] == 3
    [lng, lat] = plan["origin"]
    for line in plan["lines"]:  # all of the one unit whose place is known
        assert (round(line["lng"], 4), round(line["lat"], 4)) == (121.55, 29.87) == (round(lng, 4), round(lat, 4))
    assert {office.item(one["item"]).step for one in plan["lines"]} == {"RWAP"}  # nothing is arranged yet
    told = office.db.scalar(select(func.count(Message.id))) or 0
    sms = office.db.scalar(select(func.count(Sms.id))) or 0
    version = page(office, plan["id"])["version"]
    assert office.good("diaodu", f"{BASE}/accept", id=plan["id"], version=str(version)) == 3
    for line in plan["lines"]:
        item = office.item(line["item"])
        assert (item.step, str(item.plandate), item.scinspectorname) == ("RWQR", line["plandate"], "陈立峰")
        assert item.inspectors == [line["scinspector"], line["coinspector"]]
        assert item.instruments and item.taskno and item.taskremark == "按检验计划安排"
    assert page(office, plan["id"])["state"] == "accepted"
    assert (office.db.scalar(select(func.count(Message.id))) or 0) - told == 6  # two inspectors of three items
    assert (office.db.scalar(select(func.count(Sms.id))) or 0) - sms == 3
    mine = office.good("jianyan1", f"{BASE}/route/findList")["list"]
    assert [(one["plandate"], one["seisn"]) for one in mine] == [
        (one["plandate"], one["seisn"]) for one in sorted(plan["lines"], key=lambda x: (x["plandate"], x["place"]))
    ]
    assert office.good("jianyan3", f"{BASE}/route/findList")["list"] == []


def test_the_same_station_gets_the_same_plan(office: Office) -> None:
    plan = begun(office)
    shown = [(one["item"], one["plandate"], one["place"], one["scinspector"], one["boxno"]) for one in plan["lines"]]
    again = change(office, plan, "again")
    assert again["state"] == "waiting"
    work(office)
    lines = page(office, plan["id"])["lines"]
    assert [(one["item"], one["plandate"], one["place"], one["scinspector"], one["boxno"]) for one in lines] == shown


def test_lines_are_moved_locked_undone_and_the_rest_is_solved_around_them(office: Office) -> None:
    plan = begun(office)
    line = plan["lines"][0]
    people = {"scinspector": line["scinspector"], "coinspector": line["coinspector"]}
    other = next(day for day in reversed(plan["days"]) if day != line["plandate"])
    moved = change(office, plan, "move", lines=line["id"], plandate=other, **people)
    [now] = [one for one in moved["lines"] if one["id"] == line["id"]]
    assert (now["plandate"], now["locked"], moved["undo"]) == (other, True, f"移到{other}")
    assert "手工安排" in now["why"]
    change(office, plan, "again")
    work(office)
    [kept] = [one for one in page(office, plan["id"])["lines"] if one["id"] == line["id"]]
    assert (kept["plandate"], kept["locked"]) == (other, True)
    assert kept["why"].startswith("已锁定在这一天")
    out = change(office, plan, "move", lines=line["id"])
    [gone] = [one for one in out["lines"] if one["id"] == line["id"]]
    assert (gone["plandate"], gone["locked"], gone["scinspector"]) == (None, True, "")
    back = change(office, plan, "undo")
    assert [one for one in back["lines"] if one["id"] == line["id"]] == [kept]
    assert back["undo"] == ""
    assert refused(office, plan, "undo") == "没有可以撤销的修改"
    free = change(office, plan, "lock", lines=line["id"], on="0")
    assert not any(one["locked"] for one in free["lines"])


def test_what_the_guards_refuse_is_refused_by_hand_in_their_words(office: Office) -> None:
    plan = begun(office)
    line, day = plan["lines"][0], plan["days"][-1]
    people = {"scinspector": line["scinspector"], "coinspector": line["coinspector"]}
    before = page(office, plan["id"])
    leave = {"kind": "1", "begins": day, "ends": day, "reason": "探亲"}
    office.good("diaodu", "/api/leave/save", user_id=office.user("jianyan1").id, **leave)
    said = refused(office, plan, "move", lines=line["id"], plandate=day, **people)
    assert said == f"陈立峰在{day}请假，不能作为检验人员"
    alone = {**people, "coinspector": people["scinspector"]}
    assert refused(office, plan, "move", lines=line["id"], plandate=day, **alone) == "主检和协检应为两个人"
    strange = office.db.scalars(select(SysUser).where(SysUser.login == "shenhe")).one()
    foreign = refused(office, plan, "move", lines=line["id"], plandate=day, **people | {"coinspector": strange.id})
    assert foreign.startswith(f"{strange.name}不是") and foreign.endswith("不能排入本站的计划")
    late = str(date.fromisoformat(plan["last"]) + timedelta(days=9))
    said = refused(office, plan, "move", lines=line["id"], plandate=late, **people)
    assert said == f"日期：应在{plan['first']}至{plan['last']}之间"
    now = page(office, plan["id"])
    assert (now["lines"], now["undo"], now["version"]) == (before["lines"], "", before["version"])


def test_a_day_holds_no_more_than_its_minutes(office: Office) -> None:
    plan = begun(office)
    office.db.execute(text("update plan_line set minutes = 300"))
    office.db.commit()
    line, *_ = plan["lines"]
    people = {"scinspector": line["scinspector"], "coinspector": line["coinspector"]}
    all_ = [one["id"] for one in plan["lines"]]
    said = refused(office, plan, "move", lines=all_, plandate=plan["days"][0], **people)
    assert said.startswith(f"{plan['days'][0]}这一组连同路程要9") and "超过可用的420分钟" in said


def test_who_falls_ill_after_it_was_locked_lets_go_of_it(office: Office) -> None:
    plan = begun(office)
    line = plan["lines"][0]
    change(office, plan, "lock", lines=[one["id"] for one in plan["lines"]])
    leave = {"kind": "1", "begins": line["plandate"], "ends": line["plandate"], "reason": "病假"}
    office.good("diaodu", "/api/leave/save", user_id=office.user("jianyan2").id, **leave)
    assert refused(office, plan, "accept") == f"林志远在{line['plandate']}请假，不能作为检验人员"
    assert {office.item(one["item"]).step for one in plan["lines"]} == {"RWAP"}  # none, not some
    change(office, plan, "again")
    work(office)
    now = page(office, plan["id"])
    ill = f"林志远在{line['plandate']}请假，不能作为检验人员"
    assert all(one["plandate"] != line["plandate"] for one in now["lines"])
    assert ill in next(one["why"] for one in now["lines"] if one["id"] == line["id"])


def test_an_item_that_changed_since_is_not_arranged_unseen(office: Office) -> None:
    plan = begun(office)
    item = office.item(plan["lines"][0]["item"])
    item.taskremark = "联系门卫"
    office.db.commit()
    assert "修改，请载入最新后再保存" in refused(office, plan, "accept")
    assert {office.item(one["item"]).step for one in plan["lines"]} == {"RWAP"}
    assert page(office, plan["id"])["state"] == "ready"


def test_what_cannot_be_done_is_left_out_and_says_what_would_let_it_in(office: Office) -> None:
    items = office.accepted(2)
    items[1].equclass, items[1].equclacode, items[1].testsort = "2000", "2150", "0205"
    office.db.commit()
    first, last = week(office)
    key = office.good("diaodu", f"{BASE}/begin", dept=station(office, items[0]), first=str(first), last=str(last))["id"]
    work(office)
    lines = {one["item"]: one for one in page(office, key)["lines"]}
    assert lines[items[0].id]["plandate"]
    assert lines[items[1].id]["plandate"] is None
    assert lines[items[1].id]["why"].startswith("没有人能做：陈立峰没有定期检验(全面)所需的资格")
    assert lines[items[1].id]["why"].endswith("有两名持证的人即可排入")


def asked(office: Office, **more: str) -> dict[str, str]:
    first, last = week(office)
    dept = station(office, office.accepted(2)[0])
    return {"dept": dept, "first": str(first), "last": str(last), **more}


def count(office: Office) -> int:
    return int(office.db.scalar(select(func.count(PlanProposal.id))) or 0)


def test_what_cannot_be_planned_is_a_sentence_and_nothing_is_written(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = asked(office)
    today = clock.today()

    def said(**more: str) -> str:
        sentence = office.refused("diaodu", f"{BASE}/begin", **form | more)
        assert count(office) == 0
        return sentence

    assert said(last=str(today)) == "至：不得早于开始日期"
    assert said(first=str(today - timedelta(days=1))) == "从：不得早于今天"
    assert said(last=str(today + timedelta(days=90))) == "至：一次最多编排31天"
    saturday = today + timedelta(days=(5 - today.weekday()) % 7 + 14)
    if not calendar.is_working(office.db, saturday):
        day = str(saturday)
        assert said(first=day, last=day) == f"{day}至{day}没有工作日，请换日期"
    assert said(startlng="121.5") == "出发地经度、纬度：应为数字，两个都填或都不填"
    assert said(startlng="1", startlat="2") == "出发地经度、纬度：不在国内，请核对"
    with monkeypatch.context() as patched:
        patched.setattr(reading, "MOST_ITEMS", 1)
        assert said().endswith("件待安排的业务，一次最多编排1件，请先安排或转办一部分")
    office.db.execute(text("update unit set lng = null, lat = null"))
    office.db.execute(text("update equipment set longitude = null, latitude = null"))
    office.db.commit()
    assert said().startswith("待安排的设备和单位都没有登记经纬度")


def test_a_station_without_anybody_is_a_sentence(office: Office) -> None:
    form = asked(office)
    for login in ("jianyan1", "jianyan2"):
        leave = {"kind": "1", "begins": form["first"], "ends": form["last"], "reason": "培训"}
        office.good("diaodu", "/api/leave/save", user_id=office.user(login).id, **leave)
    others = [office.user(login).id for login in ("jianyan1", "jianyan2")]
    office.db.execute(delete(StaffQual).where(StaffQual.user_id.not_in(others)))
    office.db.commit()
    assert office.refused("diaodu", f"{BASE}/begin", **form).endswith("的检验人员都请假或外出")
    office.db.execute(delete(StaffLeave))
    office.db.execute(text("update sys_staff_qual set item = 'XX'"))
    office.db.commit()
    assert "没有人能做待安排的业务：" in office.refused("diaodu", f"{BASE}/begin", **form)
    office.db.execute(delete(StaffQual))
    office.db.commit()
    assert "没有持有资格的检验人员" in office.refused("diaodu", f"{BASE}/begin", **form)
    office.db.execute(delete(AppBuss).where(AppBuss.id == ""))
    assert count(office) == 0


def test_the_head_of_a_station_plans_for_it_alone_and_does_not_arrange(office: Office) -> None:
    head = office.user("zhanzhang")
    items = office.accepted(2)
    for one in items:
        one.chedept = head.dept_id
    office.db.commit()
    first, last = week(office)
    form = {"first": str(first), "last": str(last)}
    station(office, office.item(items[0].id))
    assert [one["value"] for one in office.good("zhanzhang", f"{BASE}/stations")] == [head.dept_id]
    foreign = next(one["value"] for one in office.good("diaodu", f"{BASE}/stations") if one["value"] != head.dept_id)
    assert office.refused("zhanzhang", f"{BASE}/begin", dept=foreign, **form) == "只能编排本站的计划"
    key = office.good("zhanzhang", f"{BASE}/begin", dept=head.dept_id, **form)["id"]
    work(office)
    plan = page(office, key, "zhanzhang")
    assert (plan["state"], len(plan["lines"]), plan["acceptable"]) == ("ready", 2, False)
    said = office.post("zhanzhang", f"{BASE}/accept", id=key, version=str(plan["version"]))
    assert (said["status"], said["isSuccess"]) == (403, False)
    assert {office.item(one["item"]).step for one in plan["lines"]} == {"RWAP"}
    assert office.post("jianyan1", f"{BASE}/page", id=key)["status"] == 403


def test_one_plan_a_station(office: Office) -> None:
    plan = begun(office)
    form = {"dept": office.item(plan["lines"][0]["item"]).chedept, "first": plan["first"], "last": plan["last"]}
    assert office.refused("diaodu", f"{BASE}/begin", **form).endswith("已有未接受的计划，请先接受或放弃")
    assert refused(office, plan, "move", lines="nowhere").startswith("所选业务：所选数据不存在")
    assert refused(office, plan, "move") == "请选择业务"
    change(office, plan, "drop")
    assert page(office, plan["id"])["stateName"] == "已放弃"
    assert refused(office, plan, "accept") == "计划已放弃，不能办理，请刷新"
    assert office.good("diaodu", f"{BASE}/begin", **form)["id"] != plan["id"]


def test_a_solver_that_is_away_is_said_and_tried_again(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    form = asked(office)
    key = office.good("diaodu", f"{BASE}/begin", **form)["id"]
    with monkeypatch.context() as patched:
        patched.setattr("tejian.inspection.planning.solving.ENGINE", "tejian.no_engine")
        work(office)
    now = page(office, key)
    assert (now["state"], now["message"], now["lines"]) == ("failed", "求解器异常结束", [])
    change(office, now, "again")
    work(office)
    assert page(office, key)["state"] == "ready"


def test_no_transaction_is_open_while_the_solver_works(
    office: Office, monkeypatch: pytest.MonkeyPatch, job_sessions: list[Session]
) -> None:
    """A month takes it minutes; a connection that rests in a transaction is cut after two."""
    key = office.good("diaodu", f"{BASE}/begin", **asked(office))["id"]
    resting, solve = list[bool](), proposing.solved

    def solved(problem: Problem, done: Callable[[float], None]) -> Tours:
        resting.append(any(one.in_transaction() for one in job_sessions))
        return solve(problem, done)

    monkeypatch.setattr(proposing, "solved", solved)
    work(office)
    assert resting == [False]
    assert page(office, key)["state"] == "ready"


def test_no_guard_is_broken_in_a_hundred_random_weeks(office: Office) -> None:
    items = office.accepted(4)
    logins = [f"jianyan{n}" for n in range(1, 6)]
    dept = station(office, items[0], logins)
    me = office.user("diaodu")
    people = list(office.db.scalars(select(SysUser).where(SysUser.login.in_(logins)).order_by(SysUser.login)))
    held = list(office.db.scalars(select(StaffQual).where(StaffQual.user_id == office.user("jianyan1").id)))
    until = {"issuedate": clock.today(), "validto": clock.today() + timedelta(days=99), "status": "有效"}
    for one in people[2:]:
        office.db.add_all(StaffQual(user_id=one.id, item=old.item, certno=f"C-{one.login}", **until) for old in held)
    office.db.commit()
    where = random.Random(0)
    units = list(office.db.scalars(select(Unit).order_by(Unit.code).limit(12)))
    for unit in units:
        unit.lng, unit.lat = (Decimal(f"{base + where.random() / 5:.6f}") for base in (121.5, 29.8))
    office.db.commit()
    planned = away = 0
    for seed in range(100):
        rnd = random.Random(seed)
        days = week(office, rnd.randrange(1, 4))
        for one in people:
            if rnd.random() < 0.3:
                begins = days[0] + timedelta(days=rnd.randrange(3))
                half = rnd.choice(("", "上午", "下午"))
                ends = begins if half else begins + timedelta(days=rnd.randrange(2))
                named = {"user_id": one.id, "username": one.name, "org_id": one.org_id, "dept_id": dept}
                office.db.add(StaffLeave(**named, kind="1", begins=begins, ends=ends, half=half, reason="培训"))
        for tool in office.db.scalars(select(Instrument)):
            if rnd.random() < 0.1:
                tool.nextcal = days[0] + timedelta(days=rnd.randrange(-1, 3))
        for item in office.db.scalars(select(AppBuss).where(AppBuss.chedept == dept, AppBuss.step == "RWAP")):
            item.unitsysid = rnd.choice(units).id
            item.duedate = days[0] + timedelta(days=rnd.randrange(-3, 9))
            if rnd.random() < 0.2:
                item.equclass, item.equclacode, item.testsort = "2000", "2150", "0205"
        office.db.flush()
        try:
            facts = read(office.db, me, Asked(dept, *days))
        except Refused:  # nobody there: a sentence of its own
            away += 1
            office.db.rollback()
            continue
        tours = engine.solve(facts.problem.as_json() | {"start": first_fit(facts.problem)})
        fresh = judging.judge(office.db, me, list(facts.items.values()), facts.judge.boxes)
        busy: dict[tuple[date, str], int] = {}
        for n, tour in enumerate(tours):
            shift = facts.problem.shifts[n]
            for stop in (facts.problem.stops[one] for one in tour):
                assert fresh.refusal(stop.kind, shift) == ""
                planned += len(stop.items)
            for person in shift.people if tour else ():
                assert busy.setdefault((shift.day, person), n) == n  # in one pair a day
        office.db.rollback()
    assert planned > 200
    assert away < 33


def test_lines_go_with_their_plan(office: Office) -> None:
    plan = begun(office)
    office.db.execute(delete(PlanProposal).where(PlanProposal.id == plan["id"]))
    office.db.commit()
    assert office.db.scalar(select(func.count(PlanLine.id))) == 0
