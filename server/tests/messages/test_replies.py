"""Replies of phones: matched to what was sent, answered by the clerk; 退订 holds all but legal notices back."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.messages import gateway, sending
from tejian.messages.api import send_sms, send_sms_now
from tejian.messages.models import Sms, SmsReply, SmsStop
from tejian.system.settings.params import value
from tests.conftest import Caller
from tests.inspection.conftest import Office

from .replies import PHONE, sent

INBOUND = "/api/smssend/smsReceive/inbound"
DATA = {"unitname": "宁波测试公司", "appno": "SB1", "count": "2"}


class Phone:
    """A phone that got a message of the institute, and writes back."""

    def __init__(self, call: Caller, office: Office) -> None:
        self.call, self.db = call, office.db
        self.sms = sent(office).id

    def writes(self, content: str, key: str = "m1", *, phone: str = PHONE, late: int = 0, forged: Any = None) -> Any:
        """What the platform answers the provider; `late` in hours after now, `forged` in place of what was signed."""
        sent = int(clock.now().timestamp()) + late * 3600
        reply = gateway.Reply(key, phone, content, sent)
        fields = gateway.signed_reply(reply, value(self.db, "sms.receipt_secret"), int(clock.now().timestamp()))
        return self.call(INBOUND, **(fields | (forged or {}))).json()

    def rows(self) -> list[SmsReply]:
        self.db.expire_all()
        return list(self.db.scalars(select(SmsReply).order_by(SmsReply.createtime)))


@pytest.fixture
def phone(call: Caller, office: Office) -> Phone:
    return Phone(call, office)


def count(db: Session, model: Any) -> int:
    return db.scalar(select(func.count()).select_from(model)) or 0


def test_a_reply_finds_its_message_and_is_answered_by_the_clerk(phone: Phone, office: Office) -> None:
    assert phone.writes("几点来检验？")["data"] == {"taken": True}
    [row] = phone.rows()
    assert (row.kind, row.step, row.datacode, row.template, row.sms_id) == ("业务回复", "DC", "SB1", "SBDJ", phone.sms)
    office.good("shouli", "/api/smssend/smsReceive/answer", id=row.id, answer="周三上午九点")
    [row] = phone.rows()
    assert (row.step, row.answer, row.handler_id) == ("HF", "周三上午九点", office.user("shouli").id)
    sent = office.db.scalars(select(Sms).where(Sms.template == "HFDF")).one()
    assert (sent.receiver, sent.content, sent.state) == (PHONE, "【宁波特检】周三上午九点", "待发")
    assert phone.writes("几点来检验？")["data"] == {"taken": False}  # the provider repeats itself
    assert len(phone.rows()) == 1


def test_a_reply_after_three_days_belongs_to_no_message(phone: Phone) -> None:
    sms = phone.db.get_one(Sms, phone.sms)
    sms.sentat = clock.now() - timedelta(hours=72, minutes=1)
    phone.db.commit()
    phone.writes("收到")
    [row] = phone.rows()
    assert (row.sms_id, row.datacode, row.org_id, row.step) == ("", "", sms.org_id, "DC")
    sms.sentat = clock.now() - timedelta(hours=71, minutes=59)
    phone.db.commit()
    phone.writes("收到", "m2")
    assert phone.rows()[1].sms_id == phone.sms


@pytest.mark.parametrize("word", ["退订", "td", "TD。", " T "])
def test_a_phone_that_wants_no_more_gets_legal_notices_alone(phone: Phone, db: Session, word: str) -> None:
    phone.writes(word)
    [row] = phone.rows()
    assert (row.kind, row.step) == ("退订", "BJ")
    assert send_sms(db, "SBDJ", PHONE, DATA, "SB1") is None
    held = db.scalars(select(Sms).where(Sms.state == "未发送")).one()
    assert (held.failure, held.tries) == ("号码已退订", 0)
    with pytest.raises(Refused, match="该号码已退订短信，请电话联系"):
        send_sms_now(db, "SBDJ", PHONE, DATA, "SB1")
    failed = send_sms(db, "BHG", PHONE, {"unitname": "甲", "equname": "电梯", "reportno": "R1"}, "R1")
    db.flush()
    assert failed is not None and failed.state == "待发"
    db.commit()
    phone.writes("恢复", "m2")
    assert count(db, SmsStop) == 0 and send_sms(db, "SBDJ", PHONE, DATA, "SB1") is not None


def test_a_sentence_with_the_word_in_it_stops_nothing(phone: Phone, db: Session) -> None:
    phone.writes("我没有要退订")
    assert (phone.rows()[0].kind, count(db, SmsStop)) == ("业务回复", 0)


def test_a_phone_that_wants_no_more_is_not_answered_by_message(phone: Phone, office: Office) -> None:
    phone.writes("检验费多少")
    phone.writes("退订", "m2")
    row = phone.rows()[0]
    said = office.refused("shouli", "/api/smssend/smsReceive/answer", id=row.id, answer="三百元")
    assert said == "该号码已退订短信，请电话联系后办结"
    assert (phone.rows()[0].step, phone.rows()[0].answer) == ("DC", "")
    office.good("shouli", "/api/smssend/smsReceive/close", ids=row.id, reason="已电话答复")
    assert phone.rows()[0].step == "BJ"


@pytest.mark.parametrize(
    ("says", "forged"),
    [
        ("回复验证未通过", {"sign": "0" * 64}),
        ("回复验证未通过", {"content": "退订"}),
        ("回复验证未通过", {"at": "1700000000"}),
    ],
)
def test_a_forged_reply_is_noted_and_kept_nowhere(phone: Phone, db: Session, says: str, forged: dict[str, str]) -> None:
    assert phone.writes("收到", forged=forged)["errorMsg"] == says
    assert (count(db, SmsReply), count(db, SmsStop)) == (0, 0)
    assert db.scalar(select(func.count()).where(SecurityLog.kind == "短信回复")) == 1


@pytest.mark.parametrize(
    ("says", "more"),
    [
        ("没有给这个号码发送过短信", {"phone": "13900009999"}),
        ("回复没有号码或内容", {"phone": "10086"}),
        ("回复没有号码或内容", {"content": "  "}),
        ("回复的发出时间在将来", {"late": 1}),
    ],
)
def test_what_cannot_be_a_reply_is_kept_nowhere(phone: Phone, db: Session, says: str, more: dict[str, Any]) -> None:
    assert phone.writes(**({"content": "收到"} | more))["errorMsg"] == says
    assert count(db, SmsReply) == 0


def test_another_institute_sees_no_reply(phone: Phone, office: Office) -> None:
    phone.writes("收到")
    [row] = phone.rows()
    row.org_id = "another"
    phone.db.commit()
    assert office.good("shouli", "/api/smssend/smsReceive/findList")["list"] == []
    office.refused("shouli", "/api/smssend/smsReceive/close", ids=row.id, reason="已电话答复")
    assert phone.rows()[0].step == "DC"


def test_old_replies_lose_number_and_text_when_they_are_done(phone: Phone, db: Session) -> None:
    phone.writes("退订")
    phone.writes("收到", "m2")
    assert sending.hide_old(db, clock.now() + timedelta(days=1), 100) == 2  # the message and what is done
    db.commit()
    done, open_ = sorted(phone.rows(), key=lambda one: one.step)
    assert (done.sender, done.content) == ("", "")
    assert (open_.sender, open_.content) == (PHONE, "收到")
    assert count(db, SmsStop) == 1
