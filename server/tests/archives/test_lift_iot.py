"""Lift terminals: signed reports of effect once, suppression of repeats, binding, settling of events, simulator."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.ledgers.iot import install, receiving, rules, simulator
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.iot import LiftEvent, LiftIot
from tejian.archives.models.units import Unit
from tejian.kit.database import jobs
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock
from tejian.messages.models import Message
from tejian.system.settings.params import value

from .conftest import Archive

LIFT, EVENT = "/api/iot/lift", "/api/iot/event"
LISTS = {"lift": f"{LIFT}/findList", "event": f"{EVENT}/findList"}


def terminal(archive: Archive, lift: Equipment, devno: str = "NB1", **more: Any) -> Any:
    form = {"devno": devno, "equcode": lift.equcode, "source": "02", "installdate": str(clock.today())} | more
    return archive.office.good("yewu", f"{LIFT}/save", **form)


def lift(archive: Archive, nth: int = 0) -> Equipment:
    unit = archive.office.user("weibao").unit_id
    query = select(Equipment).where(Equipment.equclass == "3000", Equipment.maiorgsysid == unit)
    return list(archive.db.scalars(query.order_by(Equipment.equcode)))[nth]


def moment(minutes_ago: float = 0) -> str:
    return (clock.now() - timedelta(minutes=minutes_ago)).isoformat()


def heartbeat(devno: str = "NB1", runs: Any = 10, minutes_ago: float = 0, **more: Any) -> dict[str, Any]:
    return {"kind": "heartbeat", "devno": devno, "time": moment(minutes_ago), "runcount": runs, "doorcount": 20} | more


def event(eventid: str, kind: str = "1", minutes_ago: float = 0, devno: str = "NB1", **more: Any) -> dict[str, Any]:
    row = {"kind": "event", "devno": devno, "eventid": eventid, "type": kind, "time": moment(minutes_ago)}
    return row | {"floor": 7, "value": "门锁"} | more


def batch(archive: Archive, *rows: Any) -> dict[str, str]:
    install.install(archive.db)
    archive.db.commit()
    body = json.dumps({"rows": list(rows)}, ensure_ascii=False)
    at = str(int(clock.now().timestamp()))
    return {
        "at": at,
        "body": body,
        "sign": receiving.signature(at, body, value(archive.db, receiving.SECRET)),
    }


def send(archive: Archive, fields: dict[str, str]) -> Any:
    answer = archive.office.call.client.post("/api/iot/receive", data=fields)
    archive.db.expire_all()
    return answer.json()


def reported(archive: Archive, *rows: Any) -> Any:
    said = send(archive, batch(archive, *rows))
    assert said["isSuccess"], said["errorMsg"]
    return said["data"]


def iot(archive: Archive, devno: str = "NB1") -> LiftIot:
    return archive.db.scalars(select(LiftIot).where(LiftIot.devno == devno)).one()


def events(archive: Archive) -> list[LiftEvent]:
    return list(archive.db.scalars(select(LiftEvent).order_by(LiftEvent.at)))


def page(archive: Archive, which: str, login: str = "yewu", **query: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = archive.get(login, LISTS[which], **query).json()["data"]["list"]
    return rows


def test_a_heartbeat_moves_the_counters_and_not_the_version(archive: Archive) -> None:
    made = terminal(archive, lift(archive))
    assert reported(archive, heartbeat(runs=12)) == {"taken": 1, "repeated": 0, "unknown": [], "unread": 0}
    row = iot(archive)
    assert (row.runcount, row.doorcount, row.version) == (12, 20, made["version"])
    assert row.lastseen is not None and clock.now() - row.lastseen < timedelta(minutes=1)
    shown = page(archive, "lift")[0]
    assert (shown["equcode"], shown["onlineName"], shown["open"]) == (lift(archive).equcode, "在线", None)
    assert [r["devno"] for r in page(archive, "lift", state="offline")] == []
    earlier = row.lastseen
    reported(archive, heartbeat(runs=None, minutes_ago=8))  # a late one turns no clock back
    assert (iot(archive).lastseen, iot(archive).runcount) == (earlier, 12)


def test_a_silent_terminal_is_offline_after_the_minutes_of_the_parameter(archive: Archive) -> None:
    terminal(archive, lift(archive))
    reported(archive, heartbeat(minutes_ago=16))
    assert [r["onlineName"] for r in page(archive, "lift", state="offline")] == ["离线"]
    assert page(archive, "lift", state="online") == []
    reported(archive, heartbeat(minutes_ago=14))
    assert [r["onlineName"] for r in page(archive, "lift", state="online")] == ["在线"]


def test_a_repeated_event_within_five_minutes_is_one_event(archive: Archive) -> None:
    terminal(archive, lift(archive))
    assert reported(archive, event("E1", minutes_ago=20)) == {"taken": 1, "repeated": 0, "unknown": [], "unread": 0}
    assert reported(archive, event("E2", minutes_ago=16))["repeated"] == 1
    assert reported(archive, event("E3", minutes_ago=12))["repeated"] == 1  # counted from the last report
    assert reported(archive, event("E4", kind="4", minutes_ago=12))["taken"] == 1  # another kind
    assert reported(archive, event("E5", minutes_ago=6))["taken"] == 1  # six minutes after the last
    assert reported(archive, event("E1", minutes_ago=1))["repeated"] == 1  # the platform's own number, again
    first, other, later = events(archive)
    assert (first.eventid, first.repeats, other.type, later.eventid) == ("E1", 2, "4", "E5")
    assert (later.repeats, first.floor, first.value) == (0, "7", "门锁")
    assert (iot(archive).faults, iot(archive).trapped) == (3, 0)


def test_events_of_one_batch_are_judged_in_the_order_of_time(archive: Archive) -> None:
    terminal(archive, lift(archive))
    said = reported(archive, event("B2", minutes_ago=3), event("B1", minutes_ago=5), event("B2", minutes_ago=3))
    assert (said["taken"], said["repeated"]) == (1, 2)
    assert [(e.eventid, e.repeats) for e in events(archive)] == [("B1", 1)]


def test_people_shut_in_are_told_to_the_maintenance_unit(archive: Archive) -> None:
    terminal(archive, lift(archive))
    reported(archive, event("T1", kind="2"))
    assert (iot(archive).trapped, iot(archive).faults) == (1, 0)
    told = archive.db.scalars(select(Message).where(Message.kind == "电梯困人")).all()
    assert [m.user_id for m in told] == [archive.office.user("weibao").id]
    assert lift(archive).useplace in told[0].title and "7层" in told[0].title
    assert page(archive, "lift", state="trapped")[0]["isTrapped"] == "1"


def test_what_cannot_be_read_is_left_out_and_counted(archive: Archive) -> None:
    terminal(archive, lift(archive))
    bad = [
        "x",
        heartbeat(devno=""),
        heartbeat(time="gestern"),
        heartbeat(minutes_ago=-30),
        heartbeat(minutes_ago=60 * 24 * 31),
        event("", kind="1"),
        event("N1", kind="77"),
        {**heartbeat(), "kind": "sonst"},
    ]
    said = reported(archive, heartbeat(runs=-1), heartbeat(devno="FREMD"), *bad)
    assert (said["taken"], said["unread"], said["unknown"]) == (1, len(bad), ["FREMD"])
    assert (iot(archive).runcount, events(archive)) == (0, [])


@pytest.mark.parametrize(
    "changes",
    [
        {"sign": "0" * 64},
        {"sign": "签名" * 20},
        {"body": '{"rows": []}'},
        {"at": "1"},
    ],
)
def test_a_forged_or_stale_batch_changes_nothing_and_is_noted(archive: Archive, changes: dict[str, str]) -> None:
    terminal(archive, lift(archive))
    said = send(archive, batch(archive, heartbeat(), event("E1")) | changes)
    assert (said["errorCode"], said["errorMsg"]) == ("NO_PERMISSION", "上报验证未通过")
    assert (iot(archive).lastseen, events(archive)) == (None, [])
    assert archive.db.scalar(select(func.count()).where(SecurityLog.kind == "电梯物联网")) == 1


def test_a_signed_batch_that_is_old_or_no_json_is_refused(archive: Archive) -> None:
    terminal(archive, lift(archive))
    sent = batch(archive, heartbeat())
    with clock.at(clock.now() + timedelta(minutes=11)):
        assert send(archive, sent)["errorMsg"] == "上报验证未通过"
    secret = value(archive.db, receiving.SECRET)
    for body in ("{", "[]", '{"rows": 1}', "[" * 60_000):
        sign = receiving.signature(sent["at"], body, secret)
        assert send(archive, sent | {"body": body, "sign": sign})["errorMsg"] == "内容应为JSON，rows不超过500条"
    assert iot(archive).lastseen is None


def test_a_terminal_belongs_to_one_lift_and_the_archive_names_it(archive: Archive) -> None:
    first, second = lift(archive), lift(archive, 1)
    made = terminal(archive, first, "nb1")
    assert archive.one(first.id).params["iotdevno"] == "NB1"
    save = f"{LIFT}/save"
    form = {"devno": "NB2", "equcode": first.equcode, "source": "02", "installdate": str(clock.today())}
    assert archive.office.refused("yewu", save, **form) == "这台电梯已登记终端NB1"
    form |= {"devno": "NB1", "equcode": second.equcode}
    assert archive.office.refused("yewu", save, **form) == "终端NB1已登记在其他电梯上"
    crane = archive.first(Equipment.equclass != "3000")
    assert archive.office.refused("yewu", save, **form | {"equcode": crane.equcode}) == "设备代码：没有这台电梯"
    change = {"id": made["id"], "version": made["version"], "equcode": second.equcode}
    assert archive.office.refused("yewu", save, **change).startswith("设备代码：终端换装")
    assert archive.db.scalar(select(func.count()).select_from(LiftIot)) == 1
    assert "iotdevno" not in archive.one(second.id).params
    changed = archive.office.good("yewu", save, id=made["id"], version=made["version"], devno="NB7")
    assert (changed["devno"], archive.one(first.id).params["iotdevno"]) == ("NB7", "NB7")
    assert archive.office.post("yewu", save, id=made["id"], version=made["version"], devno="NB8")["status"] == 409
    archive.office.good("yewu", f"{LIFT}/delete", ids=made["id"])
    assert archive.one(first.id).params["iotflag"] == "0" and "iotdevno" not in archive.one(first.id).params


def test_an_event_goes_from_confirmed_over_sent_to_closed(archive: Archive) -> None:
    terminal(archive, lift(archive))
    reported(archive, event("E1", minutes_ago=30), event("E2", kind="4", minutes_ago=20))
    ids = [e.id for e in events(archive)]
    said = archive.office.refused("yewu", f"{EVENT}/dispatch", ids=ids[0])
    assert said == "只有状态为“确认”的事件可以派单，所选事件已是“新”"
    assert archive.office.refused("yewu", f"{EVENT}/close", ids=ids[0], handled="误报").startswith("只有状态为")
    assert archive.office.good("yewu", f"{EVENT}/confirm", ids=ids) == 2
    assert archive.office.refused("yewu", f"{EVENT}/confirm", ids=ids).startswith("只有状态为“新”")
    archive.office.good("yewu", f"{EVENT}/dispatch", ids=ids[0])
    told = archive.db.scalars(select(Message).where(Message.kind == "电梯派单")).one()
    assert told.user_id == archive.office.user("weibao").id
    assert archive.office.refused("yewu", f"{EVENT}/close", ids=ids) == "处理情况：必填"
    archive.office.good("yewu", f"{EVENT}/close", ids=ids, handled="更换门锁触点")
    for row in events(archive):
        assert (row.state, row.handled, row.closedby) == ("3", "更换门锁触点", archive.office.user("yewu").name)
    assert [e.sentto for e in events(archive)] == [lift(archive).maiorgname, ""]
    assert archive.office.good("yewu", "/api/iot/summary") == {
        **{"total": 1, "online": 0, "offline": 1, "open": 0, "faulty": 0, "trapped": 0},
        "today": sum(e.at.astimezone(clock.SHANGHAI).date() == clock.today() for e in events(archive)),
    }


def test_a_lift_without_maintainer_gets_no_order(archive: Archive) -> None:
    mine = lift(archive)
    terminal(archive, mine)
    reported(archive, event("E1"))
    mine = archive.one(mine.id)
    mine.maiorgsysid = ""
    archive.db.commit()
    key = events(archive)[0].id
    archive.office.good("yewu", f"{EVENT}/confirm", ids=key)
    said = archive.office.refused("yewu", f"{EVENT}/dispatch", ids=key)
    assert said == f"电梯{mine.equcode}没有维保单位，不能派单"
    assert (events(archive)[0].state, archive.db.scalar(select(func.count()).select_from(Message))) == ("1", 0)


def test_without_the_right_and_for_foreign_lifts_nothing_happens(archive: Archive) -> None:
    mine = lift(archive)
    made = terminal(archive, mine)
    reported(archive, event("E1"))
    key = events(archive)[0].id
    calls = {f"{EVENT}/{step}": {"ids": key, "handled": "x"} for step in ("confirm", "dispatch", "close")}
    calls |= {f"{LIFT}/save": {"id": made["id"], "devno": "X"}, f"{LIFT}/delete": {"ids": made["id"]}}
    for path, form in calls.items():
        assert archive.office.post("shouli", path, **form)["status"] == 403, path
        foreign = {"id": "0" * 32, "devno": "X"} if "id" in form else {"ids": [key, "0" * 32], "handled": "x"}
        assert archive.office.post("yewu", path, **foreign)["status"] == 403, path
    other = archive.one(mine.id)
    other.cheorgsysid = "elsewhere"
    archive.db.commit()
    assert page(archive, "lift") == [] and page(archive, "event") == []
    for path, form in calls.items():
        assert archive.office.post("yewu", path, **form)["status"] == 403, path
    assert (events(archive)[0].state, iot(archive).devno) == ("0", "NB1")


def test_events_are_found_by_lift_kind_and_state(archive: Archive) -> None:
    for n, devno in enumerate(("NB1", "NB2")):
        terminal(archive, lift(archive, n), devno)
    reported(archive, event("E1"), event("E2", kind="2", devno="NB2"))
    code = lift(archive).equcode
    assert [r["eventid"] for r in page(archive, "event", equcode=code)] == ["E1"]
    assert [r["eventid"] for r in page(archive, "event", type="2", waiting="1")] == ["E2"]
    assert page(archive, "event", state="3") == []
    unit = archive.db.scalars(select(Unit).where(Unit.id == lift(archive).maiorgsysid)).one()
    assert len(page(archive, "event", maiorgname=unit.name[:6])) == 2


def test_the_simulator_reports_like_a_platform(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(archive, lift(archive), "NB1", source="01")
    terminal(archive, lift(archive, 1), "NB2", source="02")
    install.install(archive.db)
    archive.db.commit()
    posted: list[dict[str, str]] = []
    monkeypatch.setattr(simulator, "post_batch", posted.append)
    monkeypatch.setattr(simulator, "SILENT", 0)
    jobs.run("iot.simulator", {})
    rows = json.loads(posted[0]["body"])["rows"]
    assert {r["devno"] for r in rows} == {"NB1"}
    assert send(archive, posted[0])["data"]["taken"] == len(rows)
    assert iot(archive).lastseen is not None and iot(archive, "NB2").lastseen is None
    monkeypatch.setattr(simulator, "SILENT", 100)
    posted.clear()
    jobs.run("iot.simulator", {})
    assert posted == []


def test_simulated_events_can_be_read() -> None:
    now = datetime(2026, 5, 6, 8, 0, tzinfo=clock.SHANGHAI)
    told = [simulator.event("NB1", "slot", lot, now) for lot in range(0, 400_000, 4_000)]
    assert {len(rows) for rows in told} == {1, 2}
    assert {r["type"] for rows in told for r in rows} == {"1", "2", "3", "4", "5"}
    for first, second in (rows for rows in told if len(rows) == 2):
        assert first["eventid"] != second["eventid"] and first["type"] == second["type"]


@pytest.mark.parametrize(("minutes", "same"), [(0, True), (5, True), (5.1, False), (-5, True), (-6, False)])
def test_a_repeat_lies_within_the_window(minutes: float, same: bool) -> None:
    last = datetime(2026, 5, 6, 8, 0, tzinfo=clock.SHANGHAI)
    assert rules.is_repeat(last, last + timedelta(minutes=minutes), timedelta(minutes=5)) is same
    assert not rules.is_repeat(None, last, timedelta(minutes=5))
