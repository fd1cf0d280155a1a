"""Properties of every registered call: who is let in, by which method, no input breaks it (B01 B03 C05 C13)."""

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import pytest
from sqlalchemy import func, select

from tejian import areas
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.kit.web.edge import CALLS
from tests import shapes
from tests.conftest import Caller

from .conftest import holds_no_inside

areas.load()
CLOSED = sorted(p for p, c in CALLS.items() if not c.public)
NAMES = ["id", "ids", "appno", "seisn", "name", "q", "unitsysid", "version", "pageNo", "pageSize", "orderBy", "asOf"]
NAMES += ["viewNo", "type", "parentId", "attsysid", "attrefsysid", "owner", "equclass", "equclacode", "stepcode"]
NAMES += ["entity", "code", "value", "printType", "unit", "testsort", "seisort", "datacode", "reason", "year", "day"]
NAMES += ["equipment", "results", "rows", "columns", "search", "chedept", "inspectors", "instruments", "fileName"]
NASTY = [
    "' or '1'='1' -- $$;select pg_sleep(9);$$ \\'\"%s{0}{{7*7}}${7*7}<script>../../../../etc/passwd",
    "长" * 600,  # longer than any field takes
    "²",
    "-9223372036854775809",
    "NaN",
]
TYPED = [urlencode(dict.fromkeys(NAMES, nasty)) for nasty in NASTY]  # what all calls get is spelt once
SHAPES: list[Any] = [{"a": {"b": "c"}}, [{"id": "1"}, ["2"]], -(10**30)]


@pytest.mark.parametrize("path", CLOSED)
def test_no_text_and_no_shape_breaks_a_call(call: Caller, everything: User, path: str) -> None:
    for body in TYPED:
        holds_no_inside(form(call, everything, path, body))
    for shape in SHAPES:
        holds_no_inside(sent(call, everything, path, json=dict.fromkeys(NAMES, shape)))
    holds_no_inside(form(call, everything, path, "&".join(f"{n}=1&{n}=2" for n in NAMES)))


def sent(call: Caller, me: User, path: str, **what: Any) -> Any:
    call.user = me
    try:
        answer = call.client.post(path, **what)
        shapes.hold(path, answer)
        return answer
    finally:
        call.user = None


def form(call: Caller, me: User, path: str, body: str) -> Any:
    return sent(call, me, path, content=body.encode(), headers={"content-type": "application/x-www-form-urlencoded"})


@pytest.mark.parametrize(
    "body",
    [
        "id=1&id[]=2&id.x=3",
        "id.x=3&id=1",
        "equipment.%c2%b2.x=1&equipment.1.x=2",  # ² is a digit and no number
        "equipment.99999.x=1",
        "a..b=1&.=2&==&&",
        "%ff%fe=%ed%a0%80",
        "id=%00",
        "&".join(f"{'a.' * 5}{n}=1" for n in range(6000)),
    ],
)
def test_no_spelling_of_names_breaks_the_edge(call: Caller, everything: User, body: str) -> None:
    for path in ("/api/appmain/saveAppMain", "/api/unitbasic/load", "/api/appmain/voidSbdj"):
        holds_no_inside(form(call, everything, path, body))


def test_deep_json_is_refused(call: Caller, everything: User) -> None:
    for deep in ('{"id":' * 900 + "1" + "}" * 900, '{"id":' + "[" * 1000 + "]" * 1000 + "}"):
        said = sent(call, everything, "/api/unitbasic/load", content=deep, headers={"content-type": "application/json"})
        assert said.status_code == 422


def test_half_a_session_opens_nothing(call: Caller) -> None:
    """E05, A09: a foreign page sends the cookie but knows no __sid; an address alone has no cookie."""
    assert call.login("sysadmin")["isSuccess"]
    sid, call.sid = call.sid, ""
    for path in CLOSED:
        assert call(path).status_code == 401, path
        assert call.get(path).status_code in (401, 405), path
    call.client.cookies.clear()
    call.sid = sid
    for path in CLOSED:
        assert call(path).status_code == 401, path


def test_a_write_answers_to_no_other_method_and_no_override(call: Caller, everything: User) -> None:
    headers = {"X-HTTP-Method-Override": "POST", "X-Method-Override": "POST", "X-HTTP-Method": "POST"}
    for path, one in CALLS.items():
        if one.get:
            continue
        for method in ("GET", "PUT"):
            answer = call(path, _as=everything, _method=method, _headers=headers, _method_="POST", ids="x")
            assert (answer.status_code, answer.json()["errorCode"]) == (405, "METHOD"), path


def test_each_refused_right_leaves_one_line_in_the_security_log(call: Caller) -> None:
    poor = User(id="poor", name="无权限", ip="10.1.2.3", permissions=frozenset())
    counted = select(func.count()).select_from(SecurityLog).where(SecurityLog.kind == "越权访问")
    assert call.db is not None
    before = call.db.scalar(counted) or 0
    wanted = [c for c in CALLS.values() if c.may]
    for n, one in enumerate(wanted):  # nine of each account are told one by one
        assert call(one.path, _as=replace(poor, id=f"poor{n // 9}")).status_code == 403
    rows = call.db.scalars(
        select(SecurityLog).where(SecurityLog.kind == "越权访问", SecurityLog.user_id.startswith("poor"))
    ).all()
    assert (call.db.scalar(counted) or 0) - before == len(wanted) == len(rows)
    assert {(r.target, r.detail) for r in rows} == {(c.path, c.may) for c in wanted}
    assert {(r.result, r.user_name) for r in rows} == {("拒绝", "无权限")}


def test_a_refused_right_is_shown_by_its_name(call: Caller, everything: User) -> None:
    path = "/api/system/role/findList"
    code = CALLS[path].may
    assert (
        code
        and call(path, _as=User(id="poor", name="无权限", ip="10.1.2.3", permissions=frozenset())).status_code == 403
    )
    row = call("/api/system/securityLog/findList", _as=everything).json()["data"]["list"][0]
    assert (row["target"], row["detail"]) == (path, code)
    assert row["detailName"] == f"没有“{PERMISSIONS[code].label}”的权限"


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-java-serialized-object", "", "a/b;c"])
def test_other_kinds_of_bodies_are_not_read(call: Caller, everything: User, kind: str) -> None:
    call.user = everything
    for path in ("/api/appmain/saveAppMain", "/api/unitbasic/save", "/api/appbuss/approveReport"):
        said = call.client.post(path, content=b'{"ids":["x"],"name":"x"}', headers={"content-type": kind})
        assert said.status_code == 422, path
    call.user = None


@pytest.mark.parametrize(
    "table", ["sys_user", "sys_user,login,password_hash", "sys_user;--", "pg_shadow", "C602' or 1=1"]
)
def test_a_dictionary_is_a_known_one(call: Caller, everything: User, table: str) -> None:
    """C03: the caller names no table, column or condition."""
    more = {"table": "sys_user", "text": "login", "code": "password_hash", "filterSql": "1=1", "condition": "1=1"}
    for path in (
        "/api/common/dict/findDictList",
        "/api/common/dict/findDictItem",
        "/api/common/dict/findParentDictItem",
    ):
        said = call(path, _as=everything, type=table, value="1", **more)
        assert said.status_code in (200, 422) and not said.json()["data"], path
    known = call("/api/common/dict/findDictList", _as=everything, type="C637", **more).json()["data"]
    assert {"在用", "停用"} <= {e["label"] for e in known}


def test_wrong_shapes_store_nothing(call: Caller, everything: User) -> None:
    from tejian.archives.models.equipment import Equipment
    from tejian.archives.models.units import Unit
    from tejian.inspection.models.items import AppMain

    assert call.db is not None
    before = [call.db.scalar(select(func.count()).select_from(m)) for m in (AppMain, Unit, Equipment)]
    call.user = everything
    for path in ("/api/appmain/saveAppMain", "/api/unitbasic/save", "/api/eqdbase/eqdBasic/addEqm"):
        for shape in ({"name": {"$ne": ""}}, {"unitsysid": ["a", "b"]}, {"equipment": "x"}, {"equipment": {"0": 1}}):
            assert call.client.post(path, json=shape).status_code in (200, 422)
    call.user = None
    assert [call.db.scalar(select(func.count()).select_from(m)) for m in (AppMain, Unit, Equipment)] == before
