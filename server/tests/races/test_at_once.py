"""Two people, one thing: one of them wins and the other is told; numbers have neither gaps nor twins (F05 F07 F09)."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event, func, select, text, update

from tejian.archives.common.identifiers import make_equipment_code, make_uscc
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.flow.header import settle
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.database import db as kit_db
from tejian.kit.database import steady
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.kit.lists import listview
from tejian.kit.lists.listview import LISTS
from tejian.messages.models import Sms
from tests.waiting import until

from .conftest import Desks, together

SAVE, SUBMIT = "/api/appmain/saveAppMain", "/api/appmain/submitAppMain"
ACCEPT = "/api/appmain/submitAppMainAccept"
WAITING = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"


def test_a_declaration_is_accepted_by_one_of_two(desks: Desks) -> None:
    for device in desks.devices(4):
        key = desks.declared(device)
        said = together(*(partial(desks.post, who, ACCEPT, ids=key) for who in ("shouli", "yewu")))
        assert sorted(s["status"] for s in said) == [200, 409]
        won = next(s for s in said if s["isSuccess"])
        lost = next(s for s in said if not s["isSuccess"])
        assert (won["data"]["count"], lost["errorCode"]) == (1, "STALE")
        assert lost["who"] in ("周晓琳", "徐海燕") and "该业务已由" in lost["errorMsg"]
        items = desks.read(lambda db, k=key: db.scalars(select(AppBuss.seisn).where(AppBuss.appmain_id == k)).all())
        assert items == won["data"]["seisns"]
        told = select(func.count()).where(FlowLog.subject_id == key, FlowLog.move == "accept")
        assert desks.read(lambda db, q=told: db.scalar(q)) == 1


def test_one_device_is_declared_by_one_of_two(desks: Desks) -> None:
    for device in desks.devices(6):
        ids = [desks.good(who, SAVE, **desks.form(device))["main"]["id"] for who in ("shouli", "yewu")]
        said = together(*(partial(desks.post, w, SUBMIT, ids=i) for w, i in zip(("shouli", "yewu"), ids, strict=True)))
        assert [s["isSuccess"] for s in said].count(True) == 1, said
        lost = next(s for s in said if not s["isSuccess"])
        assert "该设备存在未办结的同类业务" in lost["errorMsg"]


def test_numbers_have_no_gap_and_no_twin(desks: Desks) -> None:
    """32 people submit at once; every tenth is refused after the number was drawn."""
    devices = desks.devices(32)
    forms = [desks.form(d, inscontactname="" if n % 10 == 3 else "胡斌") for n, d in enumerate(devices)]
    names = [desks.open("shouli" if n % 2 else "yewu", f"desk{n}") for n in range(32)]
    said = together(*(partial(desks.post, name, SUBMIT, **form) for name, form in zip(names, forms, strict=True)))
    refused = [n for n, s in enumerate(said) if not s["isSuccess"]]
    assert refused == [3, 13, 23]
    assert all("联系人和联系电话必填" in said[n]["errorMsg"] for n in refused)
    numbers = sorted(s["data"]["appno"] for s in said if s["isSuccess"])
    assert numbers == [f"SB{clock.today():%Y%m%d}{n:04d}" for n in range(1, 30)]
    assert [m.appno for m in desks.mains()] == numbers
    assert {m.step for m in desks.mains()} == {"YWSL"}
    accepted = together(*(partial(desks.post, n, ACCEPT, ids=m.id) for n, m in zip(names, desks.mains(), strict=False)))
    assert all(s["isSuccess"] for s in accepted)
    series: dict[str, list[int]] = {}
    for one in (seisn for s in accepted for seisn in s["data"]["seisns"]):
        series.setdefault(one[:6], []).append(int(one[6:]))
    for letters, drawn in series.items():
        assert sorted(drawn) == list(range(1, len(drawn) + 1)), letters


def test_the_same_wish_sent_twice_has_one_effect_and_one_answer(desks: Desks) -> None:
    for device in desks.devices(3):
        form = desks.form(device)
        said = together(*[partial(desks.post, "shouli", SAVE, **form)] * 4)
        assert {s["status"] for s in said} == {200}
        assert said[1:] == said[:1] * 3
        found = select(func.count()).where(AppMain.unitsysid == device.useorgsysid)
        assert said[0]["data"]["main"]["appno"]
        assert desks.read(lambda db, q=found: db.scalar(q)) >= 1
    assert len(desks.mains()) == 3
    assert desks.read(lambda db: db.scalar(select(func.count()).select_from(Sms))) == 0


def test_two_people_with_the_same_words_have_two_wishes(desks: Desks) -> None:
    form = desks.form(desks.devices(1)[0])
    said = together(*(partial(desks.post, who, SAVE, **form) for who in ("shouli", "yewu")))
    assert len({s["data"]["main"]["appno"] for s in said}) == 2


def test_an_idempotency_key_stands_for_one_body(desks: Desks) -> None:
    first, second = desks.devices(2)
    said = together(*[partial(desks.post, "shouli", SAVE, key="K-1", **desks.form(first))] * 4)
    assert {s["status"] for s in said} <= {200, 409}
    done = [s for s in said if s["isSuccess"]]
    assert done and all(s == done[0] for s in done)
    other = desks.post("shouli", SAVE, key="K-1", **desks.form(second))
    assert (other["status"], other["errorMsg"]) == (422, "同一操作标识的内容不一致，请刷新页面后重试")
    again = desks.post("shouli", SAVE, key="K-1", **desks.form(first))
    assert again == done[0]
    assert desks.good("yewu", SAVE, key="K-1", **desks.form(second))["main"]["appno"]
    assert len(desks.mains()) == 2


def test_a_second_request_under_a_key_in_work_is_told_so(desks: Desks) -> None:
    """The first waits for a number that somebody holds; the second hears at once that it is in work."""
    form, asking = desks.form(desks.devices(1)[0]), ThreadPoolExecutor(1)
    with desks.new_session.begin() as db:
        db.execute(text("lock table counter in exclusive mode"))
        first = asking.submit(desks.post, "shouli", SAVE, key="K-2", **form)
        until(lambda: desks.read(lambda other: other.scalar(text(WAITING))), "the first request waits")
        second = desks.post("shouli", SAVE, key="K-2", **form)
        said = second["status"], second["errorCode"], second["errorMsg"]
        assert said == (409, "IN_WORK", "同一操作正在处理，请稍候，不必重复提交")
    assert first.result()["isSuccess"]
    assert desks.post("shouli", SAVE, key="K-2", **form) == first.result()
    assert len(desks.mains()) == 1


def test_an_export_is_of_one_moment(desks: Desks, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who writes meanwhile changes nothing of what is being written out."""
    monkeypatch.setattr(listview, "AT_ONCE", 5)
    view, name = LISTS["eqd_elevator_list"], Equipment.equname
    me = desks.actors.users["shouli"]
    columns = [c for c in view.columns if c.name in ("equname", "id")]
    with desks.new_session() as db:
        before = db.scalars(select(name).where(Equipment.equclass == "3000")).all()
    with desks.new_session() as db:
        blocks = view.rows(db, me, {}, columns)
        told = next(blocks)
        with desks.new_session.begin() as other:
            other.execute(update(Equipment).values(equname="导出中改名"))
        told += [row for block in blocks for row in block]
    assert len(told) > 5 and sorted(row["equname"] for row in told) == sorted(before)
    assert set(desks.read(lambda db: db.scalars(select(name)).all())) == {"导出中改名"}


def test_batches_in_opposite_order_show_no_deadlock(desks: Desks) -> None:
    keys = [desks.declared(d) for d in desks.devices(12)]
    names = [desks.open("shouli" if n % 2 else "yewu", f"desk{n}") for n in range(4)]

    def save(desk: str, turn: int) -> dict[str, Any]:
        ids = keys if turn % 2 else keys[::-1]
        day = clock.today().replace(year=clock.today().year + 1, day=1 + turn % 28)
        return desks.post(desk, "/api/appmain/saveAppMainAccept", ids=ids, agreeddate=str(day), opinion=desk)

    said = [s for turn in range(6) for s in together(*(partial(save, n, turn + i) for i, n in enumerate(names)))]
    told = Counter((s["status"], s["errorCode"]) for s in said)
    assert set(told) <= {(200, ""), (409, "STALE")} and told[200, ""], Counter(s["errorMsg"] for s in said)
    assert all("数据已被" in s["errorMsg"] for s in said if not s["isSuccess"])  # seen by the one who came second
    assert {m.version for m in desks.mains()} != {1}


def deadlocks(desks: Desks) -> int:
    """How many the database has met so far; it counts them with some delay."""
    time.sleep(1.5)
    query = text("select deadlocks from pg_stat_database where datname = current_database()")
    return desks.read(lambda db: int(db.scalar(query)))


def test_batches_in_opposite_order_take_their_locks_in_one_order(desks: Desks) -> None:
    """Both come as far as the row in the middle, which somebody holds; then one goes on, and the other after it."""
    keys = sorted(desks.declared(d) for d in desks.devices(5))
    names, path = [desks.open("shouli", "up"), desks.open("yewu", "down")], "/api/appmain/saveAppMainAccept"
    day, before = str(clock.today().replace(year=clock.today().year + 1, day=1)), deadlocks(desks)
    with ThreadPoolExecutor(2) as asking:
        with desks.new_session.begin() as db:
            db.execute(select(AppMain.id).where(AppMain.id == keys[2]).with_for_update())
            asked = [
                asking.submit(desks.post, name, path, ids=ids, agreeddate=day, opinion=name)
                for name, ids in zip(names, (keys, keys[::-1]), strict=True)
            ]
            until(lambda: desks.read(lambda other: other.scalar(text(WAITING))) == 2, "both wait")
        said = [one.result() for one in asked]
    assert sorted((s["status"], s["errorCode"]) for s in said) == [(200, ""), (409, "STALE")]
    assert deadlocks(desks) == before  # also none that was tried again


def test_accepting_overlapping_batches_accepts_each_once(desks: Desks) -> None:
    """Declarations of one class, in two batches that share half: the second is refused as a whole."""
    keys = [desks.declared(d) for d in [x for x in desks.devices(32) if x.equclass == "3000"][:9]]
    path = "/api/appmain/batchSubmitAppMainAccept"
    batches = (keys[:6], keys[:2:-1])
    said = together(*(partial(desks.post, w, path, ids=b) for w, b in zip(("shouli", "yewu"), batches, strict=True)))
    assert sorted(s["status"] for s in said) == [200, 409]
    won = batches[0] if said[0]["isSuccess"] else batches[1]
    steps = {m.id: m.step for m in desks.mains()}
    assert {steps[k] for k in won} == {"RUN"}
    assert {steps[k] for k in set(keys) - set(won)} == {"YWSL"}
    count = desks.read(lambda db: db.scalar(select(func.count()).select_from(AppBuss)))
    assert count == 6


def test_one_number_makes_one_record(desks: Desks) -> None:
    """Two people enter the same new device, or the same new unit, at the same moment."""
    read = desks.read
    maker = read(lambda db: db.scalars(select(Unit.id).where(Unit.ismaker).order_by(Unit.name)).first())
    user = read(lambda db: db.scalars(select(Unit.id).where(~Unit.ismaker).order_by(Unit.name)).first())
    form = {"equclass": "3000", "equclacode": "3110", "equname": "客梯", "model": "M", "porgaosysid": maker}
    form |= {"prodate": "2025-01-01", "useorgsysid": user, "areacode": "330212", "useplace": "某处"}
    form |= dict.fromkeys(("elefloornumber", "elestadenumber", "eledoornumber"), "6")
    form |= {"ratedload": "1000", "runvelocity": "1"}
    desks.open("dangan", "second")
    add = "/api/eqdbase/eqdBasic/addEqm"
    for n in range(4):
        same = form | {"prono": f"R{n}"}
        codes = [{"equcode": make_equipment_code("3110", "33777", 2025, 100 * k + n)} for k in (1, 2)]
        said = together(
            *(partial(desks.post, d, add, **same, **c) for d, c in zip(("dangan", "second"), codes, strict=True))
        )
        assert [s["isSuccess"] for s in said].count(True) == 1, said
        unit = {"name": f"同时单位{n}", "code": make_uscc(66_000_000 + n), "usertype": "01", "areacode": "330212"}
        unit |= {"address": "某路", "contact": "某人", "tel": "13805748888"}
        said = together(*(partial(desks.post, d, "/api/unitbasic/save", **unit) for d in ("dangan", "second")))
        assert [s["isSuccess"] for s in said].count(True) == 1, said
    assert read(lambda db: db.scalar(select(func.count()).where(Equipment.prono.like("R_")))) == 4


def test_a_stale_save_loses_against_the_one_before(desks: Desks) -> None:
    device = desks.devices(1)[0]
    main = desks.good("shouli", SAVE, **desks.form(device))["main"]
    sent = desks.form(device, id=main["id"], version=main["version"])
    said = together(*(partial(desks.post, w, SAVE, **sent, remark=w) for w in ("shouli", "yewu")))
    assert sorted(s["status"] for s in said) == [200, 409]
    won = next(s for s in said if s["isSuccess"])["data"]["main"]["remark"]
    assert [m.remark for m in desks.mains()] == [won]


def test_items_of_a_declaration_that_were_written_twice_do_not_wait_for_each_other(desks: Desks) -> None:
    """An item that is written twice in one transaction holds the key of its declaration; another one moves all the
    same."""
    key = desks.declared(desks.devices(1)[0])
    desks.good("shouli", ACCEPT, ids=key)

    def other(db: Any) -> str:
        db.execute(text("set local lock_timeout = '2s'"))
        return settle(db, key).step

    def first(db: Any) -> str:
        db.execute(text("select id from appmain where id = :key for key share"), {"key": key})
        return str(desks.read(other))

    assert desks.read(first) == "RUN"


def test_who_waits_in_a_lock_is_told_after_eight_seconds(desks: Desks, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter here; what every connection of the platform has is eight."""
    assert desks.read(lambda db: db.scalar(text("show lock_timeout"))) == "8s"
    device = desks.devices(1)[0]
    main = desks.good("shouli", SAVE, **desks.form(device, remark="before"))["main"]
    sent = desks.form(device, id=main["id"], version=main["version"], remark="after")

    def shorter(db: Any, _transaction: Any, connection: Any) -> None:
        connection.execute(text("set local lock_timeout = '200ms'"))

    def held(db: Any) -> dict[str, Any]:
        db.execute(text("select id from appmain where id = :key for update"), {"key": main["id"]})
        event.listen(kit_db.new_session, "after_begin", shorter)
        try:
            return desks.post("shouli", SAVE, **sent)
        finally:
            event.remove(kit_db.new_session, "after_begin", shorter)

    said = desks.read(held)
    assert (said["status"], said["errorMsg"]) == (409, "数据正在被其他人处理，请稍后重试")
    assert [m.remark for m in desks.mains()] == ["before"]
    assert desks.post("shouli", SAVE, **sent)["isSuccess"]


def test_numbers_stay_right_when_the_clock_steps(desks: Desks, monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour forward and an hour back: each declaration has the next number, and nobody is logged out."""
    now, really = clock.now(), steady._ahead()
    now = now.replace(hour=min(max(now.hour, 1), 22))  # another day would begin its numbers anew
    with clock.at(now):
        desks.open("shouli")
    for device, step in zip(desks.devices(4), (0, 3600, -3600, 0), strict=True):
        monkeypatch.setattr(steady, "_ahead", lambda step=step: really + step)
        with clock.at(now + timedelta(seconds=step)):
            desks.declared(device)
    numbers = [int(m.appno[-4:]) for m in desks.mains()]
    assert numbers == list(range(numbers[0], numbers[0] + 4))
