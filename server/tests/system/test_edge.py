"""What every call has in common: methods, sizes, shapes, permissions, one effect for one wish."""

from datetime import timedelta
from typing import Any

import orjson
import pytest
from sqlalchemy import func, select

from tejian.kit.ground import clock
from tejian.kit.web.once import RequestOnce, forget_old
from tejian.system.models.accounts import Role
from tejian.system.models.organisations import Org
from tejian.system.models.settings import ClientError, DictItem

from .conftest import PASSWORD, coded

BAD = (422, "BAD_INPUT")


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["errorCode"]


def area_form(**changes: str) -> dict[str, str]:
    return {"code": "330299", "name": "测试区", "parent_code": "330200", "sort": "1"} | changes


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_a_write_answers_only_to_post(browser, db, method: str) -> None:
    b = browser("sysadmin")
    answer = b.call("/api/system/area/save", _method=method, **area_form())
    assert code_of(answer) == (405, "METHOD")
    for name in ("X-HTTP-Method-Override", "X-Method-Override"):
        answer = b.call.client.get("/api/system/area/save", params={"__sid": b.call.sid}, headers={name: "POST"})
        assert answer.status_code == 405
    assert db.scalar(select(func.count()).where(DictItem.label == "测试区")) == 0


@pytest.mark.parametrize("path", ["/api/user/info", "/api/layout/findTableConfig", "/api/notice/findList"])
def test_a_read_answers_to_get_and_post_only(browser, path: str) -> None:
    b = browser("shouli")
    form = {"viewNo": "notice_list"}
    assert b.call(path, _method="GET", **form).status_code == 200
    assert b.call(path, **form).status_code == 200
    for method in ("PUT", "DELETE", "PATCH"):
        assert code_of(b.call(path, _method=method, **form)) == (405, "METHOD")


def test_an_unknown_call_is_answered_in_the_envelope(browser) -> None:
    for path in ("/api/no/such", "/api/..%2f..%2fetc/passwd", "/a/nothing"):
        answer = browser("shouli").call(path)
        assert (answer.status_code, answer.json()["errorMsg"]) == (404, "接口不存在")
    for path in ("/docs", "/openapi.json", "/metrics", "/actuator", "/druid", "/.git/config", "/.env"):
        answer = browser().call.get(path)
        assert answer.status_code in (200, 404, 503) and "root:" not in answer.text and "paths" not in answer.text[:200]


def test_a_body_that_is_too_large_is_refused_before_it_is_read(browser) -> None:
    b = browser("shouli")
    answer = b.call("/api/common/history", id="x" * (3 << 20))
    assert code_of(answer) == (413, "TOO_LARGE")
    assert answer.json()["errorMsg"] == "提交内容过大，最多2 MB"
    assert code_of(b.call("/save_error_logger", message="x" * (65 << 10))) == (413, "TOO_LARGE")


def test_ten_thousand_fields_are_refused(browser) -> None:
    fields = {f"f{n}": "1" for n in range(10_000)}
    assert browser("shouli").call("/api/common/history", **fields).status_code in (413, 422)


def test_a_nul_byte_is_a_malformed_parameter(browser) -> None:
    b = browser("shouli")
    assert code_of(b.call("/api/common/getUnitList", name="a\x00b")) == BAD
    assert code_of(b.call("/api/common/getUnitList", _json={"name": "a\x00b"})) == BAD
    assert code_of(b.call.client.get("/api/notice/findList?title=%00")) in (BAD, (401, "NO_SESSION"))


def test_deep_nesting_is_a_malformed_parameter(browser) -> None:
    b = browser("shouli")
    assert code_of(b.call("/api/common/history", **{".".join("abcdefghij"): "1"})) == BAD
    assert b.call("/api/common/history", _json={"a": {"b": {"c": {"d": {"e": "1"}}}}}).status_code < 500


@pytest.mark.parametrize("body", [b"[1]", b"{", b'"x"', b"\xff\xfe", b"null"])
def test_broken_json_is_a_malformed_parameter(browser, body: bytes) -> None:
    b = browser("shouli")
    answer = b.call.client.post(
        "/api/common/history",
        params={"__sid": b.call.sid},
        content=body,
        headers={"content-type": "application/json"},
    )
    assert code_of(answer) == BAD


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-java-serialized-object"])
def test_other_bodies_are_never_decoded(browser, kind: str) -> None:
    b = browser("shouli")
    answer = b.call.client.post(
        "/api/common/history", params={"__sid": b.call.sid}, content=b"{}", headers={"content-type": kind}
    )
    assert code_of(answer) == BAD


@pytest.mark.parametrize(
    ("name", "value"),
    [("pageNo", "0x1"), ("pageNo", "-1"), ("pageNo", "1.5"), ("pageSize", "NaN"), ("pageNo", "9" * 19)],
)
def test_numbers_of_pages_are_checked(browser, name: str, value: str) -> None:
    answer = browser("shouli").call("/api/notice/findList", **{name: value})
    assert code_of(answer) == BAD


def test_a_page_is_held_inside_its_limits(browser) -> None:
    b = browser("sysadmin")
    assert b.good("/api/system/dict/findList", pageSize="100000")["pageSize"] == 1000
    deep = b.call("/api/system/dict/findList", pageNo="2000000", pageSize="200")
    assert deep.json()["errorMsg"] == "翻页过深，请增加查询条件或导出"


def test_a_call_without_its_right_is_refused_noted_and_stores_nothing(browser, db, events) -> None:
    b = browser("shouli")
    before = db.scalar(select(func.count()).select_from(DictItem))
    said = b.said("/api/system/dict/save", 403, type="C601", value="77", label="七七")
    assert said == "对不起，您没有此操作的权限"
    line = events("越权访问")[-1]
    assert (line.user_name, line.target, line.detail, line.result) == (
        "周晓琳",
        "/api/system/dict/save",
        "system:dict:save",
        "拒绝",
    )
    assert db.scalar(select(func.count()).select_from(DictItem)) == before


def test_a_right_that_is_taken_away_is_gone_with_the_next_request(browser, person, db) -> None:
    b = browser("shouli")
    assert b.call("/api/notice/findList").status_code == 200
    role = db.scalars(select(Role).where(Role.code == "shouli")).one()
    role.permissions = [c for c in role.permissions if c != "system:notice:query"]
    assert code_of(b.call("/api/notice/findList")) == (403, "NO_PERMISSION")
    person("shouli").role_ids = []
    assert b.good("/api/user/permission") == []


def test_the_scope_comes_from_the_session_alone(browser) -> None:
    b = browser("jianyan1")
    own = b.good("/api/eqdbase/eqdBasic/findEqdList")["count"]
    for name in ("user", "userUnitId", "tenant-id", "orgCode", "orgId", "scope", "me"):
        assert b.good("/api/eqdbase/eqdBasic/findEqdList", **{name: "all"})["count"] == own
        answer = b.call("/api/eqdbase/eqdBasic/findEqdList", _headers={name: "all"})
        assert answer.json()["data"]["count"] == own


def test_undeclared_fields_are_dropped(browser, person) -> None:
    admin, target = browser("sysadmin"), person("shouli")
    before = (target.password_hash, target.role_ids, target.enabled, target.demo)
    sent = {"id": target.id, "version": target.version, "name": "周晓玲"}
    extra = {"role_ids": "x", "password_hash": "x", "enabled": "0", "demo": "0", "login": "evil", "createby": "x"}
    admin.good("/api/system/user/save", **sent, **extra)
    target = person("shouli")
    assert target.name == "周晓玲"
    assert (target.password_hash, target.role_ids, target.enabled, target.demo) == before


def test_the_same_write_within_five_seconds_has_one_effect(browser, db) -> None:
    b = browser("sysadmin")
    first = b.call("/api/system/org/save", name="测试科", code="T-01", kind="institute")
    again = b.call("/api/system/org/save", name="测试科", code="T-01", kind="institute")
    assert first.json()["isSuccess"] and again.content == first.content
    assert db.scalar(select(func.count()).where(Org.code == "T-01")) == 1
    with clock.at(clock.now() + timedelta(seconds=6)):
        later = b.call("/api/system/org/save", name="测试科", code="T-01", kind="institute")
    assert later.json()["errorMsg"] == "机构编码：T-01已使用"  # a wish of its own


def test_a_refused_write_may_be_tried_again_at_once(browser) -> None:
    b = browser("sysadmin")
    assert b.said("/api/system/org/save", 422, name="站", code="T-02", kind="station").startswith("上级机构")
    assert b.said("/api/system/org/save", 422, name="站", code="T-02", kind="station").startswith("上级机构")


def test_an_idempotency_key_gives_the_first_answer_for_a_day(browser, db) -> None:
    b = browser("sysadmin")
    key = {"Idempotency-Key": "k-1"}
    form = {"name": "测试院", "code": "T-03", "kind": "institute"}
    first = b.call("/api/system/org/save", _headers=key, **form)
    with clock.at(clock.now() + timedelta(minutes=20)):
        assert b.call("/api/system/org/save", _headers=key, **form).content == first.content
        other = b.call("/api/system/org/save", _headers=key, **{**form, "name": "另一院"})
    assert code_of(other) == BAD
    assert other.json()["errorMsg"] == "同一操作标识的内容不一致，请刷新页面后重试"
    assert [o.name for o in db.scalars(select(Org).where(Org.code == "T-03"))] == ["测试院"]


def test_a_key_belongs_to_its_account(browser, db) -> None:
    """An answer was lost, the session ended, the person logs in and presses again: still one office."""
    key = {"Idempotency-Key": "k-2"}
    form = {"name": "测试院", "code": "T-04", "kind": "institute"}
    first = browser("sysadmin").call("/api/system/org/save", _headers=key, **form)
    assert first.json()["isSuccess"]
    assert browser("sysadmin").call("/api/system/org/save", _headers=key, **form).content == first.content
    assert len(db.scalars(select(Org).where(Org.code == "T-04")).all()) == 1


def test_a_key_is_of_one_account_only(browser) -> None:
    key = {"Idempotency-Key": "k-3"}
    mine, other = (browser(who).call("/api/user/sign", _headers=key, pin="2026") for who in ("shouli", "yewu"))
    assert mine.json()["isSuccess"] and other.json()["isSuccess"]


def test_old_answers_are_forgotten(browser, db) -> None:
    b = browser("sysadmin")
    b.good("/api/system/org/save", name="测试院", code="T-05", kind="institute")
    assert db.scalar(select(func.count()).select_from(RequestOnce)) == 1
    with clock.at(clock.now() + timedelta(hours=25)):
        forget_old(db)
    assert db.scalar(select(func.count()).select_from(RequestOnce)) == 0


def test_a_password_is_never_among_the_remembered_answers(browser, db) -> None:
    b = browser("sysadmin")
    b.good("/api/user/sign", pin="2026")
    b.good("/api/user/setPin", password=coded(PASSWORD), pin="314159")
    link = b.good("/a/resetRequest", username=coded("dayin"))
    assert len(link["token"]) == 43
    kept = [bytes(r.answer or b"") for r in db.scalars(select(RequestOnce))]
    assert not any(link["token"].encode() in answer for answer in kept)
    # nor is a request with a password or a PIN, of which the digest would let one find it
    b.good("/api/user/modifyPwd", oldPassword=coded(PASSWORD), newPassword=coded("Yongjiang#2027"))
    assert db.scalar(select(func.count()).select_from(RequestOnce)) == 0


def test_browsers_report_errors_with_limits(browser, db) -> None:
    b = browser("shouli")
    sent = {"type": "ajax", "code": "500", "message": "坏了\r\nfake", "url": "/x"}
    b.good("/save_error_logger", **sent)
    row = db.scalars(select(ClientError)).one()
    assert (row.type, row.code, row.message, row.user_name, row.ip) == (
        "ajax",
        "500",
        "坏了··fake",
        "周晓琳",
        "testclient",
    )
    nobody = browser()
    for n in range(59):
        assert nobody.call("/save_error_logger", type="strange", message=f"m{n}").json()["isSuccess"]
    assert nobody.call("/save_error_logger", message="one more").json()["errorMsg"] == "上报过于频繁"
    assert db.scalar(select(func.count()).select_from(ClientError)) == 60
    with clock.at(clock.now() + timedelta(seconds=61)):
        assert nobody.call("/save_error_logger", message="later").json()["isSuccess"]
    audit = browser("audadmin")
    assert audit.good("/api/system/clientError/findList", type="ajax")["count"] == 1


def test_answers_carry_the_safe_headers_and_no_echo(browser) -> None:
    b = browser("shouli")
    answer = b.call("/api/layout/findTableConfig", viewNo="<script>alert(1)</script>")
    assert "<script>" not in answer.text and answer.headers["content-type"].startswith("application/json")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert b.said("/api/layout/findTableConfig", 422, viewNo="sys_user,login,password") == "页面配置不存在"


def test_the_envelope_has_its_five_names(browser) -> None:
    body = orjson.loads(browser("shouli").call("/api/common/version").content)
    assert set(body) == {"isSuccess", "errorMsg", "errmsg", "errorCode", "data"}
