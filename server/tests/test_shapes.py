"""Answers have the shapes that their calls declare, and the client is told exactly these."""

from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from tejian import areas
from tejian.kit.ground.shapes import Page
from tejian.kit.web.edge import CALLS, answer_of
from tejian.system.accounts.api import UserInfo
from tests import shapes
from tests.conftest import Caller
from tests.test_declarations import everything
from tools import print_types

areas.load()
WALKED = (None, Page, UserInfo)  # the walk over the lists reads their pages, every login the account of the user
OPEN = sorted(path for path, c in CALLS.items() if c.reads and c.form is None and answer_of(c.fn) not in WALKED)


@pytest.mark.parametrize("path", OPEN)
def test_a_call_without_input_answers_in_its_shape(call: Caller, path: str) -> None:
    answer = call(path, _as=everything())  # the caller compares each answer with its shape
    assert answer.status_code in (200, 422), (path, answer.text[:300])  # some need more than nothing


@pytest.mark.parametrize("data", [{"unread": "1"}, {"unread": 1, "more": 2}, {}, None, [1]])
def test_an_answer_of_another_shape_is_found(data: Any) -> None:
    def answer(data: Any) -> Any:
        body = {"isSuccess": True, "data": data}
        return SimpleNamespace(status_code=200, headers={"content-type": "application/json"}, json=lambda: body)

    shapes.hold("/message/count", answer({"unread": 1}))
    with pytest.raises(ValidationError):
        shapes.hold("/message/count", answer(data))


def test_the_client_is_told_the_shapes_of_today() -> None:
    assert print_types.FILE.read_text() == print_types.printed()


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "integer"}, "number"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}, "(string | null)[]"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"$ref": "#/$defs/Row"}]}, "[string, Row]"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
        ({"enum": ["", "go"]}, "'' | 'go'"),
        ({"const": 1}, "1"),
        ({}, "unknown"),
    ],
)
def test_a_schema_is_written_as_a_type_of_the_client(schema: dict[str, Any], told: str) -> None:
    assert print_types.typed(schema) == told
