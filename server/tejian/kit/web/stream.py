"""Tells open browsers of news: one listening connection a process, handed on as server-sent events.

Whoever has news for users notifies the channel `tejian_message` with their keys, separated by commas.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterator

import anyio
import psycopg
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from . import answers, edge, calls as web
from tejian.kit.database import db

log = logging.getLogger(__name__)
BEAT = 25.0  # seconds between comments that keep proxies from closing the stream
MOST = 2000  # open streams of one process
OF_ONE = 12  # of one user: so many tabs and devices; the client asks by itself when it gets no stream


class Listener:
    """Hands notifications of the database to the streams of this process."""

    def __init__(self) -> None:
        self.waiting: dict[str, set[asyncio.Event]] = {}
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self.task is None or self.task.done():
            self.task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(db.url, autocommit=True) as connection:
                    await connection.execute("listen tejian_message")
                    async for note in connection.notifies():
                        for user in note.payload.split(","):
                            for event in self.waiting.get(user, ()):
                                event.set()
            except (psycopg.Error, OSError) as wrong:
                log.warning("message listener: %s", str(wrong).splitlines()[:1])
                await asyncio.sleep(3)

    @contextlib.contextmanager
    def of(self, user: str) -> Iterator[asyncio.Event]:
        event = asyncio.Event()
        self.waiting.setdefault(user, set()).add(event)
        try:
            yield event
        finally:
            self.waiting[user].discard(event)
            if not self.waiting[user]:
                del self.waiting[user]


listener = Listener()


async def who(request: Request) -> str:
    """The user of the stream: the same two-part session as any call, without counting as use."""
    caller = edge.Caller(
        path="/message/stream",
        secret=web.cookie_of(request),
        sid=request.query_params.get("__sid", "")[:200],
        ip=web.client_ip(request),
        agent="",
        quiet=True,
    )

    def find() -> str:
        with edge.open_session() as session:
            me = edge.identify(session, caller)
            return me.id if me and not me.held else ""

    return await anyio.to_thread.run_sync(find)


async def stream(request: Request) -> Response:
    """Server-sent events: `message` whenever there is a new one for this user."""
    user = await who(request)
    if not user:
        return answers.refusal_of(401, "登录已失效，请重新登录", "NO_SESSION")
    if len(listener.waiting.get(user, ())) >= OF_ONE or sum(len(s) for s in listener.waiting.values()) >= MOST:
        return answers.refusal_of(429, "连接过多，请稍后再试", "TOO_MANY")
    listener.start()

    async def events() -> AsyncIterator[bytes]:
        with listener.of(user) as event:
            yield b": ready\n\n"
            while not await request.is_disconnected():
                try:
                    await asyncio.wait_for(event.wait(), BEAT)
                    event.clear()
                    yield b"event: message\ndata: new\n\n"
                except TimeoutError:
                    yield b": beat\n\n"
                if await who(request) != user:  # logged out, ended, disabled: nothing more is told
                    return

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events(), media_type="text/event-stream", headers=headers)


def routes() -> list[Route]:
    """The one route of the stream."""
    return [Route("/message/stream", stream, methods=["GET"])]
