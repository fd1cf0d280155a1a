"""The specification's calls: each has its path and method, and what is not built yet is not there by accident.

spec_calls.csv holds the calls of the groups session, common, message, sms, logging, void, attachment, layout,
custassess, application, business, print, equipment and charging, under the names that contract.md gives to the
unnamed ones.
A call is built by changing its `no` to `yes`. An upload by GET has no body, so that one stays `no`.
"""

import csv
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from tejian import areas
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.kit.web.edge import CALLS
from tejian.system.models.accounts import SysUser
from tests.conftest import Caller

areas.load()
GROUPS = {"session", "common", "message", "sms", "logging", "void", "attachment", "layout", "custassess"}
GROUPS |= {"application", "business", "print", "equipment", "unit", "charging"}


class SpecCall(NamedTuple):
    area: str
    method: str
    path: str
    built: str


@cache
def spec_calls() -> list[SpecCall]:
    with (Path(__file__).parent / "spec_calls.csv").open(newline="") as lines:
        return [SpecCall(**row) for row in csv.DictReader(lines)]


def answered(call: Caller, method: str, path: str) -> Any:
    """The answer to somebody who may do everything."""
    assert call.db is not None
    key = call.db.scalars(select(SysUser.id).where(SysUser.login == "sysadmin")).one()
    anybody = User(id=key, name="测试", scope="all", permissions=frozenset(PERMISSIONS))
    return call(path, _as=anybody, _method=method)


def test_the_table_is_whole() -> None:
    rows = spec_calls()
    assert {r.area for r in rows} == GROUPS
    assert {r.built for r in rows} == {"yes"}, "every call of the specification is built"
    assert len({(r.method, r.path) for r in rows}) == len(rows)
    assert not [r for r in rows if "{" in r.path or not r.path.startswith("/")]


@pytest.mark.parametrize("spec", [r for r in spec_calls() if r.built == "yes"], ids=lambda r: f"{r.method} {r.path}")
def test_a_built_call_answers_by_its_method_and_no_other(call: Caller, spec: SpecCall) -> None:
    assert spec.path in CALLS
    said = answered(call, spec.method, spec.path)
    assert said.status_code in (200, 401, 403, 422), said.text[:300]
    by_get = {r.path for r in spec_calls() if r.method == "GET" and r.built == "yes"}
    others = ["PUT", "DELETE"]
    if not CALLS[spec.path].reads and spec.path not in by_get:
        others.append("GET")
    for method in others:
        assert answered(call, method, spec.path).status_code == 405, method


def test_every_answer_has_the_envelope(call: Caller) -> None:
    for path in ("/a/loginConfig", "/api/user/info", "/api/appmain/saveAppMain", "/api/nothing/there"):
        body = answered(call, "POST", path).json() if "app" in path or "nothing" in path else call(path).json()
        assert {"isSuccess", "errorMsg", "errmsg", "errorCode", "data"} <= set(body), path
        assert body["errmsg"] == body["errorMsg"]
        assert body["isSuccess"] == (body["errorCode"] == "")
