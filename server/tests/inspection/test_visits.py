"""A unit books several devices for one visit: applications, days for the planning, and a yes to the day that came."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.online import OnlineApplication
from tejian.inspection.models.visits import UnitVisit
from tejian.inspection.planning.reading import Asked, read
from tejian.kit.ground import clock
from tejian.messages.models import Message, Sms
from tejian.system.organisations import api as calendar
from tests.inspection import online, visits
from tests.inspection.conftest import Office
from tests.inspection.test_planning import station

LIST, PARTS = "/api/visit/findList", "/api/visit/parts/findList"
BOOK, ARRANGE = "/api/visit/book", "/api/appmain/taskSchedCommit"


def stored(office: Office) -> tuple[int, int]:
    counts = [office.db.scalar(select(func.count()).select_from(one)) or 0 for one in (UnitVisit, OnlineApplication)]
    return counts[0], counts[1]


def working(office: Office, count: int, start: int = 3) -> list[date]:
    return visits.working(office, count, start)


def test_three_lifts_and_an_annual_check_are_booked_for_one_day(office: Office) -> None:
    lifts, vessel = visits.own(office, 3), visits.vessel(office)
    first, second = working(office, 2)
    visit = visits.booked(office, [first, second], lifts, [(vessel, visits.YEARLY)], earlyreason="一并检验")
    assert visit.visitno == f"YJ{clock.today():%Y%m%d}0001"
    assert (visit.step, visit.equcount, visit.wished) == ("WAIT", 4, [str(first), str(second)])
    parts = office.db.scalars(select(OnlineApplication).where(OnlineApplication.visit_id == visit.id)).all()
    assert sorted((one.equclass, one.testsort, one.equcount, one.step, one.plandate) for one in parts) == [
        ("2000", visits.YEARLY.split("-")[2], 1, "SENT", first),
        ("3000", "0211", 3, "SENT", first),
    ]
    [shown] = office.good("qiye", "/api/visit/booked")
    assert (shown["visitno"], shown["count"], shown["stepName"], shown["asks"]) == (visit.visitno, 4, "待安排", False)
    assert sorted((one["count"], one["stepName"]) for one in shown["parts"]) == [(1, "待确认"), (3, "待确认")]


def test_what_cannot_be_booked_is_a_sentence_and_nothing_is_stored(office: Office) -> None:
    lifts = visits.own(office, 2)
    [day] = working(office, 1)
    foreign = office.db.scalars(
        select(Equipment).where(Equipment.useorgsysid != lifts[0].useorgsysid, Equipment.equclacode == "3110").limit(1)
    ).one()
    today = clock.today()
    holiday = next(d for n in range(1, 30) if not calendar.is_working(office.db, d := today + timedelta(days=n)))

    def said(devices: list[Equipment] = lifts, **more: Any) -> str:
        form = visits.form([day], devices) | {"earlyreason": "随停车"} | more
        sentence = office.refused("qiye", BOOK, **form)
        assert stored(office) == (0, 0)
        return sentence

    assert said([*lifts, foreign]) == "设备：请从选项中选择"
    assert said(wished=[]) == "期望日期：请至少选一天"
    assert said(wished=[str(today)]) == f"期望日期{today}应在今天之后"
    assert said(wished=[str(today - timedelta(days=1))]) == f"期望日期{today - timedelta(days=1)}应在今天之后"
    assert said(wished=[str(holiday)]) == f"期望日期{holiday}不是工作日"
    assert said(closed=[str(day)]) == f"期望日期{day}在不便日期中"
    assert said(closed=[str(today - timedelta(days=2))]) == f"不便日期{today - timedelta(days=2)}已过"
    assert said(wished=["明天"]) == "期望日期：日期应为yyyy-MM-dd"
    assert said([]) == "请选择要约检的设备"
    assert said([lifts[0], lifts[0]]) == "同一台设备选了两次，请核对"
    lifts[1].equstatus = "4"
    office.db.commit()
    assert said() == f"{lifts[1].equcode}：设备不在用，不能申报定期检验"


def test_days_behind_a_due_date_are_refused(office: Office) -> None:
    lifts = online.own(office, 1)
    lifts[0].ninspdate = due = clock.today() + timedelta(days=5)
    office.db.commit()
    [day] = working(office, 1, 10)
    said = office.refused("qiye", BOOK, **visits.form([day], lifts))
    assert said == f"{lifts[0].equcode}：应在{due}前检验，期望日期都在其后"
    assert stored(office) == (0, 0)


def test_the_institute_cannot_book_for_a_unit(office: Office) -> None:
    [day] = working(office, 1)
    office.refused("shouli", BOOK, **visits.form([day], visits.own(office, 1)))
    assert stored(office) == (0, 0)


def test_a_booked_visit_is_planned_on_the_first_wished_day_that_all_of_it_can_have(office: Office) -> None:
    days = working(office, 4, 1)
    items = visits.accepted(office, visits.booked(office, [days[2], days[1]], visits.own(office, 2)))
    dept = station(office, items[0])
    facts = read(office.db, office.user("diaodu"), Asked(dept, days[0], days[3]))
    stops = [one for one in facts.problem.stops if set(one.items) & {row.id for row in items}]
    assert {one.days for one in stops} == {frozenset({days[2]})}
    assert all(facts.problem.shifts[n].day == days[2] for one in stops for n in facts.problem.in_time(one))


def test_without_a_wished_day_in_the_plan_closed_days_are_still_left_free(office: Office) -> None:
    days = working(office, 4, 1)
    items = visits.accepted(office, visits.booked(office, [days[3]], visits.own(office, 1), closed=[days[0]]))
    facts = read(office.db, office.user("diaodu"), Asked(station(office, items[0]), days[0], days[2]))
    [stop] = [one for one in facts.problem.stops if items[0].id in one.items]
    assert stop.days == frozenset(days[1:3])
    assert days[0] not in {facts.problem.shifts[n].day for n in facts.problem.in_time(stop)}


def arrange(office: Office, items: list[AppBuss], day: date) -> Any:
    return office.post("diaodu", ARRANGE, **visits.arrangement(office, items[0], day))


def test_a_closed_day_is_not_arranged(office: Office) -> None:
    days = working(office, 2, 1)
    visit = visits.booked(office, [days[0]], visits.own(office, 1), closed=[days[1]])
    [item] = visits.accepted(office, visit)
    said = arrange(office, [item], days[1])
    assert f"{item.seisn}：{visit.unitname}{days[1]}不便检验（约检{visit.visitno}），请改期" in said["errorMsg"]
    assert office.item(item.id).step == "RWAP"


def test_the_unit_is_asked_by_sms_says_yes_and_is_asked_again_when_the_day_changes(office: Office) -> None:
    days = working(office, 2, 1)
    visit = visits.booked(office, [days[0]], visits.own(office, 1))
    [item] = visits.accepted(office, visit)
    assert arrange(office, [item], days[0])["isSuccess"]
    assert (visit.step, visit.days) == ("ASKED", [str(days[0])])

    def sent(template: str) -> list[str]:
        return list(office.db.scalars(select(Sms.content).where(Sms.template == template).order_by(Sms.id)))

    assert len(sent("YJQR")) == 1 and f"约检{visit.visitno}（1台）定于{days[0]}上门检验" in sent("YJQR")[0]
    [shown] = office.good("qiye", "/api/visit/booked")
    assert (shown["asks"], shown["days"], shown["stepName"]) == (True, [str(days[0])], "待确认")
    office.good("qiye", "/api/visit/agree", id=visit.id, version=shown["version"])
    assert (visit.step, visit.answeredby, len(sent("YJQD"))) == ("AGREED", "胡斌", 1)
    mine = Message.user_id == office.user("diaodu").id, Message.kind == "约检"
    assert office.db.scalars(select(Message.title).where(*mine)).all() == [
        f"约检{visit.visitno} {visit.unitname}已确认{days[0]}上门"
    ]
    visits.withdrawn(office, item)
    assert arrange(office, [item], days[1])["isSuccess"]
    assert (visit.step, visit.days, visit.answeredby, len(sent("YJQR"))) == ("ASKED", [str(days[1])], "", 2)


def test_the_unit_names_another_day_with_a_reason(office: Office) -> None:
    days = working(office, 3, 1)
    visit = visits.asked(office, days[0], closed=[days[2]])
    another = "/api/visit/another"
    form = {"id": visit.id, "version": visit.version}
    assert office.refused("qiye", another, **form, newday=str(days[1])) == "请写明这一天为什么不便"
    closed = office.refused("qiye", another, **form, newday=str(days[2]), reason="当日停电检修")
    assert closed == f"期望日期{days[2]}在不便日期中"
    assert visit.step == "ASKED"
    office.good("qiye", another, **form, newday=str(days[1]), reason="当日停电检修")
    assert (visit.step, visit.wished, visit.reason) == ("OTHER", [str(days[1]), str(days[0])], "当日停电检修")


def test_nobody_else_answers_for_the_unit(office: Office) -> None:
    visit = visits.asked(office, working(office, 1, 1)[0])
    office.refused("weibao", "/api/visit/agree", id=visit.id, version=visit.version)
    office.refused("diaodu", "/api/visit/agree", id=visit.id, version=visit.version)
    assert visit.step == "ASKED"


def test_a_device_is_offered_what_it_may_be_declared_for(office: Office) -> None:
    lifts = visits.own(office, 2)
    offers = office.good("qiye", "/api/visit/offer", ids=[one.id for one in lifts])
    assert {one["id"] for one in offers} == {one.id for one in lifts}
    assert all(any(c["value"] == online.LIFTS for c in one["choices"]) for one in offers)


def test_a_day_that_has_passed_is_not_agreed_to(office: Office) -> None:
    visit = visits.asked(office, visits.day(office))
    visit.days = [str(clock.today() - timedelta(days=1))]
    office.db.commit()
    said = office.refused("qiye", "/api/visit/agree", id=visit.id, version=visit.version)
    assert said == f"安排的日期{visit.days[0]}已过，不能再确认"
    assert visit.step == "ASKED"


def test_the_institute_sees_the_visits_and_what_each_is_made_of(office: Office) -> None:
    first, second = working(office, 2)
    lifts, vessel = visits.own(office, 3), visits.vessel(office)
    visit = visits.booked(
        office, [first, second], lifts[:2], [(vessel, visits.YEARLY)], closed=[working(office, 1, 9)[0]]
    )
    other = visits.asked(office, second)
    listed = {one["visitno"]: one for one in office.good("diaodu", LIST)["list"]}
    assert {no: (one["step"], one["equcount"], one["wished"], one["days"]) for no, one in listed.items()} == {
        visit.visitno: ("WAIT", 3, f"{first}、{second}", ""),
        other.visitno: ("ASKED", 1, str(second), str(second)),
    }
    counts = {"wait": visit.visitno, "asked": other.visitno}
    for part, number in counts.items():
        assert [one["visitno"] for one in office.good("diaodu", LIST, segment=part)["list"]] == [number]
    parts = office.good("diaodu", f"{PARTS}", visitno=visit.visitno)["list"]
    assert sorted((one["equclass"], one["equcount"], one["step"]) for one in parts) == [
        ("2000", 1, "SENT"),
        ("3000", 2, "SENT"),
    ]
    answer = {"newday": str(working(office, 1, 9)[0]), "reason": "当日停电检修"}
    office.good("qiye", "/api/visit/another", id=other.id, version=other.version, **answer)
    [moved] = office.good("diaodu", LIST, segment="other")["list"]
    assert (moved["visitno"], moved["reason"], moved["answeredby"]) == (other.visitno, "当日停电检修", "胡斌")
    assert office.post("qiye", LIST)["status"] == 403  # a unit has its box, not the list of the institute
    assert office.post("jianyan1", LIST)["status"] == 403
