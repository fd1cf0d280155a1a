"""From a request of the web framework to a call of the edge, and its answer back."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any

import anyio
from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, request_response
from starlette.types import ASGIApp, Receive, Scope, Send

from tejian.kit.database import audit, db
from . import params
from tejian.kit.ground import trace
from .answers import refusal, refusal_of
from .edge import CALLS, COOKIE, SECURE_COOKIE, Call, Caller, carry_out
from tejian.kit.ground.errors import Refused
from tejian.kit.forms.form import private_names

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


def endpoint(call: Call, limiter: Limiter, waiting: Limiter | None) -> Callable[[Request], Any]:
    """The web endpoint of a call; `waiting`: what it needs a place of before it may take a thread."""

    private = private_names(call.form)

    async def serve(request: Request) -> Response:
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
        )
        with trace.under(db.new_id()) as number:
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
    places = {"hashing": HASHING, "writing": max(1, db.threads() // 2), "all": db.threads()}
    limiters: dict[str, anyio.CapacityLimiter] = {}

    def limiter(name: str) -> anyio.CapacityLimiter:
        if name not in limiters:
            limiters[name] = anyio.CapacityLimiter(places[name])
        return limiters[name]

    def served(call: Call) -> Callable[[Request], Any]:
        # What writes may wait for a lock, and then half of the threads are left for what reads.
        waiting = None if call.reads or call.hashes else partial(limiter, "writing")
        return endpoint(call, partial(limiter, "hashing" if call.hashes else "all"), waiting)

    return [_ByPath({path: request_response(served(call)) for path, call in CALLS.items()})]
