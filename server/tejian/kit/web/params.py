"""Reads query string and body as one set of names, with limits on size and shape."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import anyio
import orjson
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import ClientDisconnect, Request

from tejian.kit.files import blobs as files
from tejian.kit.ground.errors import BadInput, TooLarge, TooSlow

MAX_FIELDS = 5000
MAX_DEPTH = 6
BODY_SECONDS, SLOWEST = 20.0, 50_000  # a body may take so long, and longer by bytes a second of what it may hold


def nested(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Pairs as a tree: repeated names are lists, `a.b` is nested, `rows.0.x` is a list of objects, '' is dropped."""
    out: dict[str, Any] = {}
    for key, value in pairs:
        if value == "":
            continue
        if isinstance(value, str) and "\x00" in value:
            raise BadInput("参数含有无效字符")
        *path, last = key.removesuffix("[]").split(".")
        if len(path) >= MAX_DEPTH:
            raise BadInput("参数格式不正确")
        at = out
        for part in path:
            at = at.setdefault(part, {})
            if not isinstance(at, dict):
                raise BadInput("参数格式不正确")
        if last not in at:
            at[last] = value
        elif isinstance(at[last], list):
            at[last].append(value)
        elif isinstance(at[last], dict):
            raise BadInput("参数格式不正确")
        else:
            at[last] = [at[last], value]
    return {key: _lists(value) for key, value in out.items()}


def _lists(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    inner = {key: _lists(v) for key, v in value.items()}
    if inner and all(key.isdecimal() and len(key) < 6 for key in inner):
        return [inner[key] for key in sorted(inner, key=int)]
    return inner


def _no_empty(value: Any, depth: int = 0) -> Any:
    if depth > MAX_DEPTH:
        raise BadInput("参数格式不正确")
    if isinstance(value, Mapping):
        return {k: _no_empty(v, depth + 1) for k, v in value.items() if v is not None and v != ""}
    if isinstance(value, str) and "\x00" in value:
        raise BadInput("参数含有无效字符")
    return [_no_empty(v, depth + 1) for v in value] if isinstance(value, list) else value


async def _body(request: Request, limit: int) -> bytes:
    declared = request.headers.get("content-length")
    if declared and declared.isdecimal() and int(declared) > limit:
        raise TooLarge(f"提交内容过大，最多{_size(limit)}")
    parts, total = [], 0
    try:
        with anyio.fail_after(BODY_SECONDS + limit / SLOWEST):
            async for part in request.stream():
                total += len(part)
                if total > limit:
                    raise TooLarge(f"提交内容过大，最多{_size(limit)}")
                parts.append(part)
    except ClientDisconnect:
        raise BadInput("提交中断") from None
    except TimeoutError:
        raise TooSlow from None
    return b"".join(parts)


def _size(limit: int) -> str:
    return f"{limit // (1 << 20)} MB" if limit >= 1 << 20 else f"{limit // 1024} KB"


async def read(request: Request, limit: int, private: Collection[str] = ()) -> dict[str, Any]:
    """The parameters of a request; files stand in it as UploadFile. Raises TooLarge or BadInput.

    What is `private` (kit.forms.private) is refused in the address, which proxies and browsers write down.
    """
    pairs: list[tuple[str, Any]] = list(request.query_params.multi_items())
    if any(name.removesuffix("[]") in private for name, _ in pairs):
        raise BadInput("密码、口令、凭证不能写在地址里，请放在提交内容中")
    if request.method == "GET":
        return nested(pairs)
    body = await _body(request, limit)
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind == "application/json":
        try:
            sent = orjson.loads(body or b"{}")
        except orjson.JSONDecodeError:
            raise BadInput("提交内容不是有效的JSON") from None
        if not isinstance(sent, dict):
            raise BadInput("提交内容格式不正确")
        return {**nested(pairs), **_no_empty(sent)}
    if kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        request._body = body  # read once, with the limit; the parser takes it from here
        request._stream_consumed = False
        try:
            with files.room():  # the parser puts large parts on the disk
                form = await request.form(max_files=50, max_fields=MAX_FIELDS, max_part_size=limit)
        except (MultiPartException, HTTPException, ValueError, UnicodeDecodeError):
            raise BadInput("提交内容无法识别") from None
        pairs += [(k, v) for k, v in form.multi_items() if isinstance(v, str | UploadFile)]
        if len(pairs) > MAX_FIELDS:
            raise TooLarge("提交的字段过多")
    elif body:
        raise BadInput("提交内容的类型不支持")
    return nested(pairs)
