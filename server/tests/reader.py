"""A client as people use it: it has read what it changes, so that it sends the version of it."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from sqlalchemy import select
from starlette import testclient
from starlette.testclient import TestClient

httpx = testclient.httpx


class Straight(httpx.BaseTransport):  # type: ignore[name-defined]
    """Gives a whole request to the application and takes the whole answer: one turn of the event loop.

    The client's own transport streams, and hands over to the thread of the loop seven times for each request.
    """

    def __init__(self, client: TestClient, address: tuple[str, int]):
        self.client, self.address = client, address

    def handle_request(self, request: Any) -> Any:
        body, sent, given = request.read(), False, {"status": 500, "headers": []}
        parts: list[bytes] = []

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                await asyncio.Future()  # whoever asks again waits for the client to go away: it stays to the end
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                given.update(status=message["status"], headers=message.get("headers", []))
            elif message["type"] == "http.response.body":
                parts.append(bytes(message.get("body", b"")))

        async def answer() -> None:
            with suppress(Exception):  # the application answers 500 and raises; the answer is what a test looks at
                await self.client.app(self._scope(request), receive, send)

        if self.client.loop is not None:
            _carried_out_here(self.client.loop, answer())
        else:
            with self.client._portal_factory() as portal:
                portal.call(answer)
        content = b"" if request.method == "HEAD" else b"".join(parts)
        stream = httpx.ByteStream(content)
        return httpx.Response(given["status"], headers=given["headers"], stream=stream, request=request)

    def _scope(self, request: Any) -> dict[str, Any]:
        port = request.url.port or {"http": 80, "https": 443}[request.url.scheme]
        return {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(request.url.path),
            "raw_path": request.url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": request.url.scheme,
            "query_string": request.url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": self.address,
            "server": [request.url.host, port],
            "state": self.client.app_state.copy(),
        }


class Here:
    """In place of `anyio.to_thread`: carries a call out in the thread that asks, which has nothing else to do.

    To hand a request over to a thread and its answer back took a quarter of the time of a small call.
    """

    @staticmethod
    async def run_sync(fn: Callable[[], Any], limiter: Any) -> Any:
        async with limiter:
            loop = asyncio.get_running_loop()
            asyncio._set_running_loop(None)  # as in such a thread: what signs reports runs a loop of its own
            try:
                return fn()
            finally:
                asyncio._set_running_loop(loop)


def _carried_out_here(loop: asyncio.AbstractEventLoop, answer: Coroutine[Any, Any, None]) -> None:
    from tejian.kit.web import calls as web

    threads: Any = web.to_thread
    web.to_thread = Here  # type: ignore[assignment]
    try:
        loop.run_until_complete(answer)
    finally:
        web.to_thread = threads


class Reader(TestClient):
    """Sends the present version of the records that a call changes, where the test says none. Not when `blind`."""

    blind = False
    loop: asyncio.AbstractEventLoop | None = None  # one that runs in the thread of the test; else that of the portal

    def __init__(self, app: Any, client: tuple[str, int] = ("testclient", 50000), **how: Any):
        super().__init__(app, client=client, **how)
        if not how.get("raise_server_exceptions", True):
            self._transport = Straight(self, client)

    def request(self, method: str, url: Any, **how: Any) -> Any:
        where = next((n for n in ("json", "data", "params") if _is_form(how.get(n))), "")
        if where and not self.blind:
            how[where] = {**how[where], **self._read(str(url), how[where])}
        return super().request(method, url, **how)

    def _read(self, path: str, sent: Mapping[str, Any]) -> dict[str, list[int]]:
        from tejian.kit.ground.errors import BadInput
        from tejian.kit.web.edge import CALLS, open_session

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
