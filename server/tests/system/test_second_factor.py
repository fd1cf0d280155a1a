"""The three administrators give a second factor after the password; nobody of the demo city does."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.kit.web.edge import CALLS
from tejian.system.models.accounts import SysUser

NEEDED = (403, "SECOND_FACTOR", "请输入手机验证码")
SETUP = (403, "SECOND_FACTOR_SETUP", "管理员须先设置手机验证码，才能继续使用")


def refusal(answer: Any) -> tuple[int, str, str]:
    body = answer.json()
    return answer.status_code, body["errorCode"], body["errorMsg"]


def code(secret: str, later: int = 0) -> str:
    return pyotp.TOTP(secret).at(clock.now() + timedelta(seconds=later))


@pytest.fixture(autouse=True)
def _within_one_code() -> Iterator[None]:
    """No test begins with one code of the phone and ends with the next."""
    with clock.at(clock.now()):
        yield


@pytest.fixture
def keeper(browser: Any, person: Any) -> tuple[Any, str, list[str]]:
    """A security administrator who has set it up: browser, secret, recovery codes."""
    person("secadmin").demo = False
    b = browser("secadmin")
    made = b.good("/api/user/factorSecret")
    assert made["picture"].startswith("data:image/png;base64,")
    codes = b.good("/api/user/factorSetup", secret=made["secret"], code=code(made["secret"]))["recovery"]
    return b, made["secret"], codes


def test_an_administrator_sets_it_up_before_anything_else(browser, person) -> None:
    person("secadmin").demo = False
    b = browser("secadmin")
    open_ = ("/a/Logout", "/api/user/info", "/api/user/factorSecret", "/api/user/factorSetup")
    for path, one in CALLS.items():
        if not one.public and path not in open_:
            assert refusal(b.call(path)) == SETUP, path
    secret = b.good("/api/user/factorSecret")["secret"]
    said = b.said("/api/user/factorSetup", 422, secret=secret, code="000000")
    assert said == "验证码：不正确，请核对手机时间"
    assert person("secadmin").totp_secret == ""
    b.good("/api/user/factorSetup", secret=secret, code=code(secret))
    assert b.call("/api/user/menuTree").status_code == 200


def test_every_further_session_gives_a_code_first(keeper, browser) -> None:
    _, secret, _codes = keeper
    b = browser("secadmin")
    assert b.good("/api/user/info")["held"] == "SECOND_FACTOR"
    open_ = ("/a/Logout", "/api/user/info", "/api/user/factor", "/api/user/keyOptions", "/api/user/keyFactor")
    for path, one in CALLS.items():
        if not one.public and path not in open_:
            assert refusal(b.call(path)) == NEEDED, path
    b.good("/api/user/factor", code=code(secret, 30))
    assert b.call("/api/user/menuTree").status_code == 200
    assert refusal(browser("secadmin").call("/api/user/menuTree")) == NEEDED  # another session


def test_a_code_is_taken_in_full_width_and_other_signs_are_a_wrong_code(keeper, browser) -> None:
    _, secret, _codes = keeper
    wide = str.maketrans("0123456789", "０１２３４５６７８９")
    for wrong in ("一二三四五六", "①②③④⑤⑥", "😀", "\u202e123456"):
        assert browser("secadmin").said("/api/user/factor", code=wrong) == "验证码不正确", wrong
    browser("secadmin").good("/api/user/factor", code=code(secret, 30).translate(wide))


def test_a_code_is_good_once(keeper, browser) -> None:
    _, secret, _codes = keeper
    used = code(secret)  # it set the factor up
    assert browser("secadmin").said("/api/user/factor", code=used) == "验证码不正确"
    later = code(secret, 30)
    browser("secadmin").good("/api/user/factor", code=later)
    assert browser("secadmin").said("/api/user/factor", code=later) == "验证码不正确"


def test_a_recovery_code_is_good_once(keeper, browser, db) -> None:
    _, _secret, codes = keeper
    assert len(set(codes)) == 10
    browser("secadmin").good("/api/user/factor", code=codes[3])
    assert browser("secadmin").said("/api/user/factor", code=codes[3]) == "验证码不正确"
    row = db.scalars(select(SysUser).where(SysUser.login == "secadmin")).one()
    assert len(row.totp_recovery) == 9 and not set(codes) & set(row.totp_recovery)


def test_codes_are_not_guessed_without_end(keeper, browser) -> None:
    _, secret, _codes = keeper
    b = browser("secadmin")
    for n in range(5):
        assert b.said("/api/user/factor", code=f"00000{n}") == "验证码不正确"
    answer = b.call("/api/user/factor", code=code(secret, 30))
    assert (answer.status_code, answer.json()["errorMsg"]) == (429, "验证码输错过于频繁，请15分钟后再试")


def test_it_is_not_exchanged_by_who_has_the_session(keeper) -> None:
    b, secret, _codes = keeper
    other = pyotp.random_base32(32)
    said = b.said("/api/user/factorSetup", secret=other, code=code(other))
    assert said == "手机验证码已设置；更换手机请由两名管理员重置"
    assert secret != other


def test_others_and_the_demo_city_go_without_it(browser, person) -> None:
    person("shouli").demo = False
    assert browser("shouli").call("/api/user/menuTree").status_code == 200
    assert browser("sysadmin").call("/api/user/menuTree").status_code == 200
