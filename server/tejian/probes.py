"""What machines ask of a web process: whether it lives, whether it can work, and its figures.

/healthz   200 while the process answers
/readyz    200 when database, migration and file store are there, 503 with what is missing
/metrics   Prometheus text, for this machine itself (not through a proxy) or with the token of the installation

Every web process keeps its own counts and leaves them in <data>/metrics, so that whichever is asked gives the sum.
"""

import json
import logging
import os
import time
from bisect import bisect_left
from collections import Counter
from pathlib import Path

import anyio
from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tejian.kit.database import db
from tejian.kit.ground.likeness import alike
from tejian.kit.ground.ports import Port
from tejian.kit.web import answers

from . import settings
from .watch.health import api as health

log = logging.getLogger(__name__)
BOUNDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
BUCKETS = [f'tejian_request_seconds_bucket{{le="{bound}"}}' for bound in (*BOUNDS, "+Inf")]
LEAVE = 5.0  # seconds between two times that a process leaves its counts
FORWARDED = ("x-forwarded-for", "forwarded", "via", "x-real-ip")
LOOPBACK = ("127.0.0.1", "::1")


class Counts:
    """What a web process did: requests by status, and how long they took."""

    def __init__(self) -> None:
        self.values: Counter[str] = Counter()
        self.left = 0.0

    def add(self, status: int, seconds: float) -> None:
        self.values[f'tejian_requests_total{{status="{status}"}}'] += 1
        for name in BUCKETS[bisect_left(BOUNDS, seconds) :]:
            self.values[name] += 1
        self.values["tejian_request_seconds_count"] += 1
        self.values["tejian_request_seconds_sum"] += seconds  # type: ignore[assignment]
        if time.monotonic() - self.left > LEAVE:
            self.leave()

    def leave(self) -> None:
        """Write them down for the other processes; a count that cannot be written disturbs nobody."""
        self.left = time.monotonic()
        try:
            folder().mkdir(parents=True, exist_ok=True, mode=0o700)
            part = folder() / f".{os.getpid()}"
            part.write_text(json.dumps(self.values))
            part.replace(folder() / str(os.getpid()))
        except OSError as wrong:
            log.warning("counts: %s", wrong)


counts = Counts()
newest: Port[[], str] = Port("the migration that the database must stand at", lambda: "")  # '': it is not judged


def folder() -> Path:
    return settings.current().data_dir / "metrics"


class Counting:
    """Counts every answer and the time until its beginning."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                counts.add(message["status"], time.perf_counter() - begun)
            await send(message)

        await self.app(scope, receive, counted)


async def alive(request: Request) -> Response:
    return PlainTextResponse("ok")


def _missing() -> list[str]:
    missing, wanted = [], newest()
    try:
        assert db.engine is not None
        with db.engine.connect() as connection:
            if wanted and connection.scalar(text("select version_num from alembic_version")) != wanted:
                missing.append("migration")
    except Exception:
        log.warning("not ready: no database")
        missing.append("database")
    store = settings.current().files_dir
    if store is not None and not (
        os.access(store, os.W_OK) or (not store.exists() and os.access(store.parent, os.W_OK))
    ):
        missing.append("files")
    return missing


async def ready(request: Request) -> Response:
    missing = await anyio.to_thread.run_sync(_missing)
    return JSONResponse({"ready": not missing, "missing": missing}, 503 if missing else 200)


def _may_read(request: Request) -> bool:
    token = settings.current().metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token and alike(token, given):
        return True
    here = request.client is not None and request.client.host in LOOPBACK
    return here and not any(name in request.headers for name in FORWARDED)


def _figures() -> dict[str, float]:
    total: Counter[str] = Counter()
    counts.leave()
    for file in sorted(folder().glob("[0-9]*")):
        total.update(json.loads(file.read_text()))
    try:
        with db.new_session() as session:
            gauges = health.gauges(session)
        named = {f"{name}{{{labels}}}" if labels else name: n for (name, labels), n in gauges.items()}
        return {**total, **named, "tejian_database_up": 1}
    except Exception:
        log.warning("metrics without the database")
        return {**total, "tejian_database_up": 0}


async def metrics(request: Request) -> Response:
    if not _may_read(request):
        return answers.refusal_of(404, "页面不存在", "NOT_FOUND")
    figures = await anyio.to_thread.run_sync(_figures)
    lines, typed = [], ""
    for name in sorted(figures):
        family = name.split("{")[0]
        base = family.removesuffix("_bucket").removesuffix("_count").removesuffix("_sum")
        if base != typed:
            kind = "histogram" if base.endswith("_seconds") else "counter" if base.endswith("_total") else "gauge"
            lines.append(f"# TYPE {base} {kind}")
            typed = base
        lines.append(f"{name} {figures[name]:g}")
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4; charset=utf-8")


def routes() -> list[Route]:
    """The three addresses."""
    return [Route("/healthz", alive), Route("/readyz", ready), Route("/metrics", metrics)]
