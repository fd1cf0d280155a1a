"""Absences: by the person or the office, seen in the calendar, and nobody inspects while he is away."""

from datetime import timedelta
from typing import Any

from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.absence import StaffLeave
from tejian.kit.ground import clock
from tejian.messages.models import Message

from .conftest import Office

SAVE, OWN = "/api/leave/save", "/api/leave/own/save"


def days(first: int, last: int) -> dict[str, str]:
    """From so many days on to so many days on."""
    begins, ends = (str(clock.today() + timedelta(days=n)) for n in (first, last))
    return {"kind": "1", "begins": begins, "ends": ends, "reason": "探亲"}


def away(office: Office, login: str = "jianyan1", first: int = 0, last: int = 0) -> Any:
    return office.good("diaodu", SAVE, user_id=office.user(login).id, **days(first, last))


def count(office: Office) -> int:
    return int(office.db.scalar(select(func.count(StaffLeave.id))) or 0)


def test_the_office_writes_down_anybody_and_a_person_himself(office: Office) -> None:
    made = away(office, "jianyan2", 3, 5)
    own = office.good("jianyan1", OWN, **days(1, 2))
    rows = office.good("diaodu", "/api/leave/findList")["list"]
    assert [(one["username"], one["kindName"], one["stateName"]) for one in rows] == [
        ("林志远", "请假", "未开始"),
        ("陈立峰", "请假", "未开始"),
    ]
    mine = office.good("jianyan1", "/api/leave/own/findList")["list"]
    assert [one["id"] for one in mine] == [own["id"]]
    said = office.refused("jianyan1", OWN, id=made["id"], version=str(made["version"]), **days(3, 9))
    assert said == "只能修改本人的请假外出"
    assert office.refused("jianyan1", "/api/leave/own/delete", ids=made["id"]) == "只能删除本人的请假外出"
    office.good("jianyan1", OWN, id=own["id"], version=str(own["version"]), **days(1, 1))
    office.good("jianyan1", "/api/leave/own/delete", ids=own["id"])
    assert count(office) == 1


def test_days_that_do_not_fit_are_refused(office: Office) -> None:
    first = days(1, 2)
    away(office, "jianyan1", 1, 2)
    said = office.refused("jianyan1", OWN, **days(2, 4))
    assert said == f"从：陈立峰已有{first['begins']}至{first['ends']}的请假"
    assert office.refused("jianyan1", OWN, **days(9, 8)) == "至：不得早于开始日期"
    assert office.refused("jianyan1", OWN, **days(9, 9) | {"reason": ""}) == "请写明原因"
    row = office.db.scalars(select(StaffLeave)).one()
    row.begins = clock.today() - timedelta(days=1)
    office.db.commit()
    said = office.refused("diaodu", "/api/leave/delete", ids=row.id)
    assert said == f"陈立峰{row.begins}起的请假已开始，不能删除，可以改结束日期"
    assert count(office) == 1


def test_who_is_away_is_shown_so_and_not_arranged(office: Office) -> None:
    item = office.accepted()[0]
    away(office, "jianyan1", 0, 1)
    people = office.good("diaodu", "/api/appmain/taskSchedDetail", ids=item.id)["people"]
    ends = str(clock.today() + timedelta(days=1))
    found = {one["name"]: one["away"] for one in people}
    assert found["陈立峰"] == [{"begins": str(clock.today()), "ends": ends, "half": "", "word": "请假"}]
    assert found["林志远"] == []
    mains = office.good("diaodu", "/api/appmain/shortcutPlan/mains", ids=item.id)
    assert f"陈立峰（{clock.today():%m-%d}至{ends[5:]}请假）" in [one["label"] for one in mains]
    sentence = f"陈立峰在{clock.today()}请假，不能作为检验人员"
    checks = office.good("diaodu", "/api/appmain/taskSchedCheck", ids=item.id, **office.plan())
    assert {"ok": False, "text": sentence} in checks
    assert office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan()) == sentence
    assert (office.item(item.id).step, office.item(item.id).taskno) == ("RWAP", "")
    later = office.plan(plandate=str(clock.today() + timedelta(days=2)))
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **later)
    assert office.item(item.id).step == "RWQR"


def test_who_is_away_for_half_a_day_inspects_in_the_other_half(office: Office) -> None:
    item = office.accepted()[0]
    form = days(0, 0) | {"half": "上午"}
    office.good("diaodu", SAVE, user_id=office.user("jianyan1").id, **form)
    people = office.good("diaodu", "/api/appmain/taskSchedDetail", ids=item.id)["people"]
    [own] = [one["away"] for one in people if one["name"] == "陈立峰"]
    assert [(one["half"], one["word"]) for one in own] == [("上午", "上午请假")]
    sentence = f"陈立峰在{clock.today()}上午请假，不能作为检验人员"
    for slot in ("", "全天", "上午"):
        plan = office.plan(timeslot=slot)
        assert office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **plan) == sentence
        assert office.item(item.id).step == "RWAP"
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan(timeslot="下午"))
    item = office.item(item.id)
    assert (item.step, item.timeslot) == ("RWQR", "下午")
    assert not office.db.scalars(select(Message).where(Message.kind == "请假外出")).all()


def test_a_half_day_is_of_one_day_and_leaves_the_other_half(office: Office) -> None:
    said = office.refused("jianyan1", OWN, **days(1, 2) | {"half": "上午"})
    assert said == "时段：半天的只能是一天，请把开始和结束填成同一天"
    office.good("jianyan1", OWN, **days(1, 1) | {"half": "上午"})
    day = days(1, 1)["begins"]
    for half in ("上午", ""):
        said = office.refused("jianyan1", OWN, **days(1, 1) | {"half": half, "reason": "再来"})
        assert said == f"从：陈立峰已有{day}至{day}的上午请假"
    assert count(office) == 1
    office.good("jianyan1", OWN, **days(1, 1) | {"half": "下午", "kind": "2"})
    assert count(office) == 2


def test_only_tasks_of_that_half_are_told(office: Office) -> None:
    item = office.arranged()[0]
    item.timeslot = "下午"
    office.db.commit()
    office.good("jianyan1", OWN, **days(0, 0) | {"half": "上午"})
    assert not office.db.scalars(select(Message).where(Message.kind == "请假外出")).all()
    office.good("jianyan1", OWN, **days(0, 0) | {"half": "下午", "kind": "2"})
    [told] = office.db.scalars(select(Message).where(Message.kind == "请假外出")).all()
    assert "下午外出，已安排的1件任务须改期或换人" in told.title


def test_who_arranged_learns_of_an_absence_that_comes_later(office: Office) -> None:
    item = office.arranged()[0]
    office.good("jianyan1", OWN, **days(0, 1))
    told = office.db.scalars(select(Message).where(Message.kind == "请假外出")).all()
    words = f"陈立峰{clock.today()}至{clock.today() + timedelta(days=1)}请假，已安排的1件任务须改期或换人"
    assert [(one.user_id, one.title) for one in told] == [(office.user("diaodu").id, words)]
    assert told[0].content == f"{words}：{item.seisn}"


def test_a_report_says_that_an_inspector_was_away(office: Office) -> None:
    item = office.built()
    saved = office.filled(item)
    away(office)
    form = {"version": saved["version"], "conclusion": saved["proposal"]["code"]}
    said = office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id, **form)
    assert f"陈立峰在{clock.today()}请假，不能作为检验人员" in said
    assert office.item(item.id).step == "BGLR"


def test_tasks_say_in_which_street_and_estate_they_are(office: Office) -> None:
    items = office.accepted(2)
    lift = office.db.scalars(select(Equipment).where(Equipment.id == items[0].equdatasysid)).one()
    lift.buildname, items[0].areacode = "翠苑小区", "330203004"
    office.db.commit()
    ids = [one.id for one in items]
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=ids[0], **office.plan())
    detail = office.good("diaodu", "/api/appmain/taskSchedDetail", ids=ids[1])
    load = next(one for one in detail["people"] if one["name"] == "陈立峰")["load"]
    places = [(one["seisn"], one["street"], one["estate"], one["inspectornames"]) for one in load]
    assert places == [(items[0].seisn, "月湖街道", "翠苑小区", "陈立峰、林志远")]
    assert {"street", "estate"} <= detail["items"][0].keys()
