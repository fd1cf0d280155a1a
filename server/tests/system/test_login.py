"""Login, sessions and passwords, as a browser meets them."""

import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from gmssl import sm2
from sqlalchemy import func, select

from tejian.archives.models.files import Attachment
from tejian.kit.database import tries
from tejian.kit.database.tries import SecretTry
from tejian.kit.ground import clock
from tejian.kit.web.edge import CALLS
from tejian.system.models.accounts import Captcha, PasswordHistory, SysUser, UserSession
from tests.conftest import Caller

from .conftest import PASSWORD, coded

WRONG = "用户名或密码错误"
GUESSED = "密码容易被猜到，不能由常见口令、姓名、单位或平台的名称构成"
GONE = (401, "NO_SESSION", "登录已失效，请重新登录")


def refusal(answer: Any) -> tuple[int, str, str]:
    body = answer.json()
    return answer.status_code, body["errorCode"], body["errorMsg"]


def test_a_login_answers_the_user_and_opens_a_session(browser, person, events, db) -> None:
    b = browser()
    answer = b.login("shouli")
    user = answer["user"]
    assert (user["name"], user["loginName"], user["industryType"]) == ("周晓琳", "shouli", "22")
    assert (user["roleNames"], user["orgName"], user["departName"]) == (
        "业务受理员",
        "宁波市特种设备检验研究院",
        "业务受理科",
    )
    assert user["demo"] is True and user["mustChangePassword"] is False
    assert not any("password" in k.lower() and k != "mustChangePassword" for k in user)
    assert b.good("/api/user/info")["id"] == person("shouli").id
    line = events("登录")[-1]
    assert (line.user_name, line.target, line.detail, line.result) == ("周晓琳", "shouli", "密码登录", "成功")
    kept = db.scalars(select(UserSession)).one()
    assert len(kept.id) == 64 and kept.sid_hash != answer["sessionid"]  # only hashes are stored


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(browser) -> None:
    b = browser()
    answer = b.call("/a/login", username=coded("shouli"), password=coded(PASSWORD), loginType="1")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
    assert answer.json()["sessionid"] not in cookie


def tried(db: Any, key: str) -> SecretTry | None:
    return db.scalars(select(SecretTry).where(SecretTry.key == key)).first()


def test_wrong_unknown_and_disabled_are_one_sentence(browser, person, db) -> None:
    person("dayin").enabled = False
    assert browser().login("shouli", "Wrong@2026")["errorMsg"] == WRONG
    assert browser().login("nobody-here")["errorMsg"] == WRONG
    assert browser().login("dayin")["errorMsg"] == WRONG
    assert browser().login("x" * 70)["errorMsg"] == WRONG
    assert db.scalar(select(func.count()).select_from(UserSession)) == 0


def test_well_known_passwords_open_nothing(browser) -> None:
    for name, password in (("admin", "admin123"), ("admin", "123456"), ("ry", "admin123"), ("sysadmin", "sysadmin")):
        assert not browser().login(name, password)["isSuccess"]


def test_five_wrong_passwords_lock_the_account_for_half_an_hour(browser, person, param, db) -> None:
    param("login.captcha", "never")
    b = browser()
    for _ in range(5):
        assert b.login("shouli", "Wrong@2026")["errorMsg"] == WRONG
    assert tried(db, "account:shouli").until is not None
    said = b.login("shouli")
    assert (said["errorCode"], said["errorMsg"]) == ("LOCKED", "连续输错密码，账号已锁定，请30分钟后再试")
    with clock.at(clock.now() + timedelta(minutes=29)):
        assert b.login("shouli")["errorCode"] == "LOCKED"
    with clock.at(clock.now() + timedelta(minutes=31)):
        assert b.login("shouli")["isSuccess"]
    assert tried(db, "account:shouli") is None


def test_unknown_wrong_disabled_and_locked_look_alike(browser, person, param, db) -> None:
    """Also in what follows from the tries: the lock of a name says nothing of whether somebody has it."""
    param("login.captcha", "after_failures")
    param("login.address_limit", "1000")
    person("dayin").enabled = False

    def eight(name: str, password: str) -> list[Any]:
        b = browser()
        tries.forget(db, "login:testclient")
        answers = [b.call("/a/login", username=coded(name), password=coded(password)) for _ in range(2)]
        param("login.captcha", "never")
        answers += [b.call("/a/login", username=coded(name), password=coded(password)) for _ in range(6)]
        param("login.captcha", "after_failures")
        return [
            (a.status_code, a.json()["errorCode"], a.json()["errorMsg"], a.json()["needValidCode"]) for a in answers
        ]

    told = eight("shouli", "Wrong@2026")
    assert told[0] == (200, "LOGIN", WRONG, False) and told[-1][1] == "LOCKED"
    assert eight("nobody-here", PASSWORD) == eight("dayin", PASSWORD) == eight("x", "x") == told


def test_waits_grow_each_time_and_end_after_a_login(browser, param, db) -> None:
    param("login.captcha", "never")
    b, now = browser(), clock.now()
    for minutes in (30, 60, 120, 240, 240):
        with clock.at(now):
            for _ in range(5):
                assert b.login("shouli", "Wrong@2026")["errorCode"] == "LOGIN"
            assert b.login("shouli")["errorMsg"] == f"连续输错密码，账号已锁定，请{minutes}分钟后再试"
        now += timedelta(minutes=minutes + 1)
    with clock.at(now):
        assert b.login("shouli")["isSuccess"]
    assert tried(db, "account:shouli") is None


def test_the_old_password_is_tried_at_no_other_place_than_the_login(browser, param, events) -> None:
    """One count: three tries at the login and two at the change lock both."""
    param("login.captcha", "never")
    b, other = browser("shouli"), browser()
    for _ in range(3):
        other.login("shouli", "Wrong@2026")
    for _ in range(2):
        said = b.said("/api/user/modifyPwd", oldPassword=coded("Wrong@2026"), newPassword=coded("Ningbo#2027x"))
        assert said == "原密码不正确"
    said = b.said("/api/user/modifyPwd", oldPassword=coded(PASSWORD), newPassword=coded("Ningbo#2027x"))
    assert said == "连续输错密码，账号已锁定，请30分钟后再试"
    assert other.login("shouli")["errorCode"] == "LOCKED"
    assert [e.result for e in events("修改密码")] == ["失败", "失败"]


def test_pictures_are_not_guessed_without_end(browser, param) -> None:
    param("login.captcha", "always")
    param("login.address_limit", "5")
    b = browser()
    for n in range(5):
        b.call.get("/a/validCode", randomNum=f"n{n}")
        assert b.login("shouli", randomNum=f"n{n}", validateCode="0000")["errorMsg"] == "验证码错误或已失效"
    answer = b.call("/a/login", username=coded("shouli"), password=coded(PASSWORD), randomNum="n9", validateCode="0000")
    assert refusal(answer) == (429, "TOO_MANY", "登录尝试过于频繁，请10分钟后再试")


def test_a_visitor_with_a_whole_network_is_one_address() -> None:
    assert tries.address("login", "2001:db8:1:2:3::4") == tries.address("login", "2001:db8:1:2:ffff::9")
    assert tries.address("login", "2001:db8:1:2::1") != tries.address("login", "2001:db8:1:3::1")
    assert tries.address("login", "10.0.0.1") == "login:10.0.0.1"


def test_four_wrong_passwords_do_not_lock(browser, param, db) -> None:
    param("login.captcha", "never")
    b = browser()
    for _ in range(4):
        b.login("shouli", "Wrong@2026")
    assert b.login("shouli")["isSuccess"]
    assert tried(db, "account:shouli") is None


def test_after_two_wrong_tries_a_picture_is_asked_and_used_up(browser, db) -> None:
    b = browser()
    assert b.login("shouli", "Wrong@2026")["needValidCode"] is False
    assert b.login("shouli", "Wrong@2026")["needValidCode"] is True
    said = b.login("shouli")
    assert (said["errorCode"], said["errorMsg"], said["needValidCode"]) == ("VALID_CODE", "请输入验证码", True)

    def picture(number: str) -> str:
        answer = b.call.get("/a/validCode", randomNum=number)
        assert answer.headers["content-type"] == "image/png" and answer.content.startswith(b"\x89PNG")
        return db.scalars(select(Captcha.text).where(Captcha.random_num == number)).one()

    text = picture("n1")
    assert b.login("shouli", randomNum="n1", validateCode="0000")["errorMsg"] == "验证码错误或已失效"
    assert (
        b.login("shouli", randomNum="n1", validateCode=text)["errorMsg"] == "验证码错误或已失效"
    )  # a wrong try used it
    text = picture("n2")
    with clock.at(clock.now() + timedelta(minutes=4)):
        assert b.login("shouli", randomNum="n2", validateCode=text)["errorMsg"] == "验证码错误或已失效"
    text = picture("n3")
    assert b.login("shouli", "Wrong@2026", randomNum="n3", validateCode=text)["errorMsg"] == WRONG
    assert (
        b.login("shouli", randomNum="n3", validateCode=text)["errorCode"] == "VALID_CODE"
    )  # and so did a wrong password
    text = picture("n4")
    assert b.login("shouli", randomNum="n4", validateCode=text.lower())["isSuccess"]


def test_one_address_with_many_names_is_stopped(browser, param, db) -> None:
    param("login.captcha", "never")
    param("login.address_limit", "6")
    b = browser()
    for n in range(6):
        headers = {"X-Forwarded-For": f"10.0.0.{n}"}
        answer = b.call("/a/login", username=coded(f"user{n}"), password=coded("Wrong@2026"), _headers=headers)
        assert answer.status_code == 200
    answer = b.call("/a/login", username=coded("shouli"), password=coded(PASSWORD))
    assert refusal(answer) == (429, "TOO_MANY", "登录尝试过于频繁，请10分钟后再试")
    assert tried(db, "login:testclient").waits == 1
    with clock.at(clock.now() + timedelta(minutes=11)):
        assert b.login("shouli")["isSuccess"]


def test_a_request_needs_both_parts_of_the_session(browser) -> None:
    b, thief = browser("shouli"), browser()
    sid = b.call.sid
    thief.call.sid = sid
    assert refusal(thief.call("/api/user/info")) == GONE  # the id alone, from an address or a log
    b.call.sid = ""
    assert refusal(b.call("/api/user/info")) == GONE  # the cookie alone, from a foreign page
    b.call.sid = "x" * 32
    assert refusal(b.call("/api/user/info")) == GONE
    b.call.sid = sid
    assert b.call("/api/user/info").json()["isSuccess"]
    other = browser("yewu")
    other.call.sid = sid
    assert refusal(other.call("/api/user/info")) == GONE  # two halves of different sessions


@pytest.mark.parametrize("headers", [{"Authorization": "test1"}, {"Authorization": "Bearer x"}, {"X-User": "sysadmin"}])
def test_headers_open_nothing(browser, headers: dict[str, str]) -> None:
    assert refusal(browser().call("/api/user/info", _headers=headers)) == GONE
    assert refusal(browser().call("/api/user/info", debug="1", user="sysadmin")) == GONE


def test_a_session_ends_after_half_an_hour_without_use(browser) -> None:
    b = browser("shouli")
    start = clock.now()
    with clock.at(start + timedelta(minutes=29)):
        assert b.call("/api/user/info").status_code == 200
    with clock.at(start + timedelta(minutes=58)):
        assert b.call("/api/user/info").status_code == 200  # the use above counted
    with clock.at(start + timedelta(minutes=89)):
        assert refusal(b.call("/api/user/info")) == GONE


def test_asking_for_messages_does_not_count_as_use(browser) -> None:
    b = browser("shouli")
    start = clock.now()
    for minutes in (10, 20, 29):
        with clock.at(start + timedelta(minutes=minutes)):
            assert b.call.get("/message/count").status_code == 200
    with clock.at(start + timedelta(minutes=31)):
        assert refusal(b.call("/api/user/info")) == GONE


def test_a_session_ends_after_twelve_hours_however_busy(browser) -> None:
    b = browser("shouli")
    start = clock.now()
    for n in range(1, 29):
        with clock.at(start + timedelta(minutes=25 * n)):
            assert b.call("/api/user/info").status_code == 200
    with clock.at(start + timedelta(minutes=721)):
        assert refusal(b.call("/api/user/info")) == GONE


def test_logout_ends_the_session_on_the_server(browser, db) -> None:
    b = browser("shouli")
    cookie = b.call.client.cookies.get("tejian")
    assert b.call("/a/Logout").json()["isSuccess"]
    assert db.scalar(select(func.count()).select_from(UserSession)) == 0
    b.call.client.cookies.set("tejian", cookie)
    assert refusal(b.call("/api/user/info")) == GONE


def test_a_second_login_of_a_browser_replaces_its_session(browser, db) -> None:
    b = browser("shouli")
    assert b.login("shouli")["isSuccess"]
    assert db.scalar(select(func.count()).select_from(UserSession)) == 1


def test_changing_the_password_ends_the_other_sessions(browser, person) -> None:
    here, there = browser("shouli"), browser("shouli")
    here.good("/api/user/modifyPwd", oldPassword=coded(PASSWORD), newPassword=coded("Ningbo#2027x"))
    assert here.call("/api/user/info").status_code == 200
    assert refusal(there.call("/api/user/info")) == GONE
    assert browser().login("shouli")["errorMsg"] == WRONG
    assert browser().login("shouli", "Ningbo#2027x")["isSuccess"]
    assert person("shouli").demo is False


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("Ab1#", "密码至少8位"),
        ("abcdefgh", "密码过于简单，应包含大写字母、小写字母、数字、符号中的至少三种"),
        ("abcd1234", "密码过于简单，应包含大写字母、小写字母、数字、符号中的至少三种"),
        ("Password1", GUESSED),
        ("Shouli@1", GUESSED),
        ("P@ssw0rd2024", GUESSED),
        ("Qwer1234!@#$", GUESSED),
        ("1qaz@WSX", GUESSED),
        ("Zhouxiaolin@1", GUESSED),
        ("Ningbo@2026", GUESSED),
        ("Jianyan@2026", GUESSED),
        ("Admin@123456", GUESSED),
        ("Woaini1314!", GUESSED),
        ("Huawei@2026", GUESSED),
        ("Zhangwei@123", GUESSED),
        ("A1#" + "x" * 130, "密码最多128位"),
        (PASSWORD, "演示密码已公开，不能使用"),
        ("x" + PASSWORD.upper() + "x", "演示密码已公开，不能使用"),
    ],
)
def test_weak_passwords_are_refused_with_the_reason(browser, person, password: str, sentence: str) -> None:
    b, before = browser("shouli"), person("shouli").password_hash
    assert b.said("/api/user/modifyPwd", oldPassword=coded(PASSWORD), newPassword=coded(password)) == sentence
    assert person("shouli").password_hash == before


def test_the_last_five_passwords_do_not_come_back(browser, db) -> None:
    b, old = browser("shouli"), PASSWORD
    for n in range(5):
        new = f"Yongjiang#{n}x"
        b.good("/api/user/modifyPwd", oldPassword=coded(old), newPassword=coded(new))
        old = new
    again = b.said("/api/user/modifyPwd", oldPassword=coded(old), newPassword=coded("Yongjiang#0x"))
    assert again == "新密码不能与最近5次使用过的密码相同"
    assert b.said("/api/user/modifyPwd", oldPassword=coded("x"), newPassword=coded("Fine#2027x")) == "原密码不正确"
    assert db.scalar(select(func.count()).select_from(PasswordHistory)) == 5


def test_only_hashes_are_kept(person) -> None:
    assert person("shouli").password_hash.startswith("$argon2id$v=19$")


def test_a_hash_costs_an_attacker_what_owasp_asks() -> None:
    """Asked of a process of its own: the tests themselves hash quickly."""
    asked = "from tejian.system.accounts import passwords; print(passwords.hash_of('x'))"
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert said.stdout.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_an_old_password_must_be_changed(browser, person, db) -> None:
    person("shouli").password_at = clock.now() - timedelta(days=91)
    assert browser().login("shouli")["user"]["mustChangePassword"] is False  # the demo city grows old without it
    person("shouli").demo = False
    assert browser().login("shouli")["user"]["mustChangePassword"] is True


def held_back(answer: Any) -> bool:
    return refusal(answer) == (403, "MUST_CHANGE_PASSWORD", "密码须先修改，才能继续使用")


def test_while_the_password_must_be_changed_every_other_call_is_refused(browser, person) -> None:
    """Judged for each call of each session, also for one that was opened before."""
    b = browser("shouli")
    person("shouli").must_change = True
    for path, one in CALLS.items():
        if not one.public and path not in ("/a/Logout", "/api/user/info", "/api/user/modifyPwd"):
            assert held_back(b.call(path)), path
    assert b.call.get("/message/stream").status_code == 401
    assert b.good("/api/user/info")["mustChangePassword"] is True
    b.good("/api/user/modifyPwd", oldPassword=coded(PASSWORD), newPassword=coded("Ningbo#2027x"))
    assert b.call("/api/user/menuTree").json()["isSuccess"]


def test_a_password_that_grows_too_old_holds_an_open_session_back(browser, person) -> None:
    person("shouli").demo = False
    b, start = browser("shouli"), clock.now()
    person("shouli").password_at = start - timedelta(days=90) + timedelta(minutes=1)
    assert b.call("/api/user/menuTree").status_code == 200
    with clock.at(start + timedelta(minutes=2)):
        assert held_back(b.call("/api/user/menuTree"))


def test_public_calls_do_not_know_who_must_change_the_password(browser, person, db) -> None:
    b = browser("shouli")
    person("shouli").must_change = True
    said = b.call("/api/equipment-documents/attachments", _files={"file": ("a.pdf", b"%PDF-1.4", "application/pdf")})
    assert said.status_code == 401
    assert db.scalar(select(func.count()).select_from(Attachment)) == 0


def test_over_https_the_cookie_belongs_to_this_host_alone(application, call: Caller) -> None:
    """`__Host-`: Secure, the whole site, no domain; the plain name opens nothing there."""
    from tests.reader import Reader

    safe = Caller(Reader(application, base_url="https://testserver", raise_server_exceptions=False), call.db)
    answer = safe("/a/login", username=coded("shouli"), password=coded(PASSWORD), loginType="1")
    cookie = answer.headers["set-cookie"].lower()
    assert (
        cookie.startswith("__host-tejian=") and "; secure" in cookie and "path=/" in cookie and "domain" not in cookie
    )
    safe.sid = answer.json()["sessionid"]
    assert safe("/api/user/info").status_code == 200
    secret = safe.client.cookies["__Host-tejian"]
    safe.client.cookies.clear()
    safe.client.cookies.set("tejian", secret)
    assert refusal(safe("/api/user/info")) == GONE
    safe.client.cookies.set("__Host-tejian", secret)
    assert "max-age=0" in safe("/a/Logout").headers["set-cookie"].lower()


def test_the_sm2_encoding_is_accepted_and_can_be_the_only_one(browser, param) -> None:
    b = browser()
    key = b.call.get("/a/loginKey").json()["data"]["sm2"]
    assert len(key) == 128
    maker = sm2.CryptSM2(private_key="", public_key=key)

    def hidden(text: str) -> str:
        return "sm2:" + maker.encrypt(text.encode()).hex()

    answer = b.call("/a/login", username=hidden("shouli"), password=hidden(PASSWORD)).json()
    assert answer["isSuccess"] and answer["user"]["loginName"] == "shouli"
    param("login.encoding", "sm2")
    plain = b.call("/a/login", username=coded("shouli"), password=coded(PASSWORD))
    assert refusal(plain) == (422, "BAD_INPUT", "用户名：编码不正确")
    for broken in ("sm2:zz", "sm2:00", "sm2:" + "ab" * 200):
        assert b.call("/a/login", username=broken, password=broken).status_code == 422


@pytest.mark.parametrize("sent", ["ä", "not base64!", "====", "%00"])
def test_a_broken_encoding_is_a_malformed_parameter(browser, sent: str) -> None:
    assert refusal(browser().call("/a/login", username=sent, password=coded("x")))[0] == 422


def test_log_lines_cannot_be_forged_with_a_user_name(browser, events) -> None:
    browser().login("x\r\n2026 登录 成功\x1b[31m")
    assert events("登录")[-1].target == "x··2026 登录 成功·[31m"


def test_what_the_login_page_learns(browser, call: Caller) -> None:
    told = browser().call.get("/a/loginConfig").json()["data"]
    assert (told["sso"], told["captcha"], told["passwordEncoding"], told["version"]) == (
        False,
        "after_failures",
        "base64",
        "1.1.89",
    )


def test_a_user_sees_no_hash_of_anybody(browser) -> None:
    admin = browser("sysadmin")
    page = admin.call.get("/api/system/user/findList", pageSize="200").json()
    assert page["data"]["count"] > 20
    assert "argon2" not in str(page)
    row = next(r for r in page["data"]["list"] if r["login"] == "shouli")
    loaded = admin.good("/api/system/user/load", id=row["id"])
    assert not {"password_hash", "failures", "signature"} & loaded.keys()
    assert "argon2" not in str(loaded)


def test_a_disabled_user_is_out_at_once(browser, person, db) -> None:
    b, admin = browser("shouli"), browser("sysadmin")
    admin.good("/api/system/user/disable", ids=person("shouli").id)
    assert refusal(b.call("/api/user/info")) == GONE
    assert db.scalar(select(func.count()).where(UserSession.user_id == person("shouli").id)) == 0
    assert isinstance(person("shouli"), SysUser) and person("shouli").enabled is False
