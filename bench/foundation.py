"""The first bench: how long the calls take that every day begins with, on a running server with the demo city.

    .venv/bin/python bench/foundation.py --url http://127.0.0.1:8000
    .venv/bin/python bench/foundation.py --data DIR --port 8140      # starts the server itself, and measures a restart

Prints a Markdown table: p50 and p95 of 200 requests one after another over one connection, their ratio to an empty
answer (/a/loginConfig) of the same run, and the limit. Exit code 1 when a limit is missed. The journey writes: it
carries one lift of the demo city through to its report.
"""

import argparse
import base64
import http.client
import json
import os
import platform
import signal
import statistics
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "server"))

from tejian.demo.accounts import PASSWORD  # noqa: E402
from tejian.demo.journey import Journey, Refusal  # noqa: E402
from tejian.kit.papers import pdf  # noqa: E402
from tejian.ops import own  # noqa: E402

ROUNDS, WARM_UP, SLOW_ROUNDS = 200, 20, 3
CROWD = 200  # people who log in at once
Watch = Callable[[], float]  # seconds of the clock, or of the processor
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


KEPT_ALIVE = 3.0  # seconds for which an idle connection is sure to be open


@dataclass
class Browser:
    """One kept connection with its cookie and session id."""

    host: str
    port: int
    cookie: str = ""
    sid: str = ""
    connection: http.client.HTTPConnection = field(init=False)
    used: float = 0.0

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection(self.host, self.port, timeout=30)

    def ask(self, path: str, form: Any = None, **query: str) -> bytes:
        """One request (POST when there is a form); raises when the answer is no success."""
        asked = urllib.parse.urlencode({**query, **({"__sid": self.sid} if self.sid else {})})
        body = urllib.parse.urlencode(form) if form is not None else None
        headers = {**(FORM if body is not None else {}), **({"Cookie": self.cookie} if self.cookie else {})}
        if time.monotonic() - self.used > KEPT_ALIVE:
            self.connection.close()  # the server has, or is about to
        self.connection.request("GET" if form is None else "POST", f"{path}?{asked}", body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        self.used = time.monotonic()
        if cookie := answer.getheader("set-cookie"):
            self.cookie = cookie.split(";")[0]
        if answer.status != 200 or (content[:1] == b"{" and b'"isSuccess":true' not in content[:30]):
            raise SystemExit(f"{path}: {answer.status} {content[:300].decode(errors='replace')}")
        return content

    def data(self, path: str, form: dict[str, str] | None = None, **query: str) -> Any:
        return json.loads(self.ask(path, form, **query))["data"]

    def login(self, name: str) -> None:
        user, word = (base64.b64encode(t.encode()).decode() for t in (name, PASSWORD))
        self.cookie = self.sid = ""
        said = self.ask("/a/login", {"username": user, "password": word, "loginType": "1", "randomNum": "1"})
        self.sid = json.loads(said)["sessionid"]


@dataclass(frozen=True)
class Line:
    """One measured thing. `limit` is for the p95 in milliseconds."""

    label: str
    p50: float
    p95: float
    limit: float | None = None
    note: str = ""

    def missed(self) -> bool:
        return self.limit is not None and self.p95 > self.limit


def measured(
    label: str,
    work: Callable[[], Any],
    limit: float | None = None,
    rounds: int = ROUNDS,
    watch: Callable[[], float] = time.perf_counter,
) -> Line:
    for _ in range(WARM_UP if rounds == ROUNDS else 2):
        work()
    times = []
    for _ in range(rounds):
        start = watch()
        work()
        times.append((watch() - start) * 1000)
    times.sort()
    return Line(label, statistics.median(times), times[int(len(times) * 0.95) - 1], limit)


def calls(host: str, port: int) -> list[Line]:
    """The everyday calls, the empty answer first."""
    empty, desk, door = Browser(host, port), Browser(host, port), Browser(host, port)
    lines = [measured("空回答 /a/loginConfig", lambda: empty.ask("/a/loginConfig"))]
    lines.append(measured("登录 /a/login", lambda: door.login("shouli"), 60))
    desk.login("shouli")
    lifts = "/api/eqd3000tpm/eqd3000tpm/"
    row = desk.data(lifts + "findListBy3000", pageSize="1")["list"][0]["id"]
    lines += [
        measured("菜单 /api/user/menuTree", lambda: desk.ask("/api/user/menuTree", {}), 60),
        measured("申报列表 findList", lambda: desk.ask("/api/businesspro/appmain/findList", pageSize="20"), 60),
        measured("电梯列表 findListBy3000", lambda: desk.ask(lifts + "findListBy3000", pageSize="20"), 60),
        measured(
            "电梯列表 按单位片段查询", lambda: desk.ask(lifts + "findListBy3000", useorgname="物业", pageSize="20"), 60
        ),
        measured("工作台 /api/home/todo", lambda: desk.ask("/api/home/todo", {}), 60),
        measured("设备档案 getDetailBy3000", lambda: desk.ask(lifts + "getDetailBy3000", {"id": row}), 60),
    ]
    return lines


def crowd(host: str, port: int) -> Line:
    """A list while 200 people log in at once: passwords are hashed beside it, not before it."""
    desk = Browser(host, port)
    desk.login("shouli")
    with ThreadPoolExecutor(CROWD) as pool:
        logins = [pool.submit(Browser(host, port).login, "shouli") for _ in range(CROWD)]
        times = []
        while not all(one.done() for one in logins):
            start = time.perf_counter()
            desk.ask("/api/businesspro/appmain/findList", pageSize="20")
            times.append((time.perf_counter() - start) * 1000)
        for one in logins:
            one.result()
    times.sort()
    return Line(f"申报列表，{CROWD} 人同时登录", statistics.median(times), times[int(len(times) * 0.95) - 1], 50)


def reports(watch: Watch = time.perf_counter) -> list[Line]:
    """Reports that were never laid out before, of six pages and of thirteen: other numbers and items each time."""
    sample = json.loads((ROOT / "server" / "tests" / "documents" / "samples" / "report.json").read_text())
    paper = sample["paper"]
    short = {**paper, "sections": [one for one in paper["sections"] if one["kind"] != "tables"]}
    items = next(one for one in paper["sections"] if one["kind"] == "items")
    long = {**paper, "sections": [*paper["sections"], items, items, items]}
    return [
        measured("检验报告 PDF（进程内，6 页）", fresh(sample | {"paper": short}), 60, 30, watch),
        measured("检验报告 PDF（进程内，13 页）", fresh(sample | {"paper": long}), 200, 30, watch),
    ]


def fresh(data: dict[str, Any]) -> Callable[[], bytes]:
    """Renders the report under another number and with other item numbers at every call."""
    text, number = json.dumps(data, ensure_ascii=False), count()

    def render() -> bytes:
        n = next(number)
        renamed = text.replace(data["reportno"], f"NBTD{n:09d}").replace("A1.", f"B{n}.")
        return pdf.render("report", json.loads(renamed))

    return render


def journeys(url: str) -> list[Line]:
    """Lifts from declaration to release: the whole, and the slowest single request; the best of three is judged."""
    spent, slowest = [], []
    for _ in range(SLOW_ROUNDS):
        walk = Journey(url, say=lambda _line: None)
        start = time.perf_counter()
        try:
            walk.walk()
        except Refusal as said:
            raise SystemExit(f"journey: {said}") from None
        spent.append((time.perf_counter() - start) * 1000)
        slowest.append(walk.slowest * 1000)
    return [best("主线一台电梯（16 步）", spent, 30_000), best("主线中最慢的请求", slowest, 300)]


def restarts(server: "Server") -> Line:
    """Stop and start again, until the first page."""
    times = []
    for _ in range(SLOW_ROUNDS):
        server.stop()
        times.append(server.start())
    return best("重启到第一页", times, 5000)


def best(label: str, times: list[float], limit: float) -> Line:
    """Few and long: on a machine shared with others the shortest says what the work costs."""
    return Line(f"{label}，{len(times)} 次中最短", statistics.median(times), min(times), limit)


class Server:
    """A server of our own on a data folder."""

    def __init__(self, data: str, port: int):
        self.data, self.port = data, port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Milliseconds until the first page came."""
        command = [sys.executable, "-m", "tejian.cli", "serve", "--data", self.data, "--port", str(self.port)]
        paths = os.pathsep.join(filter(None, (str(ROOT / "server"), os.environ.get("PYTHONPATH"))))
        start = time.perf_counter()
        self.process = subprocess.Popen(
            command, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while time.perf_counter() - start < 600:
            if self.process.poll() is not None:
                raise SystemExit("the server did not start; start it by hand to see why")
            with suppress(OSError, http.client.HTTPException):
                page = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
                page.request("GET", "/a/loginConfig")
                if page.getresponse().status == 200:
                    return (time.perf_counter() - start) * 1000
            time.sleep(0.02)
        raise SystemExit("the server gave no page in ten minutes")

    def stop(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)


def machine() -> str:
    """What it was measured on."""
    info = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    model = next((x.split(":")[1].strip() for x in info.splitlines() if x.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = os.getloadavg()[0]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        f"{datetime.now().astimezone():%Y-%m-%d %H:%M}，{model}，可用 {cores} 核，内存 {memory:.0f} GB，"
        f"Python {platform.python_version()}，测前其他任务的负载 {load:.1f}"
    )


def table(lines: list[Line], empty: float) -> str:
    out = ["| 项目 | p50 毫秒 | p95（或最短）毫秒 | 是空回答的几倍 | 上限 | |", "|---|---:|---:|---:|---:|---|"]
    for x in lines:
        limit = f"{x.limit:.0f}" if x.limit else "—"
        verdict = "" if x.limit is None else "超出" if x.missed() else "合格"
        out.append(f"| {x.label} | {x.p50:.1f} | {x.p95:.1f} | {x.p50 / empty:.1f} | {limit} | {verdict} |")
    return "\n".join(out)


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--url", default="http://127.0.0.1:8000", help="a running server with the demo city")
    arguments.add_argument("--data", help="start the server on this data folder instead")
    arguments.add_argument("--port", type=int, default=8140, help="the port of that server")
    given = arguments.parse_args()
    where, lines = machine(), []
    server = Server(given.data, given.port) if given.data else None
    url = f"http://127.0.0.1:{given.port}" if server else given.url.rstrip("/")
    try:
        if server:
            server.start()
            own.wait_until_whole(url)  # the first start of a new folder makes the demo city
            lines.append(restarts(server))
            time.sleep(3)  # documents and fonts are loaded in the background
        address = urllib.parse.urlsplit(url)
        lines += calls(address.hostname or "127.0.0.1", address.port or 80)
        lines.append(crowd(address.hostname or "127.0.0.1", address.port or 80))
        lines += journeys(url)
    finally:
        if server:
            server.stop()
    lines += reports()
    empty = next(x.p50 for x in lines if x.label.startswith("空回答"))
    print(f"{where}\n\n{table(lines, empty)}")
    return 1 if any(x.missed() for x in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
