"""The calls keep to their description: inputs made from it (schemathesis) break none, and every answer is described.

`--examples N` makes N inputs for each operation; the seed is fixed, so a run finds what the last one found.
"""

import json
from functools import cache
from typing import Any

import hypothesis
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase
from schemathesis import Case
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian import areas
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.ground.user import User
from tejian.kit.web.edge import CALLS
from tejian.system.desk.description import described
from tejian.system.models.accounts import SysUser
from tests.conftest import Caller

areas.load()
FORM, FILES = "application/x-www-form-urlencoded", "multipart/form-data"
KNOWN = (Equipment, Unit, AppMain, AppBuss, SysUser)  # whose keys an id that says no more may be
ENDING = {"/a/Logout"}  # the account of the walk is no session


@cache
def description() -> Any:
    return json.loads(described())


@cache
def operations() -> dict[str, Any]:
    """The POST of every call."""
    schema = schemathesis.openapi.from_dict(description())
    return {one.ok().path: one.ok() for one in schema.get_all_operations() if one.ok().method == "post"}


@cache
def known() -> Any:
    """The parts of the description once for all validators: each its own copy takes three megabytes."""
    return jsonschema_rs.Registry([("urn:calls", {"components": moved(description()["components"])})])


def moved(schema: Any) -> Any:
    """With its references into the parts of the description."""
    return json.loads(json.dumps(schema).replace('"#/components', '"urn:calls#/components'))


@cache
def shape(path: str, status: str) -> Any:
    """What the description says of an answer, as a validator."""
    said = description()["paths"][path]["post"]["responses"]
    answer = said.get(status) or {"$ref": "#/components/responses/default"}
    if "$ref" in answer:
        answer = description()["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    schema = answer["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for(moved(schema), registry=known())


def real_keys(db: Session, path: str) -> list[str]:
    """Keys of records that a call may mean."""
    models = CALLS[path].changes.models if CALLS[path].changes else KNOWN  # type: ignore[union-attr]
    return [key for model in models for key in db.scalars(select(model.id).order_by(model.id).limit(2))]


def with_keys(body: Any, path: str, keys: list[str], number: int) -> Any:
    """Every other input means records that are there: made ids mean none, and then a call says no at once."""
    if not isinstance(body, dict) or number % 2 or not keys:
        return body
    changed = CALLS[path].changes
    names = {"id", "ids", *(changed.by[:1] if changed else ())} & set(body) | set(changed.by[:1] if changed else ())
    given = {name: keys[number // 2 % len(keys)] for name in names if name != "rows"}
    return {**{k: v for k, v in body.items() if k != "version"}, **given}


def send(call: Caller, me: User, path: str, body: Any) -> Any:
    call.user = me
    try:
        return call.client.post(path, json=body)
    finally:
        call.user = None


@pytest.mark.parametrize("path", sorted(CALLS.keys() - ENDING))
def test_made_inputs_are_answered_as_described(
    call: Caller, everything: User, db: Session, path: str, request: pytest.FixtureRequest
) -> None:
    if FILES in operations()[path].definition.raw["requestBody"]["content"]:
        pytest.skip("files are made by hand in archives/test_attachments.py")
    count, keys = iter(range(10_000)), real_keys(db, path)

    @hypothesis.seed(14)
    @hypothesis.settings(
        max_examples=request.config.getoption("--examples"),
        derandomize=False,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(case=operations()[path].as_strategy())
    def made(case: Case) -> None:
        body = case.body if isinstance(case.body, dict) else {}
        body = with_keys(body, path, keys, next(count))
        answer = send(call, everything, path, body)
        assert answer.status_code < 500 or answer.status_code == 507, (path, body, answer.text[:300])
        if not answer.headers.get("content-type", "").startswith("application/json"):
            assert answer.status_code == 200, (path, answer.status_code)
            return
        if path != "/api/openapi.json" or answer.status_code != 200:
            wrong = list(shape(path, str(answer.status_code)).iter_errors(answer.json()))
            assert not wrong, (path, body, answer.text[:300], wrong[0].message)

    made()


def test_every_call_is_described() -> None:
    paths = description()["paths"]
    assert paths.keys() == CALLS.keys()
    for path, call in CALLS.items():
        said = paths[path]["post"]
        assert said.get("x-permission") == call.may and ("security" in said) != call.public
        assert ("get" in paths[path]) <= call.get
        assert ("428" in said["responses"]) == (call.changes is not None)


def test_who_may_see_it_is_given_it(call: Caller) -> None:
    may = User(id="x", name="x", permissions=frozenset({"system:openapi:query"}))
    answer = call("/api/openapi.json", _method="GET", _as=may)
    assert answer.json()["openapi"] == "3.1.0" and "/api/appmain/saveAppMain" in answer.json()["paths"]
    poor = User(id="y", name="y", permissions=frozenset({"basic:unit:query"}))
    assert call("/api/openapi.json", _method="GET", _as=poor).status_code == 403
    assert call.get("/api/openapi.json").status_code == 401
