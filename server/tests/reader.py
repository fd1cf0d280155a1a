"""A client as people use it: it has read what it changes, so that it sends the version of it."""

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from json import dumps
from typing import Any
from urllib.parse import unquote, urlencode

from sqlalchemy import select
from starlette import testclient
from starlette.testclient import TestClient

httpx = testclient.httpx


class Straight(httpx.BaseTransport):  # type: ignore[name-defined]
    """Gives a whole request to the application and takes the whole answer: one turn of the event loop's thread.

    The client's own transport streams, and hands over to that thread seven times for each request.
    """

    def __init__(self, client: TestClient, address: tuple[str, int]):
        self.client, self.address = client, address

    def handle_request(self, request: Any) -> Any:
        url = request.url
        scope = {
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "path": unquote(url.path),
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "server": [url.host, url.port or {"http": 80, "https": 443}[url.scheme]],
        }
        status, headers, content = self.turn(request.method, scope, request.read())
        stream = httpx.ByteStream(content)
        return httpx.Response(status, headers=headers, stream=stream, request=request)

    def turn(self, method: str, scope: dict[str, Any], body: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Status, headers and content of the answer."""
        sent, start = False, {"status": 500, "headers": []}
        parts: list[bytes] = []

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                await asyncio.Future()  # whoever asks again waits for the client to go away: it stays to the end
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                start.update(status=message["status"], headers=message.get("headers", []))
            elif message["type"] == "http.response.body":
                parts.append(bytes(message.get("body", b"")))

        whole = {"type": "http", "http_version": "1.1", "method": method, "root_path": "", "client": self.address}
        whole |= {"state": self.client.app_state.copy(), **scope}

        async def answer() -> None:
            with suppress(Exception):  # the application answers 500 and raises; the answer is what a test looks at
                await self.client.app(whole, receive, send)

        with self.client._portal_factory() as portal:
            portal.call(answer)
        return start["status"], start["headers"], b"" if method == "HEAD" else b"".join(parts)


PLAIN = re.compile(r"/api/[A-Za-z0-9/_.-]+")
SENT_PLAINLY = {"params", "data", "json", "headers", "files"}
HEAD = {"host": "testserver", "accept": "*/*", "user-agent": "testclient"}
FORM = "application/x-www-form-urlencoded"


def _is_plain(method: str, how: Mapping[str, Any]) -> bool:
    """Whether nothing of a general client is needed: no file, no cookie, no address to be worked out."""
    values = (how.get(n) for n in ("params", "data", "headers"))
    mappings = all(value is None or isinstance(value, Mapping) for value in values)
    return method in ("GET", "POST") and how.keys() <= SENT_PLAINLY and not how.get("files") and mappings


def _words(values: Mapping[str, Any] | None) -> bytes:
    return urlencode(httpx.QueryParams(values).multi_items()).encode() if values else b""


class Reader(TestClient):
    """Sends the present version of the records that a call changes, where the test says none. Not when `blind`."""

    blind = False

    def __init__(self, app: Any, client: tuple[str, int] = ("testclient", 50000), **how: Any):
        super().__init__(app, client=client, **how)
        self._straight = None if how.get("raise_server_exceptions", True) else Straight(self, client)
        if self._straight:
            self._transport = self._straight

    def request(self, method: str, url: Any, **how: Any) -> Any:
        where = next((n for n in ("json", "data", "params") if _is_form(how.get(n))), "")
        if where and not self.blind:
            how[where] = {**how[where], **self._read(str(url), how[where])}
        if self._straight and not self.cookies and PLAIN.fullmatch(str(url)) and _is_plain(method, how):
            return self._plainly(method, str(url), how)
        return super().request(method, url, **how)

    def _plainly(self, method: str, path: str, how: Mapping[str, Any]) -> Any:
        """The same as the general client sends, made without it: that takes longer than most calls do."""
        head = {**HEAD, **{name.lower(): value for name, value in (how.get("headers") or {}).items()}}
        body = _words(how.get("data"))
        if how.get("data"):
            head["content-type"] = FORM
        elif how.get("json") is not None:
            body = dumps(how["json"], ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
            head["content-type"] = "application/json"
        if body or method == "POST":
            head["content-length"] = str(len(body))
        scope = {"raw_path": path.encode(), "path": path, "scheme": "http", "query_string": _words(how.get("params"))}
        scope |= {"headers": [(n.encode(), v.encode()) for n, v in head.items()], "server": ["testserver", 80]}
        status, answered, content = self._straight.turn(method, scope, body)
        answer = httpx.Response(status, headers=answered, content=content)
        assert not answer.has_redirect_location, path
        if "set-cookie" in answer.headers:
            answer.request = httpx.Request(method, f"http://testserver{path}")
            self.cookies.extract_cookies(answer)
        return answer

    def _read(self, path: str, sent: Mapping[str, Any]) -> dict[str, list[int]]:
        from tejian.kit.edge import CALLS, open_session
        from tejian.kit.errors import BadInput

        said = CALLS[path].changes if path in CALLS else None
        if said is None or "version" in sent or sent.get("rows"):
            return {}
        try:
            keys = said.keys(sent)
        except BadInput:
            return {}
        name = next((n for n in said.by if sent.get(n)), "")
        known: dict[str, int] = {}
        with open_session() as db:
            for model in said.models if keys else ():
                for column in (said.column, model.id, getattr(model, name, None)):
                    if column is not None:
                        known |= {
                            str(k): v for k, v in db.execute(select(column, model.version).where(_in(column, keys)))
                        }
        absent = 0 if said.column is not None else 1
        return {"version": [known.get(key, absent) for key in keys]} if keys else {}


def _in(column: Any, keys: list[str]) -> Any:
    from sqlalchemy import String, cast

    return cast(column, String).in_([key.replace("\x00", "") for key in keys])


def _is_form(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value)
