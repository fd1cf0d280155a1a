"""A unit declares by itself: written, sent, confirmed as an ordinary declaration, returned, refused, withdrawn."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.inspection.models.items import AppItem, AppMain
from tejian.inspection.models.online import OnlineApplication, OnlineDevice
from tejian.kit.ground import clock
from tejian.messages.models import Message, Sms
from tests.inspection import online, works
from tests.inspection.conftest import Office

SAVE, RETURN, RECORD = "/api/online/save", "/api/online/return", "/api/online/record"
DETECTED = "3000-07-0701"


def count(office: Office, model: Any = AppMain) -> int:
    return office.db.scalar(select(func.count()).select_from(model)) or 0


def titles(office: Office, login: str) -> list[str]:
    own = (Message.kind == "网上申报", Message.user_id == office.user(login).id)
    return list(office.db.scalars(select(Message.title).where(*own).order_by(Message.createtime)))


def test_an_application_becomes_the_declaration_that_the_counter_would_have_made(office: Office) -> None:
    lifts = online.own(office, 2)
    day = clock.today() + timedelta(days=5)
    one = online.sent(office, lifts, plandate=str(day), remark="上午可以停梯")
    assert one.onlineno == f"WS{clock.today():%Y%m%d}0001"
    assert (one.step, one.equcount, one.sender, count(office)) == ("SENT", 2, "胡斌", 0)
    assert titles(office, "shouli") == [f"{one.onlineno} {one.unitname} 网上申报待确认"]
    office.good("shouli", online.CONFIRM, ids=one.id)
    main = office.db.scalars(select(AppMain)).one()
    assert (one.step, one.appno, one.appmain_id) == ("CONFIRMED", main.appno, main.id)
    assert (main.appway, main.step, main.status, main.seisort, main.testsort) == ("UNIT", "YWSL", "10", "02", "0211")
    assert (main.unitsysid, main.cheorg) == (office.user("qiye").unit_id, office.user("shouli").org_id)
    assert (main.inscontactname, main.INSCONTACTTEL, main.plandate) == ("胡斌", "13805741234", day)
    named = select(AppItem.equdatasysid).where(AppItem.appmain_id == main.id)
    assert set(office.db.scalars(named)) == {lift.id for lift in lifts}
    assert titles(office, "qiye") == [f"{one.onlineno} 已受理，申报单号{main.appno}"]
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=main.id)
    page = office.good("qiye", RECORD, id=one.id)
    at = clock.now()
    [note] = [f["note"] for f in page["facts"] if f["label"] == "提交人"]
    assert note.startswith(f"{at:%Y-%m-%d }") and len(note) == len("2026-11-23 08:30")
    assert page["actions"] == []
    [part] = [p for p in page["parts"] if p["key"] == "declarations"]
    assert [(r["appno"], r["step"], r["appnoLink"]) for r in part["rows"]] == [(main.appno, "检验中", "")]


def test_a_device_that_waits_to_be_confirmed_is_no_longer_offered_as_without_work(office: Office) -> None:
    waiting, free = online.own(office, 2)
    waiting.ninspdate = free.ninspdate = clock.today()
    office.db.commit()
    one = online.sent(office, [waiting])

    def offered() -> list[set[str]]:
        lists = ("qiye", "/api/online/deviceList"), ("shouli", "/api/expiry/findList")
        asked = {"pageNo": 1, "pageSize": 100, "idle": "1", "equclacode": "3110"}
        shown = [{row["id"] for row in office.good(login, url, **asked)["list"]} for login, url in lists]
        return [rows & {waiting.id, free.id} for rows in shown]

    assert offered() == [{free.id}, {free.id}]
    office.good("shouli", "/api/online/refuse", ids=one.id, reason="设备由他院检验")
    assert offered() == [{waiting.id, free.id}] * 2


def test_what_the_unit_leaves_out_comes_from_its_archive(office: Office) -> None:
    made = office.good("qiye", SAVE, project=online.LIFTS)
    assert made["inscontactname"] and made["INSCONTACTTEL"]


def test_the_papers_of_the_unit_go_with_the_declaration(office: Office) -> None:
    one = online.drafted(office)
    said = {"name": "上次报告.pdf", "size": 3, "mime": "application/pdf", "key": "0" * 64}
    office.db.add(Attachment(attrefsysid=one.id, owner="online", **said))
    office.db.add(Attachment(attrefsysid=one.id, owner="online", deleted=True, **said | {"name": "旧.pdf"}))
    office.db.commit()
    office.good("qiye", online.SEND, ids=one.id)
    office.good("shouli", online.CONFIRM, ids=one.id)
    kept = select(Attachment.name, Attachment.owner).where(Attachment.attrefsysid == one.appmain_id)
    assert office.db.execute(kept).all() == [("上次报告.pdf", "application")]


def test_an_application_is_returned_with_a_term_mended_and_sent_again(office: Office) -> None:
    one = online.returned(office)
    assert (one.step, one.reason, str(one.mendby)) == ("BACK", "缺上次检验报告", online.term())
    assert titles(office, "qiye") == [f"{one.onlineno} 被退回：缺上次检验报告"]
    assert one.onlineno in office.db.scalars(select(Sms.content).where(Sms.template == "BZTZ")).one()
    office.good("qiye", SAVE, id=one.id, version=one.version, remark="报告已补")
    office.good("qiye", online.SEND, ids=one.id)
    assert (one.step, one.reason, one.mendby) == ("SENT", "", None)
    office.good("shouli", online.CONFIRM, ids=one.id)
    assert count(office) == 1


def test_after_the_term_it_is_declared_anew(office: Office) -> None:
    one = online.returned(office)
    one.mendby = clock.today() - timedelta(days=1)
    office.db.commit()
    assert office.refused("qiye", online.SEND, ids=one.id) == f"补正期限{one.mendby}已过，请重新申报"
    office.good("qiye", "/api/online/withdraw", ids=one.id)
    assert one.step == "WITHDRAWN"
    online.sent(office)


def test_a_refusal_says_why_and_makes_nothing(office: Office) -> None:
    one = online.sent(office)
    office.good("shouli", "/api/online/refuse", ids=one.id, reason="设备由他院检验")
    assert (one.step, count(office)) == ("REFUSED", 0)
    assert titles(office, "qiye") == [f"{one.onlineno} 不予受理：设备由他院检验"]


def told(office: Office, login: str) -> list[str]:
    mine = Message.user_id == office.user(login).id
    return list(office.db.scalars(select(Message.title).where(mine).order_by(Message.createtime, Message.id)))


def test_a_declaration_that_is_returned_and_voided_says_so_to_the_unit_that_asked_for_it(office: Office) -> None:
    made = online.sent(office)
    office.good("shouli", online.CONFIRM, ids=made.id)
    main = office.main(online.application(office, made.onlineno).appmain_id)
    back = {"reasonId": "15", "reasonLabel": "资料不齐", "detailDesc": "缺上次检验报告"}
    call = "/api/appmain/sendBack"
    office.good("shouli" if main.step == "YWSL" else "yewu", call, ids=main.id, **back)
    assert told(office, "qiye")[-1].startswith(f"{made.onlineno} 的申报单{main.appno}已退回：")
    page = office.good("qiye", RECORD, id=made.id)
    assert page["notices"][0]["text"] == f"申报单{main.appno}被退回：缺上次检验报告"
    void = {"reasonId": "07", "reasonLabel": "用户要求取消", "detailDesc": "逾期没有补齐资料"}
    office.good("yewu", "/api/appmain/voidSbdj", ids=main.id, **void)
    assert told(office, "qiye")[-1].startswith(f"{made.onlineno} 的申报单{main.appno}已作废：")
    page = office.good("qiye", RECORD, id=made.id)
    assert page["notices"][0]["text"].startswith(f"申报单{main.appno}已作废：")


def test_a_sent_application_is_not_changed_any_more(office: Office) -> None:
    one = online.sent(office)
    sentence = f"网上申报{one.onlineno}待确认，不能再修改"
    device = office.db.scalars(select(OnlineDevice)).one()
    assert office.refused("qiye", SAVE, id=one.id, version=one.version, remark="改") == sentence
    assert office.refused("qiye", "/api/online/device/delete", ids=device.id) == sentence
    assert office.refused("qiye", "/api/online/delete", ids=one.id) == sentence
    office.good("shouli", RETURN, ids=one.id, reason="缺检验报告", mendby=online.term())
    assert office.refused("qiye", "/api/online/delete", ids=one.id) == "提交过的网上申报不能删除，请撤回"
    assert (count(office, OnlineApplication), count(office, OnlineDevice)) == (1, 1)


def foreign(office: Office) -> Equipment:
    unit = office.user("qiye").unit_id
    return office.db.scalars(select(Equipment).where(Equipment.useorgsysid != unit).order_by(Equipment.id)).first()


def maintained(office: Office) -> Equipment:
    """A device of another user, which the enterprise sees because it maintains it."""
    device = foreign(office)
    device.maiorgsysid = office.user("qiye").unit_id
    office.db.commit()
    return device


def crane(office: Office) -> Equipment:
    unit = office.user("qiye").unit_id
    query = select(Equipment).where(Equipment.useorgsysid == unit, Equipment.equclass == "4000")
    return office.db.scalars(query).first()


def scrapped(office: Office) -> Equipment:
    [lift] = online.own(office)
    lift.equstatus = "3"
    office.db.commit()
    return lift


def declared(office: Office) -> Equipment:
    [lift] = online.own(office)
    main = office.good("shouli", "/api/appmain/saveAppMain", **office.form([lift]))["main"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=main["id"])
    return lift


def sent_before(office: Office) -> Equipment:
    [lift] = online.own(office)
    online.sent(office, [lift])
    return lift


def without_institute(office: Office) -> Equipment:
    [lift] = online.own(office)
    lift.cheorgsysid = ""
    office.db.commit()
    return lift


@pytest.mark.parametrize(
    ("device", "sentence"),
    [
        (foreign, "设备：请从选项中选择"),
        (maintained, "设备：请从选项中选择"),
        (crane, "设备种类与申报项目不符"),
        (scrapped, "设备不在用，不能申报定期检验"),
        (declared, "有在办业务（SB"),
        (sent_before, "已在网上申报WS"),
        (without_institute, "设备没有检验机构，请到窗口申报"),
    ],
)
def test_what_the_unit_may_not_declare_is_not_named(
    office: Office, device: Callable[[Office], Equipment], sentence: str
) -> None:
    one = device(office)
    before = count(office, OnlineDevice)
    made = online.drafted(office, [])
    said = office.refused("qiye", "/api/online/device/save", online_id=made.id, equdatasysid=one.id)
    assert sentence in said
    assert count(office, OnlineDevice) == before


def test_what_changed_since_is_found_when_it_is_sent_and_when_it_is_confirmed(office: Office) -> None:
    first, second = online.own(office, 2)
    one, two = online.drafted(office, [first]), online.sent(office, [second])
    for lift in (first, second):
        lift.equstatus = "3"
    office.db.commit()
    assert "设备不在用" in office.refused("qiye", online.SEND, ids=one.id)
    assert "设备不在用" in office.refused("shouli", online.CONFIRM, ids=two.id)
    assert (one.step, two.step, count(office)) == ("DRAFT", "SENT", 0)
    page = office.good("shouli", RECORD, id=two.id)
    [part] = [p for p in page["parts"] if p["key"] == "devices"]
    assert "设备不在用" in part["rows"][0]["why"]


def test_the_counter_is_asked_by_its_own_rules_and_keeps_nothing_of_it(office: Office) -> None:
    one = online.drafted(office)
    unit = office.db.scalars(select(works.Unit).where(works.Unit.id == one.unitsysid)).one()
    unit.enabled = False
    office.db.commit()
    assert office.refused("qiye", online.SEND, ids=one.id) == f"{unit.name}已停用，不能申报"
    assert (one.step, count(office), count(office, AppItem)) == ("DRAFT", 0, 0)


def test_projects_are_those_of_the_own_devices_that_the_counter_offers(office: Office) -> None:
    offered = office.good("qiye", "/api/online/projects")
    values = {one["value"] for one in offered}
    assert online.LIFTS in values and "4000-02-0211" in values
    assert not {v for v in values if v.endswith(("-1501", "-0102"))}
    [lifts] = [one["label"] for one in offered if one["value"] == online.LIFTS]
    assert lifts.startswith("电梯 定期检验（") and " 到期，" in lifts
    assert office.good("shouli", "/api/online/projects") == []
    said = office.refused("qiye", SAVE, **online.head(project="6000-02-0211"))
    assert said == "申报项目：请从选项中选择" and count(office, OnlineApplication) == 0
    assert office.refused("qiye", SAVE, **online.head(project="x")) == "申报项目：请从选项中选择"


def proposals(office: Office, *picked: Equipment) -> dict[str, dict[str, Any]]:
    """What is offered for the picked devices, in its order."""
    asked = {"ids": [one.id for one in picked]}
    return {one["value"]: one for one in office.good("qiye", "/api/online/projects", **asked)}


def test_what_falls_due_next_of_the_picked_devices_is_proposed_with_its_day(office: Office) -> None:
    lift, later = online.own(office, 2)
    today = clock.today()
    lift.ninspdate, lift.ndetdate = today + timedelta(days=40), today - timedelta(days=3)
    later.ninspdate, later.ndetdate = today + timedelta(days=10), None
    office.db.commit()
    offered = proposals(office, lift)
    assert list(offered)[:2] == [DETECTED, online.LIFTS]
    detection, periodic = offered[DETECTED], offered[online.LIFTS]
    assert detection["label"] == f"电梯 自行检测(受托)（{lift.ndetdate} 到期，超期 3 天）"
    assert periodic["label"] == f"电梯 定期检验（{lift.ninspdate} 到期，余 40 天）"
    assert [one["value"] for one in offered.values() if one.get("proposed")] == [DETECTED]
    assert not any(one.get("why") for one in offered.values())
    assert next(iter(proposals(office, later))) == online.LIFTS
    every = proposals(office)  # nothing picked: of all that the unit uses
    assert every[DETECTED]["label"].endswith(f"{lift.ndetdate} 到期，超期 3 天）") and every[DETECTED]["proposed"]


def test_what_no_picked_device_can_be_declared_for_says_why_and_comes_last(office: Office) -> None:
    one, free = online.own(office, 2)
    one.ninspdate, free.ninspdate = clock.today() - timedelta(days=9), clock.today() + timedelta(days=30)
    office.db.commit()
    online.sent(office, [one])
    offered = proposals(office, one)
    said = offered[online.LIFTS]
    assert said["why"].startswith("已在网上申报") and said["why"].endswith("等待确认") and "proposed" not in said
    assert list(offered)[-1] == online.LIFTS
    both = proposals(office, one, free)[online.LIFTS]
    assert "why" not in both and both["label"].endswith("；1 台不能申报）")
    assert f"（{free.ninspdate} 到期，余 30 天；" in both["label"]


def test_only_devices_that_the_unit_sees_are_proposed_for(office: Office) -> None:
    theirs = office.db.scalars(select(Equipment).where(Equipment.useorgsysid != office.user("qiye").unit_id)).first()
    assert theirs is not None
    said = office.post("qiye", "/api/online/projects", ids=[theirs.id])
    assert (said["status"], said.get("data")) == (403, None)
    assert office.good("shouli", "/api/online/projects", ids=[theirs.id]) == []


def test_what_is_declared_stays_while_there_are_devices(office: Office) -> None:
    one = online.drafted(office)
    form = {"id": one.id, "version": one.version, "project": "4000-02-0211"}
    assert office.refused("qiye", SAVE, **form) == "已有申报设备，不能改申报项目，请先删除设备"
    device = office.db.scalars(select(OnlineDevice)).one()
    office.good("qiye", "/api/online/device/delete", ids=device.id)
    assert one.equcount == 0
    office.good("qiye", SAVE, **form | {"version": one.version})
    assert (one.equclass, one.testsort) == ("4000", "0211")


def test_picked_devices_are_declared_at_once_and_the_others_are_named(office: Office) -> None:
    lifts = online.own(office, 3)
    wrong = crane(office)
    picked = {"ids": [*(one.id for one in lifts), wrong.id], **online.head()}
    said = office.refused("qiye", online.DECLARE, **picked)
    assert said == f"{wrong.equcode}：设备种类与申报项目不符。可勾选“跳过不能申报的设备”"
    assert count(office, OnlineApplication) == 0
    [number] = office.good("qiye", online.DECLARE, **picked, skip="1")
    one = online.application(office, number)
    assert (one.step, one.equcount) == ("SENT", 3)
    said = office.refused("qiye", online.DECLARE, **picked, skip="1")
    assert said.startswith("所选设备都不能申报：") and count(office, OnlineApplication) == 1


def test_devices_of_two_institutes_are_two_applications(office: Office) -> None:
    first, second = online.own(office, 2)
    second.cheorgsysid, second.cheorgsysname = "f" * 32, "余姚特检"
    office.db.commit()
    numbers = office.good("qiye", online.DECLARE, ids=[first.id, second.id], **online.head())
    assert {online.application(office, n).cheorgname for n in numbers} == {first.cheorgsysname, "余姚特检"}
    assert [r["onlineno"] for r in office.good("shouli", "/api/online/confirmList")["list"]] == [
        n for n in numbers if online.application(office, n).cheorg == office.user("shouli").org_id
    ]
    made = online.drafted(office, [])
    third, fourth = online.own(office, 4)[2:]
    fourth.cheorgsysid, fourth.cheorgsysname = "f" * 32, "余姚特检"
    office.db.commit()
    office.good("qiye", "/api/online/device/save", online_id=made.id, equdatasysid=third.id)
    said = office.refused("qiye", "/api/online/device/save", online_id=made.id, equdatasysid=fourth.id)
    assert said == "设备由余姚特检检验，请另行申报"


def test_the_unit_sees_its_devices_and_its_applications_the_institute_what_was_sent(office: Office) -> None:
    devices = office.good("qiye", "/api/online/deviceList", pageSize=200)["list"]
    assert {d["id"] for d in devices} >= {one.id for one in online.own(office, 3)}
    assert {d["useorgsysid"] for d in devices} == {office.user("qiye").unit_id}
    one = online.drafted(office)
    assert office.good("shouli", "/api/online/confirmList")["count"] == 0
    assert "没有此操作的权限" in office.refused("shouli", RECORD, id=one.id)
    office.good("qiye", online.SEND, ids=one.id)
    assert office.good("shouli", "/api/online/confirmList")["count"] == 1
    assert office.good("qiye", "/api/online/findList")["count"] == 1
    assert "没有此操作的权限" in office.refused("qiye", online.CONFIRM, ids=one.id)
    assert "没有此操作的权限" in office.refused("shouli", online.SEND, ids=one.id)
