"""Many items are arranged at once for two people, one day and one box."""

from tejian.kit import clock
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
    assert "检验人员" in office.refused("diaodu", CALL, ids=ids, **alone)
    said = office.refused("diaodu", CALL, ids=ids, **plan(office, boxno="99 号"))
    assert said == "仪器箱99 号没有可用的仪器"
    assert {office.item(one.id).step for one in items} == {"RWAP"}
