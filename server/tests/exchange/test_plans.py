"""Plans push what changed; messages go out in the order of their object, are tried again, replayed, compared."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text, update

from tejian.archives.models.equipment import Equipment
from tejian.exchange.api import Rejected, Unreachable
from tejian.exchange.models import ExchangeMessage, ExchangePlan, ExchangeRun
from tejian.exchange.plans import adapters, timing
from tejian.exchange.plans.adapters import Parcel
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tests.archives.conftest import Archive
from tests.inspection.conftest import Office

from .partners import granted, published, settle

API, LOGS = "/api/exchange/planMng", "/api/exchange/logQuery"


class Fake:
    """A partner that takes everything, but for what it is told."""

    def __init__(self) -> None:
        self.batches: list[list[Parcel]] = []
        self.refuses: set[str] = set()  # numbers that it will not take
        self.away = self.whole = self.half = False

    def __call__(self, batch: Sequence[Parcel]) -> dict[str, str]:
        self.batches.append(list(batch))
        if self.away:
            raise Unreachable("对方没有应答")
        if self.whole and any(one.number in self.refuses for one in batch):
            raise Rejected("整批未入库")
        named = batch[: len(batch) // 2] if self.half else batch
        return {one.key: "编号重复" if one.number in self.refuses else "" for one in named}

    @property
    def taken(self) -> list[tuple[str, Any]]:
        return [(one.number, one.content["data"].get("deviceName")) for batch in self.batches for one in batch]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    made = Fake()
    monkeypatch.setattr(adapters, "adapter_of", lambda partner: made)
    return made


def planned(office: Office, **more: Any) -> ExchangePlan:
    """A plan for the lifts of the city to a partner with a published mapping."""
    mapping = published(office, granted(office))
    form = {"name": "电梯每日推送", "partner_id": mapping.partner_id, "entity": "equipment", "mode": "1", "every": "60"}
    form |= {"equclass": "3000", "enabled": "1"}
    key = office.good("sysadmin", f"{API}/save", **form | more)["id"]
    settle(office)
    return office.db.scalars(select(ExchangePlan).where(ExchangePlan.id == key)).one()


def lifts(office: Office) -> list[Equipment]:
    here = (Equipment.equclass == "3000", Equipment.equDel == 0, Equipment.areacode.startswith("3302"))
    return list(office.db.scalars(select(Equipment).where(*here).order_by(Equipment.equcode)))


def work(office: Office) -> None:
    """All jobs of the exchange that wait, until none does."""
    for _ in range(20):
        office.db.commit()
        waiting = [(n, a) for n, a in jobs.waiting(office.db) if n.startswith("exchange.") and n != "exchange.push"]
        office.db.execute(text("delete from procrastinate_jobs where task_name like 'exchange.%'"))
        office.db.commit()
        if not waiting:
            break
        for name, arguments in waiting:
            jobs.run(name, arguments)
    office.db.expire_all()


def run(office: Office, plan: ExchangePlan) -> ExchangeRun:
    office.good("sysadmin", f"{API}/run", ids=plan.id)
    work(office)
    own = select(ExchangeRun).where(ExchangeRun.plan_id == plan.id).order_by(ExchangeRun.id.desc()).limit(1)
    return office.db.scalars(own).one()


def messages(office: Office, **only: Any) -> list[ExchangeMessage]:
    office.db.expire_all()
    return list(office.db.scalars(select(ExchangeMessage).filter_by(**only).order_by(ExchangeMessage.id)))


def change(office: Office, device: Equipment, name: str, minutes: int = 5) -> None:
    values = {"equname": name, "updatetime": clock.now() - timedelta(minutes=minutes)}
    office.db.execute(update(Equipment).where(Equipment.id == device.id).values(**values))
    office.db.commit()


def test_the_whole_way_all_then_only_what_changed_then_a_comparison(archive: Archive, fake: Fake) -> None:
    office = archive.office
    plan = planned(office)
    there = lifts(office)
    first = run(office, plan)
    assert (first.total, first.made, first.error) == (len(there), len(there), "") and first.ended
    assert sorted(number for number, _ in fake.taken) == [one.equcode for one in there]
    assert {(m.state, m.tries, m.edition, m.answer) for m in messages(office)} == {("1", 1, 1, "已收")}
    assert plan.lastrun is not None and plan.nextrun == plan.lastrun + timedelta(hours=1)
    again = run(office, plan)
    assert (again.total, again.made) == (0, 0)
    change(office, there[0], "改名的电梯")
    change(office, there[1], there[1].equname)
    third = run(office, plan)
    assert (third.total, third.made) == (2, 1)
    assert fake.taken[-1] == (there[0].equcode, "改名的电梯")
    jobs.run("exchange.compare", {})
    work(office)
    check = office.db.scalars(select(ExchangeRun).where(ExchangeRun.kind == "2")).one()
    assert (check.total, check.arrived, check.missing, check.differing) == (len(there), len(there), 0, 0)
    assert check.ours == check.theirs != ""
    page = office.good("sysadmin", f"{API}/record", id=plan.id)
    shown = {part["key"]: part["rows"] for part in page["parts"] if "rows" in part}
    assert shown["checks"][0]["result"] == f"{len(there)}条全部一致"
    assert shown["runs"][0]["result"] == "变更2条，生成消息1条"


def test_a_comparison_finds_what_did_not_arrive_and_what_is_different(archive: Archive, fake: Fake) -> None:
    office = archive.office
    plan, there = planned(office), lifts(office)
    fake.refuses = {there[0].equcode}
    run(office, plan)
    change(office, there[1], "夜里改名")
    jobs.run("exchange.compare", {})
    work(office)
    check = office.db.scalars(select(ExchangeRun).where(ExchangeRun.kind == "2")).one()
    assert (check.total, check.arrived, check.missing, check.differing) == (len(there), len(there) - 1, 1, 1)
    assert check.ours != check.theirs


def test_what_is_refused_stops_its_object_only_and_goes_on_in_order_when_it_is_ignored(
    archive: Archive, fake: Fake
) -> None:
    office = archive.office
    plan, there = planned(office), lifts(office)
    poison = there[0]
    fake.refuses = {poison.equcode}
    run(office, plan)
    stuck = messages(office, state="2")
    assert [(m.number, m.error, m.nexttry) for m in stuck] == [(poison.equcode, "编号重复", None)]
    assert len(messages(office, state="1")) == len(there) - 1
    change(office, poison, "第二次")
    change(office, there[1], "另一台")
    fake.batches.clear()
    run(office, plan)
    assert fake.taken == [(there[1].equcode, "另一台")]
    assert [m.state for m in messages(office, objectkey=poison.id)] == ["2", "0"]
    assert "只有失败的消息可以忽略" in office.refused(
        "sysadmin", f"{LOGS}/ignore", id=messages(office, objectkey=poison.id)[1].id, ignorereason="不传"
    )
    fake.refuses, fake.batches = set(), []
    office.good("sysadmin", f"{LOGS}/ignore", id=stuck[0].id, ignorereason="对方已人工录入")
    work(office)
    assert fake.taken == [(poison.equcode, "第二次")]
    assert [m.state for m in messages(office, objectkey=poison.id)] == ["3", "1"]


def test_a_batch_that_is_refused_as_a_whole_is_sent_one_by_one(archive: Archive, fake: Fake) -> None:
    office = archive.office
    plan, there = planned(office), lifts(office)
    fake.refuses, fake.whole = {there[0].equcode}, True
    run(office, plan)
    assert [len(batch) for batch in fake.batches] == [len(there), *[1] * len(there)]
    assert [(m.number, m.error) for m in messages(office, state="2")] == [(there[0].equcode, "整批未入库")]


def test_half_a_batch_without_receipts_and_nobody_there_are_tried_again(archive: Archive, fake: Fake) -> None:
    office = archive.office
    plan, there = planned(office), lifts(office)
    fake.half = True
    run(office, plan)
    late = messages(office, state="2")
    assert len(late) == len(there) - len(there) // 2
    assert {m.error for m in late} == {"对方没有给出这一条的回执"}
    assert all(m.nexttry and m.tries == 1 for m in late)
    fake.half, fake.away = False, True
    for tries in (2, 3, 4):
        office.db.execute(update(ExchangeMessage).where(ExchangeMessage.state == "2").values(nexttry=clock.now()))
        office.db.commit()
        jobs.run("exchange.beat", {})
        work(office)
        assert {(m.tries, m.error) for m in messages(office, state="2")} == {(tries, "对方没有应答")}
    assert {m.nexttry for m in messages(office, state="2")} == {None}
    fake.away = False
    today = str(clock.today())
    form = {"plan_id": plan.id, "datefrom": today, "dateto": today}
    assert office.refused("sysadmin", f"{LOGS}/replayTime", **form | {"dateto": "2020-01-01"}) == (
        f"日期止2020-01-01早于起{today}"
    )
    assert office.good("sysadmin", f"{LOGS}/replayTime", **form) == len(late)
    work(office)
    assert messages(office, state="2") == []
    assert office.refused("sysadmin", f"{LOGS}/replayTime", **form) == "这段时间没有失败的消息"


def test_a_message_is_replayed_as_its_object_is_now(archive: Archive, fake: Fake) -> None:
    office = archive.office
    plan, there = planned(office), lifts(office)
    fake.refuses = {there[0].equcode}
    run(office, plan)
    (failed,) = messages(office, state="2")
    done = messages(office, state="1")[0]
    assert office.refused("sysadmin", f"{LOGS}/replay", ids=done.id) == f"{done.number}不是失败或忽略状态，不能重传"
    assert office.post("secadmin", f"{LOGS}/replay", ids=failed.id)["status"] == 403
    fake.refuses = set()
    change(office, there[0], "改正后的名称")
    published(office, name="第二版")
    assert office.good("sysadmin", f"{LOGS}/replay", ids=failed.id) == 1
    work(office)
    assert fake.taken[-1] == (there[0].equcode, "改正后的名称")
    (sent,) = messages(office, id=failed.id)
    assert (sent.state, sent.edition, sent.error) == ("1", 2, "")
    assert sent.content["data"]["deviceName"] == "改正后的名称"


def test_what_lacks_a_fact_waits_for_a_person_and_what_is_gone_is_told(archive: Archive, fake: Fake) -> None:
    office = archive.office
    plan, there = planned(office), lifts(office)
    office.db.execute(update(Equipment).where(Equipment.id == there[0].id).values(equcode=""))
    office.db.commit()
    run(office, plan)
    assert [(m.objectkey, m.error, m.tries) for m in messages(office, state="2")] == [
        (there[0].id, "deviceCode为空，对方要求必填", 0)
    ]
    gone = {"equDel": 1, "updatetime": clock.now() - timedelta(minutes=5)}
    office.db.execute(update(Equipment).where(Equipment.id == there[1].id).values(**gone))
    office.db.commit()
    run(office, plan)
    assert fake.batches[-1][0].content == {"deleted": True, "data": {}}


def test_a_plan_runs_by_itself_when_its_time_has_come(archive: Archive, fake: Fake) -> None:
    office = archive.office
    plan = planned(office, every="", dailyat="02:30")
    assert plan.nextrun is not None and plan.nextrun.astimezone(clock.SHANGHAI).strftime("%H:%M") == "02:30"
    jobs.run("exchange.beat", {})
    assert office.db.scalar(select(func.count()).select_from(ExchangeRun)) == 0
    plan.nextrun = clock.now() - timedelta(minutes=1)
    office.db.commit()
    jobs.run("exchange.beat", {})
    work(office)
    assert len(messages(office, state="1")) == len(lifts(office))
    office.db.refresh(plan)
    assert plan.nextrun > clock.now()


def test_a_full_plan_sends_everything_each_time_but_not_twice_what_still_waits(archive: Archive, fake: Fake) -> None:
    office = archive.office
    plan, there = planned(office, mode="2"), lifts(office)
    fake.refuses = {there[0].equcode}
    run(office, plan)
    run(office, plan)
    assert len(messages(office)) == 2 * len(there) - 1


def test_nothing_goes_out_to_who_may_not_have_it(archive: Archive, fake: Fake) -> None:
    office = archive.office
    plan = planned(office)
    partner = published(office).partner_id
    path = "/api/exchange/userAuthorize/save"
    office.good("secadmin", path, id=partner, enabled="0")
    assert office.refused("sysadmin", f"{API}/run", ids=plan.id) == "电梯每日推送不能执行：传输用户市大数据中心已停用"
    office.good("secadmin", path, id=partner, enabled="1", entities="unit")
    assert "没有授权向市大数据中心传输设备数据" in office.refused("sysadmin", f"{API}/run", ids=plan.id)
    assert messages(office) == [] and fake.batches == []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"every": ""}, "间隔和每日时间须填其中一项，只填一项"),
        ({"dailyat": "02:30"}, "间隔和每日时间须填其中一项，只填一项"),
        ({"every": "", "dailyat": "25:00"}, "每日时间：应写成 02:30 这样的时间"),
        ({"entity": "report"}, "没有授权向市大数据中心传输检验报告数据"),
    ],
)
def test_a_plan_that_cannot_run_is_not_saved(archive: Archive, wrong: dict[str, str], sentence: str) -> None:
    office = archive.office
    form = {
        "name": "甲",
        "partner_id": granted(office).id,
        "entity": "unit",
        "mode": "1",
        "every": "60",
        "enabled": "1",
    }
    assert office.refused("sysadmin", f"{API}/save", **form | wrong) == sentence
    assert office.db.scalar(select(func.count()).select_from(ExchangePlan)) == 0


def test_a_plan_with_messages_keeps_whom_it_is_for(archive: Archive, fake: Fake) -> None:
    office = archive.office
    plan = planned(office)
    run(office, plan)
    assert office.refused("sysadmin", f"{API}/save", id=plan.id, entity="unit", equclass="") == (
        "已有消息的计划不能更换传输用户和数据，请另建计划"
    )
    assert office.refused("sysadmin", f"{API}/delete", ids=plan.id) == "电梯每日推送已有传输记录，不能删除，可以停用"


def test_the_next_time() -> None:
    now = clock.now().astimezone(clock.SHANGHAI).replace(hour=3, minute=0, second=0, microsecond=0)
    assert timing.next_run(now, 60, "") == now + timedelta(hours=1)
    assert timing.next_run(now, None, "04:00") == now + timedelta(hours=1)
    assert timing.next_run(now, None, "02:00") == now + timedelta(hours=23)
