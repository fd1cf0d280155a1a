"""Many items are arranged at once for two people, one day and one box."""

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.system.models.accounts import SysUser
from tests.inspection.conftest import Office

CALL = "/api/appmain/shortcutPlan"


def plan(office: Office, **more: str) -> dict[str, str]:
    people = {"scinspector": office.user("jianyan1").id, "coinspector": office.user("jianyan2").id}
    return {**people, "boxno": "1 号", "timeslot": "全天", "confirmHoliday": "1", **more}


def test_items_of_a_declaration_are_arranged_together(office: Office) -> None:
    items = office.accepted(2)
    listed = office.good("diaodu", f"{CALL}/findList")["list"]
    assert {one["seisn"] for one in listed} == {one.seisn for one in items}
    boxes = [one["value"] for one in office.good("diaodu", f"{CALL}/boxes")]
    assert "1 号" in boxes
    ids = [one.id for one in items]
    assert office.good("diaodu", CALL, ids=ids, **plan(office)) == 2
    for one in items:
        item = office.item(one.id)
        assert (item.step, item.plandate, item.scinspectorname) == ("RWQR", clock.today(), "陈立峰")
        assert item.instruments and len(item.inspectors) == 2
    assert office.good("diaodu", f"{CALL}/findList")["list"] == []


def test_what_the_move_refuses_is_refused_for_all(office: Office) -> None:
    items = office.accepted(2)
    ids = [one.id for one in items]
    alone = plan(office, coinspector=office.user("jianyan1").id)
    assert office.refused("diaodu", CALL, ids=ids, **alone) == "协检：主检和协检应为两个人"
    said = office.refused("diaodu", CALL, ids=ids, **plan(office, boxno="99 号"))
    assert said == "仪器箱99 号没有可用的仪器"
    assert {office.item(one.id).step for one in items} == {"RWAP"}


def test_who_may_not_inspect_the_picked_items_says_why_before_anything_is_sent(office: Office) -> None:
    items = office.accepted(2)
    ids = [one.id for one in items]
    user = office.db.scalars(select(SysUser).where(SysUser.login == "jianyan2")).one()
    user.signature = ""
    office.db.commit()
    people, mains = (
        {one["label"]: one["why"] for one in office.good("diaodu", f"{CALL}/{name}", ids=ids)}
        for name in ("people", "mains")
    )
    unsigned = "林志远没有电子签名，不能在报告上签字，请质量管理员在“用户管理”的“签名”中采集"
    foreign = "孙浩没有定期检验所需的资格：TS或DT-1"
    assert (people["陈立峰"], people["方志强"], mains["陈立峰"]) == ("", "", "")
    assert people["林志远"] == mains["林志远"] == unsigned
    assert people["孙浩"].startswith(foreign)
    assert mains["方志强"] == "方志强没有任务确认、报告生成、报告录入的权限，不能任主检"
    assert next(iter(people)) in [name for name, why in people.items() if not why]  # those who may come first
    assert office.refused("diaodu", CALL, ids=ids, **plan(office)).endswith(unsigned)
    assert {office.item(one.id).step for one in items} == {"RWAP"}


def test_people_are_judged_for_all_the_picked_items(office: Office) -> None:
    lift, other = office.accepted(2)
    other.equclass, other.equclacode, other.testsort = "2000", "2150", "0205"
    office.db.commit()
    for path in (f"{CALL}/people", "/api/appmain/taskSchedDetail"):
        for ids, named in (([lift.id], ""), ([lift.id, other.id], "陈立峰没有定期检验(全面)所需的资格")):
            found = office.good("diaodu", path, ids=ids)
            rows = found["people"] if isinstance(found, dict) else found
            why = next(one["why"] for one in rows if "陈立峰" in (one.get("name"), one.get("label")))
            assert why.startswith(named) if named else why == ""
