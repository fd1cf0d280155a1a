"""Every good answer that a test receives has the shape that its call declares."""

import json
from functools import cache
from typing import Any

from pydantic import ConfigDict, TypeAdapter

EXACT = ConfigDict(extra="forbid", strict=True)  # inside the list; a shape by itself takes no other configuration


@cache
def _adapter(path: str) -> TypeAdapter[Any] | None:
    from tejian.kit.web.edge import CALLS, answer_of

    declared = answer_of(CALLS[path].fn) if path in CALLS else None
    return None if declared is None else TypeAdapter(list[declared], config=EXACT)  # type: ignore[valid-type]


def hold(path: str, answer: Any) -> None:
    """Raises when the data of an answer is not what its call says: a name too many or too few, another type."""
    if answer.status_code != 200 or not answer.headers.get("content-type", "").startswith("application/json"):
        return
    body = answer.json()
    adapter = _adapter(path.partition("?")[0]) if body.get("isSuccess") else None
    if adapter is not None:
        adapter.validate_json(json.dumps([body["data"]]))
