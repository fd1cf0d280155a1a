"""The envelope of every answer, good or refused, as the contract writes it."""

from typing import Any

import orjson
from starlette.responses import Response

from tejian.kit.database import audit
from tejian.kit.ground.errors import Refused

JSON = "application/json; charset=utf-8"
NOT_KEPT = {"Cache-Control": "no-store"}  # answers hold personal data: no cache keeps them


def _json(body: dict[str, Any], status: int = 200) -> Response:
    return Response(orjson.dumps(body, default=str), status, NOT_KEPT, media_type=JSON)


def envelope(data: Any, **top: Any) -> bytes:
    """A good answer as bytes. Decimal is written as text with its decimals kept."""
    head = {"isSuccess": True, "errorMsg": "", "errmsg": "", "errorCode": "", "data": data}
    return orjson.dumps({**head, **top}, default=_default, option=orjson.OPT_PASSTHROUGH_DATETIME)


def _default(value: Any) -> Any:
    plain = audit.plain(value)
    return str(value) if plain is value else plain


def refusal(said: Refused) -> Response:
    body = {"isSuccess": False, "errorMsg": said.message, "errmsg": said.message, "errorCode": said.code, "data": None}
    return _json({**body, **said.extra}, said.status)


def refusal_of(status: int, message: str, code: str) -> Response:
    return _json({"isSuccess": False, "errorMsg": message, "errmsg": message, "errorCode": code, "data": None}, status)


def away() -> Response:
    answer = refusal_of(503, "数据库暂时无法连接，请稍后重试", "DB_AWAY")
    answer.headers["Retry-After"] = "3"
    return answer
