"""Who signs confirms it by his PIN or by a second factor of his own; the signature says by which."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from sqlalchemy import func, select

from tejian.inspection.models.signatures import Signature
from tejian.inspection.records import api as records
from tejian.kit.ground import clock
from tests.system.conftest import PASSWORD, PIN, Browser, browser, coded, events, person
from tests.system.test_second_factor import code

from .conftest import SAVE, SUBMIT, VERIFY, Office
from .test_signatures import OPEN, SIGN, record_of, stood, taken

__all__ = ["browser", "events", "person"]
BY_CODE, BY_KEY = "/api/user/signByCode", "/api/user/signByKey"
NEEDED = "此操作须由本人以签名口令或第二因素确认签名"
WRONG = "验证码不正确"


@pytest.fixture(autouse=True)
def _within_one_code() -> Iterator[None]:
    with clock.at(clock.now()):
        yield


def with_phone(b: Browser) -> tuple[str, list[str]]:
    """The browser's person sets up a phone: its secret, and the codes on paper."""
    secret = b.good("/api/user/factorSecret")["secret"]
    made = b.good("/api/user/factorSetup", secret=secret, code=code(secret), password=coded(PASSWORD))
    return secret, made["recovery"]


@pytest.fixture
def second(office: Office, browser: Any) -> tuple[Browser, Any, str, list[str]]:
    """A co-inspector with a phone who has opened the record that waits for his signature."""
    item, b = office.entered(), browser("jianyan2")
    secret, paper = with_phone(b)
    b.good(OPEN, id=item.id, seen=b.good("/api/appbuss/getAudit", id=item.id)["seen"])
    return b, item, secret, paper


def signed(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(Signature)) or 0


def refused(office: Office, b: Browser, item: Any) -> None:
    """The session signs nothing."""
    before = signed(office)
    answer = b.call(SIGN, ids=item.id)
    assert (answer.status_code, answer.json()["errorCode"], answer.json()["errorMsg"]) == (403, "SIGN_NEEDED", NEEDED)
    assert signed(office) == before


def test_a_code_of_the_phone_signs_and_the_signature_says_so(office: Office, second: Any, events: Any) -> None:
    b, item, secret, _ = second
    refused(office, b, item)  # having set the phone up confirms no signature
    assert b.good(BY_CODE, code=code(secret, 30)) == {"minutes": 15}
    b.good(SIGN, ids=item.id)
    ways = {one.user_name: one.way for one in office.db.scalars(select(Signature).where(Signature.role == "检验"))}
    assert ways[office.user("jianyan2").name] == "手机验证码"
    assert ways[office.user("jianyan1").name] == "签名口令"
    assert [e.detail for e in events("第二因素")][-1] == "以手机验证码确认签名"


def test_it_holds_for_a_quarter_of_an_hour_in_its_session(office: Office, second: Any, browser: Any) -> None:
    b, item, secret, _ = second
    b.good(BY_CODE, code=code(secret, 30))
    refused(office, browser("jianyan2"), item)
    with clock.at(clock.now() + timedelta(minutes=15, seconds=1)):
        refused(office, b, item)
    with clock.at(clock.now() + timedelta(minutes=14)):
        b.good(SIGN, ids=item.id)


def test_a_wrong_code_signs_nothing(office: Office, second: Any) -> None:
    b, item, secret, _ = second
    wrong = f"{(int(code(secret, 30)) + 1) % 1_000_000:06}"
    assert b.said(BY_CODE, code=wrong) == WRONG
    refused(office, b, item)


def test_a_code_that_was_used_signs_nothing(office: Office, second: Any, browser: Any) -> None:
    b, item, secret, _ = second
    assert b.said(BY_CODE, code=code(secret)) == WRONG  # it set the phone up
    refused(office, b, item)
    b.good(BY_CODE, code=code(secret, 30))
    other = browser("jianyan2")
    assert other.said(BY_CODE, code=code(secret, 30)) == WRONG
    refused(office, other, item)


@pytest.mark.parametrize("later", [-90, -60, 60, 90])
def test_a_code_of_another_time_signs_nothing(office: Office, second: Any, person: Any, later: int) -> None:
    b, item, secret, _ = second
    person("jianyan2").totp_step = 0  # nothing was used: what is refused is the time alone
    assert b.said(BY_CODE, code=code(secret, later)) == WRONG
    refused(office, b, item)


@pytest.mark.parametrize("later", [-30, 0, 30])
def test_a_clock_of_half_a_minute_is_forgiven(office: Office, second: Any, person: Any, later: int) -> None:
    b, item, secret, _ = second
    person("jianyan2").totp_step = 0
    b.good(BY_CODE, code=code(secret, later))
    b.good(SIGN, ids=item.id)


def test_the_phone_of_another_signs_nothing(office: Office, second: Any, browser: Any) -> None:
    _, item, secret, _ = second
    b = browser("jianyan2")
    other, _codes = with_phone(browser("jianyan1"))
    assert b.said(BY_CODE, code=code(other, 30)) == WRONG
    refused(office, b, item)
    nobody = browser("jiaohe")
    assert nobody.said(BY_CODE, code=code(secret, 30)) == "尚未设置手机验证码"
    assert nobody.call(VERIFY, ids=item.id).json()["errorCode"] != "OK"


def test_a_code_on_paper_signs_nothing_and_stays_good(office: Office, second: Any, person: Any) -> None:
    b, item, _, paper = second
    assert b.said(BY_CODE, code=paper[0]) == WRONG
    refused(office, b, item)
    office.db.expire_all()
    assert len(person("jianyan2").totp_recovery) == 10


def test_codes_are_not_guessed_and_the_pin_goes_on(office: Office, second: Any) -> None:
    b, item, secret, _ = second
    for n in range(5):
        assert b.said(BY_CODE, code=f"00000{n}") == WRONG
    answer = b.call(BY_CODE, code=code(secret, 30))
    assert (answer.status_code, answer.json()["errorMsg"]) == (429, "验证码输错过于频繁，请15分钟后再试")
    refused(office, b, item)
    b.good("/api/user/sign", pin=PIN)
    b.good(SIGN, ids=item.id)


def test_a_phone_is_set_up_with_the_password_once(office: Office, browser: Any, person: Any) -> None:
    b = browser("jianyan2")
    secret = b.good("/api/user/factorSecret")["secret"]
    send = {"secret": secret, "code": code(secret)}
    assert b.said("/api/user/factorSetup", 422, **send) == "登录密码：请填写"
    assert b.said("/api/user/factorSetup", **send, password=coded("Wrong@2026")) == "登录密码不正确"
    assert person("jianyan2").totp_secret == ""
    with_phone(b)
    other = pyotp.random_base32(32)
    again = {"secret": other, "code": code(other), "password": coded(PASSWORD)}
    assert b.said("/api/user/factorSetup", **again) == "手机验证码已设置；更换手机请由两名管理员重置"
    assert b.good("/api/user/info")["secondFactor"] == "code"
    assert browser("jianyan2").call("/api/user/menuTree").status_code == 200  # a login asks administrators alone


def test_a_forged_answer_of_a_key_signs_nothing(office: Office, second: Any) -> None:
    b, item, _, _ = second
    for sent in ("{}", "x", '{"id": "a", "rawId": "a", "type": "public-key", "response": {}}'):
        assert b.said(BY_KEY, credential=sent) == "安全密钥未能确认，请重试或改用手机验证码"
    refused(office, b, item)


# -- reasons -------------------------------------------------------------------------------------------------------


def explained(office: Office, item: Any, login: str, reason: str) -> None:
    """Put a reason into the record as an inspector's autosave does."""
    asked = record_of(office, item).reasons
    key = next(iter(asked), "")
    assert key, "the checks of this record ask nothing"
    office.good(login, SAVE, id=item.id, reasons={key: reason})


@pytest.fixture
def asked(office: Office) -> Any:
    """A record that was handed in with a reason, signed by two, and sent back."""
    item = office.built()
    office.filled(item)
    office.good("jianyan1", SAVE, id=item.id, conclusion="1031", remark="铭牌序号详见××")
    office.good("jianyan1", SUBMIT, id=item.id)
    office.signed(item.id)
    return item


def sent_back(office: Office, item: Any) -> None:
    office.good("jiaohe", "/api/appbuss/sendBack", ids=item.id, toStep="BGLR", reasonId="02", detailDesc="请复核说明")


def test_a_reason_that_changed_takes_the_signature_of_the_other_inspector_back(office: Office, asked: Any) -> None:
    name = office.user("jianyan2").name
    row = office.db.scalars(select(Signature).where(Signature.user_name == name)).one()
    assert row.answers == records.answers_of(office.item(asked.id), record_of(office, asked)) != ""
    sent_back(office, asked)
    explained(office, asked, "jianyan1", "铭牌上的序号已经磨损")
    office.good("jianyan1", SUBMIT, id=asked.id)
    assert ("检验", name) not in stood(office, asked)
    assert taken(office, asked)[-1].startswith("记录重新提交，内容、检查说明或照片与签名时不同：检验 ")
    assert "还没有签名" in office.refused("jiaohe", VERIFY, ids=asked.id)


def test_the_same_reason_keeps_it(office: Office, asked: Any) -> None:
    sent_back(office, asked)
    office.good("jianyan1", SUBMIT, id=asked.id)
    assert ("检验", office.user("jianyan2").name) in stood(office, asked)


def test_what_an_auditor_adds_is_under_his_own_signature(office: Office, asked: Any) -> None:
    row, record = office.item(asked.id), record_of(office, asked)
    before, whose = records.answers_of(row, record), office.user("shenhe")
    record.reasons |= {"X99": {"text": "问", "reason": "已核对原件", "by": whose.id, "name": whose.name, "at": ""}}
    assert records.answers_of(row, record) == before
    own = next(key for key, one in record.reasons.items() if one["by"] != whose.id)
    record.reasons |= {own: record.reasons[own] | {"text": "另一个问题"}}
    assert records.answers_of(row, record) != before
