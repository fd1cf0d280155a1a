"""The main inspector asks for another day or another person; who arranges agrees or refuses."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.replanning import TaskRequest
from tejian.kit.ground import clock
from tejian.messages.models import Message, Sms

from .conftest import Office

ASK, AGREE, REFUSE = (f"/api/taskRequest/{one}" for one in ("ask", "agree", "refuse"))
LIST = "/api/taskRequest/findList"


def soon(days: int = 7) -> date:
    return clock.today() + timedelta(days=days)


def asked(office: Office, item: AppBuss, **more: Any) -> TaskRequest:
    form = {"appbuss_id": item.id, "kind": "1", "wantday": str(soon()), "reason": "外出培训"}
    made = office.good("jianyan1", ASK, **form | more)["id"]
    return office.db.scalars(select(TaskRequest).where(TaskRequest.id == made)).one()


def answer(office: Office, **more: Any) -> dict[str, str]:
    people = {"scinspector": office.user("jianyan1").id, "coinspectors": office.user("jianyan2").id}
    return people | {"plandate": str(soon()), "confirmHoliday": "1"} | more


def plan_of(office: Office, item: AppBuss) -> tuple[Any, ...]:
    row = office.item(item.id)
    return row.step, row.plandate, row.scinspectorname, row.inspectornames


def told(office: Office, login: str) -> list[str]:
    mine = (Message.user_id == office.user(login).id, Message.kind.in_(("改期换人", "任务换人")))
    return list(office.db.scalars(select(Message.title).where(*mine).order_by(Message.id)))


def desk(office: Office) -> list[tuple[str, int, str]]:
    steps = office.good("diaodu", "/api/home/todo")["steps"]
    return [(s["label"], s["count"], s["route"]) for s in steps if s["stepcode"] == "WAIT"]


def test_another_day_is_asked_for_and_agreed_to(office: Office) -> None:
    item = office.arranged()[0]
    before = plan_of(office, item)
    assert before == ("RWQR", clock.today(), "陈立峰", "陈立峰、林志远")
    row = asked(office, item)
    assert plan_of(office, item) == before, "nothing changes before it is answered"
    listed = office.good("diaodu", LIST, step="WAIT")["list"]
    assert [(one["id"], one["kindName"], one["wantday"]) for one in listed] == [(row.id, "改期", str(soon()))]
    assert desk(office) == [("改期换人申请", 1, "/businessPro/taskRequest?step=WAIT")]
    assert told(office, "diaodu") == [f"{item.seisn} {item.unitname} 陈立峰申请改期"]
    start = office.good("diaodu", "/api/taskRequest/agreeStart", id=row.id)
    assert start["plandate"] == str(soon()) and start["scinspector"] == office.user("jianyan1").id
    sms = office.db.scalar(select(func.count()).where(Sms.datacode == item.seisn))
    office.good("diaodu", AGREE, ids=row.id, **answer(office, opinion="已与单位说好"))
    assert plan_of(office, item) == ("RWQR", soon(), "陈立峰", "陈立峰、林志远")
    assert (office.item(item.id).arrangedby, office.item(item.id).last_by) == (office.user("diaodu").id, "")
    said = f"{item.seisn} {item.unitname} 的改期申请已同意"
    assert told(office, "jianyan1") == [said] and told(office, "diaodu")[-1] == said
    assert office.db.scalar(select(func.count()).where(Sms.datacode == item.seisn)) == sms + 1
    assert desk(office) == []
    assert (row.step, row.answer, row.answeredby) == ("AGREED", "已与单位说好", office.user("diaodu").name)


def test_another_person_takes_the_task_which_is_confirmed_anew(office: Office) -> None:
    item = office.confirmed()[0]
    row = asked(office, item, kind="2", wantday="", wantperson=office.user("jianyan2").id)
    assert (row.wantname, row.wantday) == ("林志远", None)
    mains = {one["label"]: one["why"] for one in office.good("diaodu", "/api/taskRequest/mains", ids=row.id)}
    assert mains["林志远"] == "" and mains["方志强"].endswith("不能任主检")
    same = answer(office, plandate=str(clock.today()))
    assert (
        office.refused("diaodu", AGREE, ids=row.id, **same) == f"{item.seisn}申请换人，主检和协检没有变，请换人或不同意"
    )
    assert plan_of(office, item)[0] == "BGSC"
    people = {"scinspector": office.user("jianyan2").id, "coinspectors": office.user("jianyan5").id}
    office.good("diaodu", AGREE, ids=row.id, **answer(office, plandate=str(clock.today()), **people))
    step, on, main, names = plan_of(office, item)
    assert (step, on, main, names.split("、")[0]) == ("RWQR", clock.today(), "林志远", "林志远")
    after = office.item(item.id)
    assert (after.confirmeddate, after.safetybriefed, after.opened_by) == (None, False, "")
    gone = f"{item.seisn} {item.unitname} 的检验任务已改由{names}承担"
    assert told(office, "jianyan1") == [gone, f"{item.seisn} {item.unitname} 的换人申请已同意"]
    form = {"contacted": "值班", "safetybriefed": "1"}
    assert office.refused("jianyan1", "/api/appmain/taskConfirmCommit", ids=item.id, **form)
    office.good("jianyan2", "/api/appmain/taskConfirmCommit", ids=item.id, **form)
    assert office.item(item.id).step == "BGSC"


def test_a_refusal_leaves_the_plan_and_tells_both(office: Office) -> None:
    item = office.arranged()[0]
    before, row = plan_of(office, item), asked(office, item)
    office.good("diaodu", REFUSE, ids=row.id, reason="无人可替")
    assert plan_of(office, item) == before
    said = f"{item.seisn} {item.unitname} 的改期申请不同意"
    assert told(office, "jianyan1") == [said] and told(office, "diaodu")[-1] == said
    assert (row.step, row.answer) == ("REFUSED", "无人可替")
    own = office.good("jianyan1", "/api/taskRequest/ownList")["list"]
    assert [(one["stepName"], one["answer"]) for one in own] == [("不同意", "无人可替")]


def test_what_arrangement_would_refuse_is_refused_here(office: Office) -> None:
    item = office.arranged()[0]
    before, row = plan_of(office, item), asked(office, item)
    gone = str(clock.today() - timedelta(days=1))
    assert office.refused("diaodu", AGREE, ids=row.id, **answer(office, plandate=gone)) == f"安排日期{gone}已过，请改期"
    foreign = answer(office, coinspectors=office.user("jianyan3").id)
    assert "没有定期检验所需的资格" in office.refused("diaodu", AGREE, ids=row.id, **foreign)
    assert plan_of(office, item) == before and row.step == "WAIT"


def test_only_the_main_inspector_asks_and_once(office: Office) -> None:
    item = office.arranged()[0]
    form = {"appbuss_id": item.id, "kind": "1", "wantday": str(soon()), "reason": "外出培训"}
    assert office.refused("jianyan2", ASK, **form) == "只有主检可以申请改期、换人"
    yesterday = str(clock.today() - timedelta(days=1))
    assert office.refused("jianyan1", ASK, **form | {"wantday": yesterday}) == "希望日期：不得早于今天"
    today = str(clock.today())
    assert office.refused("jianyan1", ASK, **form | {"wantday": today}) == "希望日期：就是原来的安排日期"
    assert office.refused("jianyan1", ASK, **form | {"reason": ""}) == "请写明原因"
    assert office.db.scalar(select(func.count(TaskRequest.id))) == 0
    asked(office, item)
    assert office.refused("jianyan1", ASK, **form) == f"{item.seisn}已有未答复的改期换人申请"
    assert office.db.scalar(select(func.count(TaskRequest.id))) == 1


def test_nobody_asks_for_a_task_that_is_being_written(office: Office) -> None:
    item = office.built()
    form = {"appbuss_id": item.id, "kind": "1", "wantday": str(soon()), "reason": "外出培训"}
    assert office.refused("jianyan1", ASK, **form) == f"{item.seisn}当前环节为报告录入，不能申请改期换人"
    assert office.db.scalar(select(func.count(TaskRequest.id))) == 0


@pytest.mark.parametrize(
    ("login", "path", "form"),
    [
        ("diaodu", "/api/appmain/autoWithdraw", {}),
        ("yewu", "/api/appmain/voidRwap", {"reasonId": "07", "reasonLabel": "用户要求取消", "detailDesc": "单位来函"}),
        ("yewu", "/api/appmain/voidSbdj", {"reasonId": "07", "reasonLabel": "用户要求取消", "detailDesc": "单位来函"}),
        ("jianyan1", "/api/appmain/taskConfirmCommit", {"contacted": "值班", "safetybriefed": "1"}),
    ],
)
def test_a_task_that_is_withdrawn_voided_or_confirmed_ends_the_request(
    office: Office, login: str, path: str, form: dict[str, str]
) -> None:
    item = office.arranged()[0]
    row = asked(office, item)
    keys = {"autoWithdraw": {"seisn": item.seisn}, "voidSbdj": {"ids": item.appmain_id}}
    office.good(login, path, **keys.get(path.rpartition("/")[2], {"ids": item.id}), **form)
    assert row.step == "LAPSED"
    assert told(office, "jianyan1") == [f"{item.seisn} {item.unitname} 的改期申请已终止"]
    before = plan_of(office, item)
    assert "当前环节为已终止" in office.refused("diaodu", AGREE, ids=row.id, **answer(office))
    assert plan_of(office, item) == before
