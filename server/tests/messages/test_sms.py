"""Short messages from the row to the phone: the simulator's numbers, receipts, retries, the nightly comparison."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, func, select, text
from sqlalchemy.orm import Session

from tejian import areas
from tejian.kit.database import jobs, noting
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.messages import gateway, sending
from tejian.messages.api import send_sms, send_sms_now
from tejian.messages.models import GatewaySms, Sms, SmsReconcile, SmsTemplate
from tejian.system.settings.params import value
from tests.conftest import Caller

areas.load()  # the permissions below are the declared ones
RECEIPT = "/api/smssend/smsSend/receipt"
ADMIN = User(id="admin", name="管理员", scope="all", permissions=frozenset(PERMISSIONS))


@dataclass
class Post:
    """The platform with its gateway: jobs are run by hand, receipts go over HTTP."""

    call: Caller
    db: Session
    receipts: list[dict[str, str]] = field(default_factory=list)

    def write(self, number: str) -> str:
        row = send_sms(self.db, "SBDJ", number, {"unitname": "宁波测试公司", "appno": "SB1", "count": "2"}, "SB1")
        assert row is not None
        return row.id

    def row(self, sms_id: str) -> Sms:
        self.db.expire_all()
        return self.db.scalars(select(Sms).where(Sms.id == sms_id)).one()

    def waiting(self, name: str = "") -> list[str]:
        return [n for n, _ in jobs.waiting(self.db) if not name or n == name]

    def work(self, after: timedelta = timedelta()) -> None:
        """Run every job that is due `after` from now, as the worker does, until none is left."""
        with clock.at(clock.now() + after):
            for _ in range(20):
                due = self.db.execute(
                    text(
                        "delete from procrastinate_jobs where status = 'todo'"
                        " and (scheduled_at is null or scheduled_at <= :now) returning task_name, args, id"
                    ),
                    {"now": clock.now()},
                ).all()
                self.db.commit()
                for name, arguments, _ in sorted(due, key=lambda d: d[2]):
                    jobs.run(name, arguments)
                if not due:
                    return

    def deliver(self, fields: dict[str, str]) -> None:
        self.receipts.append(fields)
        self.call(RECEIPT, **fields)


@pytest.fixture
def post(call: Caller, db: Session, monkeypatch: pytest.MonkeyPatch) -> Post:
    made = Post(call, db)
    monkeypatch.setattr(gateway, "post_receipt", made.deliver)
    return made


def test_a_message_is_written_with_its_job_and_its_text_filled(post: Post, db: Session) -> None:
    key = post.write("13800001111")
    row = post.row(key)
    assert row.content == "【宁波特检】宁波测试公司：您的申报单SB1（2台）已登记，请携带使用登记证和上次检验报告备查。"
    assert (row.state, row.tries) == ("待发", 0)
    assert jobs.waiting(db) == [("sms.send", {"sms_id": key})]


def test_the_text_of_the_data_is_never_a_template(post: Post, db: Session) -> None:
    data = {"unitname": "{appno}{{7*7}}${7*7}", "appno": "SB9", "count": "1"}
    row = send_sms(db, "SBDJ", "13800001111", data, "SB9")
    assert row is not None and "：您的申报单SB9" in row.content and "{appno}{{7*7}}${7*7}" in row.content


def test_a_number_is_reached_and_the_receipt_says_so(post: Post) -> None:
    key = post.write("13800001111")
    post.work()
    row = post.row(key)
    assert (row.state, row.tries, row.failure) == ("发送中", 1, "") and row.providerid.startswith("SIM")
    post.work(timedelta(seconds=30))
    row = post.row(key)
    assert row.state == "已送达" and row.deliveredat is not None and len(post.receipts) == 1
    post.work(timedelta(hours=10))
    assert post.waiting() == [] and post.row(key).tries == 1


@pytest.mark.parametrize(
    ("number", "reason"),
    [("13800000000", "空号"), ("13800000017", "关机或不在服务区"), ("13800000052", "关机或不在服务区")],
)
def test_some_numbers_are_never_reached(post: Post, number: str, reason: str) -> None:
    key = post.write(number)
    post.work()
    post.work(timedelta(minutes=1))
    assert (post.row(key).state, post.row(key).failure, post.row(key).tries) == ("失败", reason, 1)


def test_three_of_a_hundred_numbers_fail() -> None:
    fates = [gateway.Simulator().fate(f"1380000{n:04d}") for n in range(1, 101)]
    assert sum(1 for f in fates if f) == 3


def test_a_lost_answer_is_asked_after_and_nothing_is_sent_twice(post: Post, db: Session) -> None:
    key = post.write("13800000001")
    post.work()
    assert (post.row(key).state, post.row(key).failure) == ("发送中", "结果未知，待核对")
    post.receipts.clear()
    post.work(timedelta(minutes=2))
    assert (post.row(key).state, post.row(key).failure) == ("已送达", "")
    ledger = db.scalars(select(GatewaySms).where(GatewaySms.key == key)).one()
    assert (ledger.asked, ledger.providerid) == (1, post.row(key).providerid)


def test_an_unknown_message_that_never_arrived_is_handed_in_again(post: Post, db: Session, monkeypatch) -> None:
    provider = gateway.PROVIDERS["simulator"]
    calls: list[str] = []

    def lost(key: str, number: str, content: str) -> str:
        calls.append(key)
        raise ConnectionError("网络中断")

    monkeypatch.setattr(provider, "send", lost)
    key = post.write("13800001111")
    post.work()
    assert post.row(key).failure == "结果未知，待核对"
    monkeypatch.undo()
    monkeypatch.setattr(gateway, "post_receipt", post.deliver)
    monkeypatch.setattr(jobs, "new_session", _sessions_of(post))
    post.work(timedelta(minutes=2))
    assert (post.row(key).tries, calls) == (2, [key])
    ledger = db.scalars(select(GatewaySms).where(GatewaySms.key == key)).one()
    assert ledger.asked == 1


def _sessions_of(post: Post) -> Callable[[], Any]:
    from tests.conftest import _sessions

    return _sessions(post.db.connection()).begin


def test_a_busy_gateway_is_tried_again_after_growing_waits(post: Post, db: Session) -> None:
    key = post.write("13800000002")
    start = clock.now()
    post.work()
    assert (post.row(key).state, post.row(key).failure, post.row(key).tries) == ("待发", "通道繁忙", 1)
    due = db.scalar(text("select scheduled_at from procrastinate_jobs where task_name = 'sms.send'"))
    assert timedelta(seconds=50) < due - start < timedelta(seconds=70)
    post.work(timedelta(seconds=61))
    post.work(timedelta(minutes=2))
    assert (post.row(key).state, post.row(key).tries) == ("已送达", 2)
    assert [w.total_seconds() / 60 for w in sending.WAITS] == [1, 5, 15, 60, 240]


def test_a_gateway_that_stays_busy_is_given_up(post: Post, monkeypatch) -> None:
    def busy(*_: str) -> str:
        raise gateway.Busy("通道繁忙")

    monkeypatch.setattr(gateway.PROVIDERS["simulator"], "send", busy)
    key = post.write("13800001111")
    for hours in range(8):
        post.work(timedelta(hours=5 * hours))
    assert (post.row(key).state, post.row(key).failure, post.row(key).tries) == ("失败", "通道繁忙", 6)
    assert post.waiting() == []


def test_a_rejected_number_fails_at_once(post: Post) -> None:
    key = post.write("13800000003")
    post.work()
    assert (post.row(key).state, post.row(key).failure) == ("失败", "号码在退订名单中")
    assert post.waiting() == []


def test_the_same_job_twice_sends_once(post: Post, db: Session) -> None:
    key = post.write("13800001111")
    post.work()
    jobs.run("sms.send", {"sms_id": key})
    jobs.run("sms.send", {"sms_id": key})
    assert post.row(key).tries == 1
    assert db.scalars(select(GatewaySms.asked).where(GatewaySms.key == key)).one() == 1


def signed(post: Post, key: str, state: str = "delivered", at: int | None = None, **changes: str) -> dict[str, str]:
    outcome = gateway.Outcome(key, "SIM1", state)
    moment = at if at is not None else int(clock.now().timestamp())
    return gateway.signed(outcome, value(post.db, "sms.receipt_secret"), moment) | changes


@pytest.mark.parametrize(
    "changes", [{"sign": "0" * 64}, {"state": "failed"}, {"providerid": "SIM2"}, {"reason": "x"}, {"sign": ""}]
)
def test_a_forged_receipt_changes_nothing_and_is_noted(post: Post, db: Session, changes: dict[str, str]) -> None:
    key = post.write("13800001111")
    post.work()
    answer = post.call(RECEIPT, **signed(post, key) | changes)
    assert answer.status_code in (403, 422)
    assert post.row(key).state == "发送中"
    if answer.status_code == 403:
        line = db.scalars(select(SecurityLog).where(SecurityLog.kind == "短信回执")).one()
        assert (line.target, line.detail, line.result, line.ip) == (key, "签名不正确", "拒绝", "testclient")


def test_forged_receipts_do_not_fill_the_log(post: Post, db: Session) -> None:
    for n in range(30):
        post.call(RECEIPT, **signed(post, f"k{n}", sign="0" * 64))
    assert db.scalar(select(func.count()).where(SecurityLog.kind == "短信回执")) == noting.TOLD


def test_a_stale_receipt_is_refused_and_a_repeated_one_ignored(post: Post) -> None:
    key = post.write("13800001111")
    post.work()
    old = signed(post, key, at=int((clock.now() - timedelta(minutes=11)).timestamp()))
    assert post.call(RECEIPT, **old).status_code == 403
    assert post.row(key).state == "发送中"
    good = signed(post, key)
    assert post.call(RECEIPT, **good).json()["data"] == {"taken": True}
    version = post.row(key).version
    assert post.call(RECEIPT, **good).json()["data"] == {"taken": False}
    later = signed(post, key, "failed")
    assert post.call(RECEIPT, **later).json()["data"] == {"taken": False}  # what is delivered stays delivered
    assert (post.row(key).state, post.row(key).version) == ("已送达", version)
    assert post.call(RECEIPT, **signed(post, "no-such-message")).json()["errorMsg"] == "没有这条短信"


def test_a_receipt_may_come_before_the_answer(post: Post, monkeypatch) -> None:
    provider = gateway.PROVIDERS["simulator"]
    really = provider.send

    def quick(key: str, number: str, content: str) -> str:
        providerid = really(key, number, content)
        post.call(RECEIPT, **signed(post, key))
        return providerid

    monkeypatch.setattr(provider, "send", quick)
    key = post.write("13800001111")
    post.work()
    assert post.row(key).state == "已送达"


def test_a_failed_message_is_sent_again_at_a_users_wish(post: Post, db: Session) -> None:
    key = post.write("13800000000")
    post.work()
    post.work(timedelta(minutes=1))
    answer = post.call("/api/smssend/smsSend/retry", _as=ADMIN, ids=key).json()
    assert answer["isSuccess"], answer
    assert (post.row(key).state, post.row(key).failure) == ("已重发", "空号（已重发）")
    fresh = db.scalars(select(Sms).where(Sms.id != key)).one()
    assert (fresh.state, fresh.receiver, fresh.content) == ("待发", "13800000000", post.row(key).content)
    again = post.call("/api/smssend/smsSend/retry", _as=ADMIN, ids=key).json()
    assert again["errorMsg"] == "只有失败的短信可以重发"
    assert db.scalar(select(func.count()).select_from(Sms)) == 2


def test_numbers_and_users_are_limited(post: Post, db: Session) -> None:
    for _ in range(5):
        send_sms_now(db, "SBDJ", "13800001111", {}, "SB1")
    with pytest.raises(Exception, match="该号码短信发送过于频繁，请稍后再试"):
        send_sms_now(db, "SBDJ", "13800001111", {}, "SB1")
    with pytest.raises(Exception, match="不是手机号"):
        send_sms_now(db, "SBDJ", "12345", {}, "SB1")
    with pytest.raises(Exception, match="请填写短信服务号码,再进行发送！"):
        send_sms_now(db, "SBDJ", "", {}, "SB1")


def test_the_night_compares_both_sides(post: Post, db: Session, monkeypatch) -> None:
    delivered, unknown, mine = post.write("13800001111"), post.write("13800000001"), post.write("13800002222")
    post.work()
    db.scalars(select(GatewaySms).where(GatewaySms.key == mine)).one().accepted = None  # they know nothing of it
    db.add(
        GatewaySms(
            key="foreign",
            providerid="SIMX",
            number="13800003333",
            content="x",
            accepted=clock.now(),
            due=clock.now(),
        )
    )
    db.commit()
    with clock.at(clock.now() + timedelta(days=1)):
        jobs.run("sms.reconcile", {})
    row = db.scalars(select(SmsReconcile)).one()
    assert (row.ours, row.theirs, row.agreed, row.corrected) == (3, 3, 2, 2)
    assert sorted((d["key"], d["ours"], d["theirs"]) for d in row.differences) == sorted(
        [("foreign", "无", "delivered"), (mine, "发送中", "无")]
    )
    assert (post.row(delivered).state, post.row(unknown).state) == ("已送达", "已送达")
    with clock.at(clock.now() + timedelta(days=1)):
        jobs.run("sms.reconcile", {})
    assert db.scalar(select(func.count()).select_from(SmsReconcile)) == 1
    page = post.call("/api/smssend/reconcile/findList", _as=ADMIN).json()["data"]["list"]
    assert [(p["differs"], p["wrong"]) for p in page] == [(2, 1)]


def test_the_sweep_finds_messages_whose_worker_died(post: Post, db: Session) -> None:
    key = post.write("13800001111")
    row = post.row(key)
    row.state, row.tries, row.sentat = "发送中", 1, clock.now()
    db.execute(text("delete from procrastinate_jobs"))
    db.commit()
    jobs.run("sms.sweep", {})
    assert post.waiting() == []
    with clock.at(clock.now() + timedelta(minutes=31)):
        jobs.run("sms.sweep", {})
        jobs.run("sms.sweep", {})
    assert jobs.waiting(db) == [("sms.ask", {"sms_id": key, "turn": 5})]
    post.work(timedelta(minutes=31))
    post.work(timedelta(minutes=32))
    assert post.row(key).state == "已送达"


def test_the_list_masks_numbers_and_keeps_to_the_organisation(post: Post, db: Session) -> None:
    post.write("13800001111")
    asked = "/api/smssend/smsSend/findList"
    (row,) = post.call(asked, _as=ADMIN, receiver="13800001111").json()["data"]["list"]
    assert post.call(asked, _as=ADMIN, receiver="1111").json()["data"]["count"] == 0  # a part of a number finds none
    assert db.scalar(text("select receiver from sms")).startswith("~")
    assert row["number"] == "138****1111" and "13800001111" not in str(row)
    assert (row["stateName"], row["stateTone"], row["templateName"]) == ("待发", "ca", "申报登记通知")
    other = User(id="o", name="o", scope="org", org_id="elsewhere", permissions=frozenset(PERMISSIONS))
    assert post.call("/api/smssend/smsSend/findList", _as=other).json()["data"]["count"] == 0


def test_templates_hold_only_known_parts(post: Post, db: Session) -> None:
    save = "/api/smssend/template/save"
    may = "{申报单号}、{单位名称}、{台数}"
    for content, sentence in (
        ("【特检】{evil}", f"模板内容：不认识{{evil}}，可用的有{may}"),
        ("【特检】{补正内容}", f"模板内容：不认识{{补正内容}}，可用的有{may}"),
        ("【特检】{申报单号", "模板内容：括号不配对"),
        ("【特检】{{7*7}}", "模板内容：括号不配对"),
    ):
        row = db.scalars(select(SmsTemplate).where(SmsTemplate.code == "SBDJ")).one()
        asked = {"id": row.id, "version": row.version, "code": "SBDJ", "content": content}
        answer = post.call(save, _as=ADMIN, **asked)
        assert (answer.status_code, answer.json()["errorMsg"]) == (422, sentence)
        db.refresh(row)
        assert row.content.startswith("【宁波特检】{单位名称}：您的申报单{申报单号}")
    twice = post.call(save, _as=ADMIN, code="SBDJ", content="x").json()["errorMsg"]
    assert twice == "模板类型：该类型已有模板"
    unsent = post.call(save, _as=ADMIN, code="YZM", content="【特检】验证码").json()["errorMsg"]
    assert unsent == "模板类型：没有业务发送这一类短信"
    db.execute(delete(SmsTemplate).where(SmsTemplate.code == "BHG"))
    made = post.call(save, _as=ADMIN, code="BHG", content="【特检】{单位名称}{设备名称}不合格").json()
    assert made["isSuccess"] and made["data"]["enabled"] is True
