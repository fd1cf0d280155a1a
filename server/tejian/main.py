"""Builds the application: the only place that knows every area."""

import gc
import logging
import os
import sys
import tempfile
import threading
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tejian.kit.database import db, replica
from tejian.kit.files import blobs as files
from tejian.kit.files import s3
from tejian.kit.papers import pdf
from tejian.kit.seals import signing
from tejian.kit.web import answers, stream
from tejian.kit.web import calls as web

from . import areas, bindings, probes
from . import settings as tejian_settings

log = logging.getLogger(__name__)

HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"SAMEORIGIN",
    b"referrer-policy": b"same-origin",
}


def content_policy(tiles: str) -> bytes:
    """Where a page may take things from: this server, and the pictures below a map from where the installation says."""
    pictures = "/".join(tiles.split("/")[:3])
    return (
        f"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: {pictures};"
        " frame-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
    ).encode()


class SafeHeaders:
    """Puts the security headers on every answer."""

    def __init__(self, app: ASGIApp, tiles: str):
        self.app = app
        self.headers = HEADERS | {b"content-security-policy": content_policy(tiles)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                have = {k.lower() for k, _ in message["headers"]}
                message["headers"] = [*message["headers"], *((k, v) for k, v in self.headers.items() if k not in have)]
            await send(message)

        await self.app(scope, receive, marked if scope["type"] == "http" else send)


def use_files(settings: tejian_settings.Settings) -> None:
    """Open the file store that the settings name."""
    if settings.files_dir is not None:
        files.use(files.LocalStore(settings.files_dir))
        return
    files.use(files.S3Store(s3.place_of(settings.files, settings.s3_endpoint, settings.s3_region)))


def prepare_process() -> None:
    """What a process needs before it works with the areas: declarations, hooks, database, file store."""
    settings = tejian_settings.current()
    areas.load()
    bindings.bind()
    if db.engine is None:
        db.configure(settings.database_url)
        if settings.replica_url:
            replica.configure(settings.replica_url)
    use_files(settings)
    _keep_what_was_loaded()


# Objects that requests make before the collector looks at them, and how often those that stay are looked at again:
# soon, since a request waits for it as long as there is much to look at.
OFTEN = 10_000, 10, 1


def _keep_what_was_loaded() -> None:
    """The platform itself lives as long as its process: the collector looks at what requests make, not at it again."""
    gc.collect()
    gc.freeze()
    gc.collect()  # it learns that nothing is old yet: else it first waits until much is, and then takes 0.7 s for it
    gc.set_threshold(*OFTEN)
    gc.enable()


# Addresses of tools that this product does not have. A scanner gets 404, not the client's page.
NO_PAGES = {"docs", "redoc", "swagger", "swagger-ui", "openapi", "metrics", "actuator", "druid", "debug", "initCache"}
NO_PAGES |= {"admin", "console", "phpmyadmin", "server-status", "h2-console", "jolokia", "graphql", "cgi-bin"}


def is_no_page(path: str) -> bool:
    """Whether an address can be no page of the client: a hidden or named file, or a tool's address."""
    parts = [p for p in path.split("/") if p]
    return bool(parts) and (parts[0] in NO_PAGES or "." in parts[-1] or any(p.startswith(".") for p in parts))


def client_routes(dist: Path) -> list[Route | Mount]:
    """The built client: its files, and its page for every address that is not a file (history mode)."""
    page = dist / "index.html"

    async def index(request: Request) -> Response:
        if request.url.path.startswith(("/api/", "/a/")):
            return answers.refusal_of(404, "接口不存在", "NOT_FOUND")
        if request.method not in ("GET", "HEAD"):
            return answers.refusal_of(405, "请求方式不正确", "METHOD")
        name = request.url.path.lstrip("/")
        if name and "/" not in name and "." in name and (dist / name).is_file():
            return FileResponse(dist / name)
        if is_no_page(request.url.path):
            return answers.refusal_of(404, "页面不存在", "NOT_FOUND")
        if not page.exists():
            return Response("客户端尚未构建，请先运行 ./run", 503, media_type="text/plain; charset=utf-8")
        return FileResponse(page, headers={"Cache-Control": "no-cache"})

    routes: list[Route | Mount] = []
    if (dist / "assets").exists():
        routes.append(Mount("/assets", _Assets(directory=dist / "assets")))
    everything = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
    return [*routes, Route("/{path:path}", index, methods=everything)]


class _Assets(StaticFiles):
    """Hashed file names never change, so browsers may keep them for a year; the build has compressed them once."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        packed = Path(f"{full_path}.gz")
        gzip = "gzip" in Headers(scope=scope).get("accept-encoding", "") and packed.is_file()
        if gzip:
            full_path, stat_result = packed, packed.stat()
        answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        answer.headers["Vary"] = "Accept-Encoding"
        if gzip:
            answer.headers["Content-Encoding"] = "gzip"
        return answer


WARM_UP_AFTER = 1.5  # seconds
SWITCH = 0.001  # seconds: an export keeps a request of the same process waiting so long at each of its steps, not 5 ms


def warm_up() -> None:
    """Load fonts, document compiler and signing library once, so that the first report is as quick as the next."""
    made = pdf.render("task_sheet", {})
    with tempfile.TemporaryDirectory() as folder:
        signing.sign_pdf(made, signing.demo_certificates(Path(folder), "-"), reason="-")


def create_app() -> Starlette:
    """The application of one worker process."""
    prepare_process()
    sys.setswitchinterval(SWITCH)
    later = threading.Timer(WARM_UP_AFTER, warm_up)  # the first page comes first
    later.daemon = True
    later.start()

    async def broken(request: Request, wrong: Exception) -> Response:
        log.exception("outside a call: %s", request.url.path, exc_info=wrong)
        return answers.refusal_of(500, "系统异常，请联系管理员", "SYSTEM")

    dist = Path(tejian_settings.current().web_dist)
    return Starlette(
        routes=[*probes.routes(), *web.routes(), *stream.routes(), *client_routes(dist)],
        middleware=[Middleware(probes.Counting), Middleware(SafeHeaders, tiles=tejian_settings.current().map_tiles)],
        exception_handlers={Exception: broken},
    )
