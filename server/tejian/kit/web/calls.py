"""From a request of the web framework to a call of the edge, and its answer back."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import anyio
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, request_response
from starlette.types import ASGIApp, Receive, Scope, Send

from tejian.kit.database import audit, db, tries
from . import params
from .access import access
from tejian.kit.ground import trace
from tejian.kit.ground.user import User
from .answers import refusal, refusal_of
from .edge import CALLS, COOKIE, SECURE_COOKIE, Call, Caller, carry_out
from tejian.kit.ground.errors import Refused, TooMany
from tejian.kit.forms.form import private_names

# Threads of one process for calls that anybody may make: pages that are looked up, and files that are judged.
@dataclass(frozen=True)
class Room:
    """So many threads, and so many who stand before them: of one address, and altogether."""

    threads: int
    of_one: int
    in_line: int


ROOMS = {"anonymous": Room(1, 8, 60), "proving": Room(1, 3, 20)}
HASHING = 1  # calls of one process that work out password hashes at a time


def client_ip(request: Request) -> str:
    """The socket peer; a forwarded address counts only when the server itself sits behind a trusted proxy."""
    return request.client.host if request.client else ""


def cookie_of(request: Request) -> str:
    """The secret half of the session that the browser sent."""
    return request.cookies.get(SECURE_COOKIE if is_secure(request) else COOKIE, "")[:200]


def is_secure(request: Request) -> bool:
    """Whether the browser asked by HTTPS: an address is not taken apart for that."""
    return bool(request.scope["scheme"] == "https")


Limiter = Callable[[], anyio.CapacityLimiter]


class Line:
    """Who stands before a room: nobody fills it for the others. An address is a network of IPv6."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.standing: Counter[str] = Counter()

    @contextmanager
    def of(self, ip: str) -> Iterator[bool]:
        """Whether there is room in the line for one more of this address."""
        who = tries.address("", ip)
        if self.standing[who] >= self.room.of_one or self.standing.total() >= self.room.in_line:
            yield False
            return
        self.standing[who] += 1
        try:
            yield True
        finally:
            self.standing[who] -= 1
            if not self.standing[who]:
                del self.standing[who]


def endpoint(
    call: Call, limiter: Limiter, waiting: Limiter | None, line: Line | None = None
) -> Callable[[Request], Any]:
    """The web endpoint of a call; `waiting`: what it needs a place of before it may take a thread; `line`: where it
    stands when its body was read."""

    private = private_names(call.form)

    async def serve(request: Request) -> Response:
        start = time.perf_counter()
        users: list[User] = []
        status = 500
        try:
            answer = await answer_to(request, users)
            status = answer.status_code
            return answer
        finally:
            me = users[-1] if users else None
            access.count(call.path, me, client_ip(request), status, time.perf_counter() - start)

    async def answer_to(request: Request, users: list[User]) -> Response:
        if request.method not in (("GET", "POST") if call.get else ("POST",)):
            return refusal_of(405, "请求方式不正确", "METHOD")
        try:
            sent = await params.read(request, call.limit, private)
        except Refused as wrong:
            return refusal(wrong)
        sid = sent.pop("__sid", "")
        head = request.headers
        caller = Caller(
            path=call.path,
            secret=cookie_of(request),
            sid=sid[:200] if isinstance(sid, str) else "",
            ip=client_ip(request),
            agent=audit.one_line(head.get("user-agent", ""), 200),
            key=head.get("idempotency-key", "")[:100] or None,
            quiet=call.quiet,
            secure=is_secure(request),
            users=users,
        )
        with trace.under(db.new_id()) as number:
            with line.of(caller.ip) if line else nullcontext(True) as admitted:
                if not admitted:
                    return refusal(TooMany("同时查询的人太多，请稍后再试"))
                async with waiting() if waiting else nullcontext():
                    answer = await to_thread.run_sync(partial(carry_out, call, caller, sent), limiter=limiter())
        answer.headers["X-Request-Id"] = number
        return answer

    return serve


class _ByPath(BaseRoute):
    """Finds a call by its path at once: to go through hundreds of routes costs more than most calls.

    Every method reaches the call, which answers 405 in the envelope.
    """

    def __init__(self, apps: dict[str, ASGIApp]):
        self.apps = apps

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        app = self.apps.get(scope["path"]) if scope["type"] == "http" else None
        return (Match.FULL, {"endpoint": app}) if app else (Match.NONE, {})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await scope["endpoint"](scope, receive, send)


def routes() -> list[BaseRoute]:
    """One route to all registered calls."""
    places = {**{name: one.threads for name, one in ROOMS.items()}, "hashing": HASHING, "writing": max(1, db.threads() // 2), "all": db.threads()}
    limiters: dict[str, anyio.CapacityLimiter] = {}
    lines: dict[str, Line] = {}

    def limiter(name: str) -> anyio.CapacityLimiter:
        if name not in limiters:
            limiters[name] = anyio.CapacityLimiter(places[name])
        return limiters[name]

    def served(call: Call) -> Callable[[Request], Any]:
        # What writes may wait for a lock, and then half of the threads are left for what reads.
        room = call.room or ("hashing" if call.hashes else "")
        waiting = None if call.reads or room else partial(limiter, "writing")
        line = lines.setdefault(room, Line(ROOMS[room])) if room in ROOMS else None
        return endpoint(call, partial(limiter, room or "all"), waiting, line)

    return [_ByPath({path: request_response(served(call)) for path, call in CALLS.items()})]
