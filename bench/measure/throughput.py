"""Pages a second of one worker on one core, PostgreSQL on the other: the product's, and a bare function's.

The bare function does the two statements of the same page in the same event loop and thread pool, without session,
permission, words or envelope. What a page costs the worker in CPU is measured too: rates vary with the neighbours, by a
half within an hour. So the bars, which were set on a machine that gave the bare function REFERENCE pages a second, are
those of a machine as quick as this one is now; the rate itself is printed beside.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle

import psutil

from .common import ROOT, Line, Server
from .lists import ALL, LIFTS, in_process, statements

CLIENTS, SECONDS, PORT = 8, 8.0, 8151
REFERENCE = 1305.0  # pages a second of the bare function, full pages by the beginning of a code

BARE = """
import json, os, sys, threading
import anyio, orjson, psycopg
from anyio import to_thread
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
asked = json.load(open(sys.argv[2]))
OPTIONS = "-c timezone=Asia/Shanghai -c plan_cache_mode=force_custom_plan -c max_parallel_workers_per_gather=0"
local, limiters = threading.local(), []
def work(statements):
    link = getattr(local, "link", None)
    if link is None:
        link = local.link = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, options=OPTIONS)
    rows = [link.execute(sql, values).fetchall() for sql, values in statements]
    return orjson.dumps(rows, default=str)
async def page(request):
    if not limiters:
        limiters.append(anyio.CapacityLimiter(4))
    n = int(request.query_params["n"])
    statements = asked[n % len(asked)]
    return Response(await to_thread.run_sync(work, statements, limiter=limiters[0]), media_type="application/json")
app = Starlette(routes=[Route("/page", page)])
import uvicorn
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", access_log=False)
"""


@contextmanager
def pinned(command: list[str], environment: dict[str, str], core: int) -> Iterator[psutil.Process]:
    """A worker process on one core."""
    started = subprocess.Popen(["taskset", "-c", str(core), *command], env={**os.environ, **environment})
    process = psutil.Process(started.pid)
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                link = http.client.HTTPConnection("127.0.0.1", PORT, timeout=2)
                link.request("GET", "/a/loginConfig")
                link.getresponse().read()
                break
            except OSError:
                time.sleep(0.1)
        time.sleep(3)  # fonts and templates load beside the first pages
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        started.wait(30)


def answered(link: socket.socket) -> bytes:
    """A whole answer. The client costs as little as it can: it runs beside PostgreSQL."""
    held = link.recv(1 << 16)
    while b"\r\n\r\n" not in held:
        held += link.recv(1 << 16)
    head, rest = held.split(b"\r\n\r\n", 1)
    size = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    left = size - len(rest)
    while left > 0:
        left -= len(link.recv(min(left, 1 << 16)))
    return head


def rate(paths: list[str], cookie: str, process: psutil.Process) -> tuple[float, float]:
    """Pages a second with all clients, and CPU milliseconds of the worker for a page."""
    stop = threading.Event()
    failed: list[str] = []
    counts = [0] * CLIENTS

    def client(index: int) -> None:
        said = f"Host: bench\r\nCookie: {cookie}\r\n\r\n"
        mine = cycle([f"GET {p} HTTP/1.1\r\n{said}".encode() for p in (paths[index::CLIENTS] or paths)])
        with socket.create_connection(("127.0.0.1", PORT), timeout=30) as link:
            while not stop.is_set():
                link.sendall(next(mine))
                if not answered(link).startswith(b"HTTP/1.1 200"):
                    failed.append(paths[0])
                    return
                counts[index] += 1

    threads = [threading.Thread(target=client, args=(i,), daemon=True) for i in range(CLIENTS)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    begin, before, start = sum(counts), process.cpu_times(), time.perf_counter()
    time.sleep(SECONDS)
    done, after, spent = sum(counts) - begin, process.cpu_times(), time.perf_counter() - start
    stop.set()
    for thread in threads:
        thread.join(30)
    if failed:
        raise SystemExit(f"{failed[0]} was refused")
    cpu = after.user + after.system - before.user - before.system
    return done / spent, cpu * 1000 / max(1, done)


Case = tuple[str, str, list[dict[str, str]], float]


def cases(at: Server) -> list[Case]:
    with at.owner() as link:
        codes = link.execute(
            "select equcode from equipment where cheorgsysid = (select org_id from sys_user"
            " where login = 'yewu') and equdatasysid like 'f002%' order by md5(equdatasysid) limit 400"
        ).fetchall()
        names = link.execute(
            "select useorgname from equipment where equdatasysid like 'f002%' and equclass = '3000'"
            " order by md5(equdatasysid || 'unit') limit 400"
        ).fetchall()
    return [
        ("按代码前 12 位，多为满页并计数", ALL, [{"equcode": c[:12]} for (c,) in codes], 900),
        ("按代码前 13 位，几台", ALL, [{"equcode": c[:13]} for (c,) in codes], 900),
        ("按类别，含计数", LIFTS, [{}], 500),
        ("按单位名称中四字", LIFTS, [{"useorgname": n[2:6]} for (n,) in names], 7 * 30),
    ]


def load(script: Callable[[], tuple[float, float]]) -> tuple[float, float]:
    return max((script() for _ in range(3)), key=lambda found: found[0])


def lines(at: Server) -> list[Line]:
    """Both cases, the bare function right after the product's own worker."""
    out: list[Line] = []
    python, quick = sys.executable, 0.0
    for label, path, asked, limit in cases(at):
        call = in_process(at, "yewu")
        made = [statements(call, path, a, plain=True) for a in asked[:200]]
        environment = {"TEJIAN_DATA": str(at.data), "DATABASE_URL": at.urls.app, "TEJIAN_OWNER_URL": at.urls.owner}
        environment |= {"PYTHONPATH": str(ROOT / "server")}
        ours = [python, "-m", "uvicorn", "--factory", "tejian.main:create_app", "--port", str(PORT)]
        ours += ["--log-level", "warning", "--no-access-log"]
        with pinned(ours, environment, 0) as process:
            browser = Server(f"http://127.0.0.1:{PORT}", at.data, at.database).browser("yewu")
            query = [urllib.parse.urlencode(a) for a in asked]
            paths = [f"{path}?pageSize=20&__sid={browser.sid}&{q}" for q in query]
            product, cpu = load(partial(rate, paths, browser.cookie, process))
        with tempfile.NamedTemporaryFile("w", suffix=".json") as told:
            json.dump(made, told, default=str)
            told.flush()
            with pinned([python, "-c", BARE, str(PORT), told.name], environment, 0) as process:
                alone, bare_cpu = load(partial(rate, [f"/page?n={i}" for i in range(200)], "", process))
        quick = quick or min(1.0, alone / REFERENCE)  # of the first case, which the reference is of
        note = f"每页 CPU {cpu:.2f} ms；裸函数 {alone:.0f} 页/s、{bare_cpu:.2f} ms；上限 {limit:.0f} × 机器 {quick:.2f}"
        out.append(Line(f"单进程单核 {label}", product, "页/s", limit * quick, product / alone, "裸函数", note))
    return out
