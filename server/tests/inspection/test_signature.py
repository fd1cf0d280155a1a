"""A deliberate signature: approving and releasing on credit need the signing PIN, typed not long ago."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian import areas
from tejian.inspection.models.reports import Report
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.kit.process.steps import PROCESSES
from tejian.system.models.accounts import StaffQual
from tests.system.conftest import PASSWORD, PIN, Browser, browser, coded, events, param, person

from .conftest import Office

__all__ = ["browser", "events", "param", "person"]
areas.load()
APPROVE, ARREARS = "/api/appbuss/approveReport", "/api/appbuss/allowArrears"
NEEDED = "此操作须由本人以签名口令或第二因素确认签名"


def needed(answer: Any) -> bool:
    return (answer.status_code, answer.json()["errorCode"], answer.json()["errorMsg"]) == (403, "SIGN_NEEDED", NEEDED)


def read(b: Browser, item: Any) -> dict[str, str]:
    """What is sent with the approval of a report by somebody who has opened it."""
    return {"ids": item.id, "opinion": "同意", "seen": b.good("/api/appbuss/getAudit", id=item.id)["seen"]}


def test_what_is_signed_is_declared() -> None:
    signed = {(p.name, m.name) for p in PROCESSES.values() for m in p.moves if m.signed}
    assert signed == {
        ("agreement", "confirm"),
        ("business", "approve"),
        ("business", "audit"),
        ("business", "audit_fx"),
        ("business", "enter"),
        ("business", "sign"),
        ("business", "verify"),
        ("notice", "issue"),
        ("sub_report", "agree"),
        ("sub_report", "submit"),
        ("business", "arrears"),
        ("cash_day", "count"),
        ("cash_lot", "accept"),
        ("cash_lot", "arrive"),
        ("cash_lot", "deposit"),
        ("cash_lot", "missing"),
        ("cash_lot", "offer"),
        ("cash_day", "review"),
        ("cash_day", "stand_in"),
        ("cash_month", "close"),
        ("charge", "agree_discount"),
        ("charge", "plan"),
        ("charge", "refund"),
        ("charge", "take_back"),
        ("credit_line", "agree"),
        ("flow_edition", "publish"),
        ("flow_edition", "withdraw"),
        ("charge_difference", "book_charge"),
        ("charge_difference", "book_order"),
        ("charge_difference", "book_several"),
        ("transfer", "undo"),
        ("charge_batch", "undo"),
        ("charge_difference", "take_back"),
        ("deposit_account", "give_back"),
        ("fee_table", "publish"),
        ("fee_table", "withdraw"),
        ("report_change", "approve"),
        ("report_template", "publish"),
        ("report_template", "withdraw"),
        ("surplus", "dismiss"),
        ("surplus", "give_back"),
        ("protection", "agree"),
        ("charge", "ask_red"),
        ("charge", "ask_refund"),
        ("charge", "reverse"),
        ("charge_difference", "settle"),
        ("duty_record", "submit"),
        ("cert_case", "agree"),
        ("exam_application", "audit"),
        ("maint_filing", "checkAgree"),
        ("quality_file", "approve"),
        ("quality_file", "audit"),
        ("relief_policy", "agree"),
        ("serious_report", "approve"),
        ("serious_report", "audit"),
        ("serious_report", "order"),
        ("supervision_check", "case"),
        ("supervision_check", "countersign"),
        ("supervision_check", "sign"),
        ("supervision_draw", "draw"),
        ("supervision_draw", "publish"),
        ("supervision_draw", "replace"),
        ("supervision_draw", "void"),
        ("supervision_defect", "case"),
        ("supervision_defect", "confirm"),
        ("supervision_defect", "hang"),
        ("supervision_defect", "lift"),
        ("supervision_defect", "second"),
        ("supervision_defect", "takeDown"),
        ("supervision_defect", "takeOver"),
        ("use_registration", "deny"),
        ("use_registration", "examine"),
        ("use_registration", "issue"),
    }


def test_an_open_session_alone_approves_nothing(office: Office, browser: Any, db: Any) -> None:
    item = office.audited()
    b: Browser = browser("pizhun")
    lines = db.scalar(select(func.count()).select_from(FlowLog))
    assert needed(b.call(APPROVE, **read(b, item)))
    assert office.item(item.id).step == "BGSP"
    assert db.scalar(select(func.count()).select_from(Report).where(Report.appbuss_id == item.id)) == 0
    assert db.scalar(select(func.count()).select_from(FlowLog)) == lines
    assert b.good("/api/user/sign", pin=PIN) == {"minutes": 15}
    b.good(APPROVE, **read(b, item))
    assert office.item(item.id).step != "BGSP"
    assert db.scalar(select(func.count()).select_from(Report).where(Report.appbuss_id == item.id)) == 1


def test_credit_needs_it_too(office: Office, browser: Any, db: Any) -> None:
    item = office.approved()
    b: Browser = browser("yewu")
    assert needed(b.call(ARREARS, ids=item.id, reason="合同月结"))
    assert office.item(item.id).arrearsby == ""
    b.good("/api/user/sign", pin=PIN)
    b.good(ARREARS, ids=item.id, reason="合同月结")
    assert office.item(item.id).arrearsby


def test_a_guard_speaks_before_the_pin_is_asked_for(office: Office, browser: Any, db: Any) -> None:
    item = office.audited()
    for one in db.scalars(select(StaffQual).where(StaffQual.user_id == office.user("pizhun").id)):
        one.validto = clock.today() - timedelta(days=1)
    said = browser("pizhun").said(APPROVE, ids=item.id, opinion="同意")
    assert "资格" in said


def test_it_holds_for_a_quarter_of_an_hour_in_its_session_alone(office: Office, browser: Any) -> None:
    item = office.audited()
    here, there = browser("pizhun"), browser("pizhun")
    here.good("/api/user/sign", pin=PIN)
    assert needed(there.call(APPROVE, **read(there, item)))  # another session of the same person
    with clock.at(clock.now() + timedelta(minutes=15, seconds=1)):
        assert needed(here.call(APPROVE, **read(here, item)))
    with clock.at(clock.now() + timedelta(minutes=14)):
        here.good(APPROVE, **read(here, item))


def test_a_pin_is_not_guessed_without_end(office: Office, browser: Any, events: Any) -> None:
    item, b = office.audited(), browser("pizhun")
    for n in range(5):
        assert b.said("/api/user/sign", pin=f"{n}000") == "签名口令不正确"
    answer = b.call("/api/user/sign", pin=PIN)
    assert (answer.status_code, answer.json()["errorMsg"]) == (429, "签名口令输错过于频繁，请15分钟后再试")
    assert needed(b.call(APPROVE, **read(b, item)))
    assert browser().login("pizhun")["isSuccess"]  # the count of the PIN is its own
    with clock.at(clock.now() + timedelta(minutes=16)):
        b.good("/api/user/sign", pin=PIN)
    assert [e.result for e in events("签名口令")] == ["失败"] * 5 + ["成功"]


@pytest.mark.parametrize(
    ("pin", "sentence"),
    [
        ("2026", "签名口令：应为6至12位数字"),
        ("12345", "签名口令：应为6至12位数字"),
        ("1234567890123", "签名口令：应为6至12位数字"),
        ("31٣415", "签名口令：应为6至12位数字"),
        ("123456", "签名口令：不能是连号、同一数字或本人手机号中的一段"),
        ("987654", "签名口令：不能是连号、同一数字或本人手机号中的一段"),
        ("000000", "签名口令：不能是连号、同一数字或本人手机号中的一段"),
        ("805741", "签名口令：不能是连号、同一数字或本人手机号中的一段"),
    ],
)
def test_what_a_pin_may_not_be(browser: Any, person: Any, pin: str, sentence: str) -> None:
    b, before = browser("pizhun"), person("pizhun").pin_hash
    assert b.said("/api/user/setPin", 422, password=coded(PASSWORD), pin=pin) == sentence
    assert person("pizhun").pin_hash == before


def test_a_pin_is_set_with_the_password_by_its_owner(browser: Any, person: Any) -> None:
    b = browser("pizhun")
    assert b.said("/api/user/setPin", password=coded("Wrong@2026"), pin="314159") == "登录密码不正确"
    b.good("/api/user/sign", pin=PIN)
    b.good("/api/user/setPin", password=coded(PASSWORD), pin="314159")
    assert b.said("/api/user/sign", pin=PIN) == "签名口令不正确"
    b.good("/api/user/sign", pin="314159")
    assert person("pizhun").pin_hash.startswith("$argon2id$")
    admin = browser("sysadmin")
    assert "pin_hash" not in admin.good("/api/system/user/load", id=person("pizhun").id)


def test_without_the_demo_password_the_demo_pin_ends(browser: Any) -> None:
    b = browser("pizhun")
    assert b.good("/api/user/info")["hasPin"] is True
    b.good("/api/user/modifyPwd", oldPassword=coded(PASSWORD), newPassword=coded("Yongjiang#2027x"))
    assert b.good("/api/user/info")["hasPin"] is False
    answer = b.call("/api/user/sign", pin=PIN).json()
    assert (answer["errorCode"], answer["errorMsg"]) == ("NO_PIN", "尚未设置签名口令")
