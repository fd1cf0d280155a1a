"""What is lost, doubled or missing when parts of the server die under eight writers.

    .venv/bin/python bench/faults.py --data DIR [--port 8160] [--seconds 30] [--seed S]

DIR is a folder of its own with a demo city (made when it is empty); it is written to. Each fault comes alone, then for
`--seconds` in an order that the printed seed decides. Prints Markdown; exit code 1 when an acknowledged write is gone,
stands twice, a legal number is missing, or (without --lost) somebody waited longer than the limit.

The clock is moved in the Python of the server (bench/faulty/clock), not in the database. A full store is a limit on
the size of files of the web processes (prlimit); a full disk of the database is one for PostgreSQL. The replica's death
is in bench/cluster.py.
"""

import argparse
import os
import random
import re
import resource
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg
from faulty import writers
from faulty.writers import Client, Ledger
from foundation import ROOT, machine

from tejian.demo.journey import Journey, Person
from tejian.ops import postgres
from tejian.ops.server import wait_until_ready

FULL = 15 << 20  # bytes; a piece of the database's log has 16 million
STARTED = 8.0  # seconds until a database that was killed serves again, at most
CALM, SETTLED = 2.0, 30.0  # seconds before a fault; at most until all writers were acknowledged after it
HEAD = "\n| 故障 | 期间确认 | 期间拒绝 | 最长写（秒） | 最长读（秒） | 上限（写） | |\n|---|--:|---|--:|--:|--:|---|"
KINDS = ("word", "declaration", "file", "step")
HALF_READ = b"POST /api/system/dict/save HTTP/1.1\r\nHost: x\r\nContent-Length: 400\r\n\r\ntype=C6"
NEVER = ("系统异常", "登录已失效")  # no fault is a reason to be told so
NUMBERS = {
    "申报单号": ("appmain", "appno", 4),
    "业务流水号": ("appbuss", "seisn", 6),
    "报告编号": ("appbuss", "reportno", 5),
}
KEPT = {
    "word": "select value from sys_dict where value like %s",
    "declaration": "select inscontactname from appmain where inscontactname like %s",
    "file": "select name from attachment where name like %s",
}


@dataclass
class Bench:
    """The server under test and all that is known of it."""

    data: Path
    port: int
    chance: random.Random
    ledger: Ledger = field(default_factory=Ledger)
    server: psutil.Process | None = None
    run: str = field(default_factory=lambda: f"{int(time.time()):x}")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def clock(self) -> Path:
        return self.data / "shifted-clock"

    def ask(self, statement: str, *values: Any) -> list[Any]:
        with psycopg.connect(postgres.urls(self.data).admin, autocommit=True) as db:
            return db.execute(statement, values).fetchall()

    def children(self, command: str) -> list[psutil.Process]:
        """The web or job processes."""
        assert self.server is not None
        with suppress(psutil.Error):
            return [c for c in self.server.children() if f" {command}" in " ".join(c.cmdline())]
        return []


Held = Iterator[None]


def nothing(b: Bench) -> Held:
    """What the machine can do today."""
    yield


def kill_web(b: Bench) -> Held:
    b.chance.choice(b.children("web")).kill()
    yield


def kill_jobs(b: Bench) -> Held:
    for one in b.children("worker"):
        one.kill()
    yield


def kill_database(b: Bench) -> Held:
    psutil.Process(postgres.status(b.data).pid or 0).kill()
    yield


def kill_backend(b: Bench) -> Held:
    """One process of the database, as when memory runs out: PostgreSQL starts all others anew."""
    row = b.ask("select pid from pg_stat_activity where application_name = 'tejian' and state <> 'disabled'")
    psutil.Process(b.chance.choice(row)[0]).kill()
    yield


def files_up_to(process: psutil.Process, size: str) -> None:
    """Limit the files of a process, as the account that it runs under: in a container root may not do it for others."""
    own: dict[str, Any] = {}
    if os.geteuid() == 0:
        own = {"user": process.uids().real, "group": process.gids().real, "extra_groups": []}
    subprocess.run(["prlimit", f"--pid={process.pid}", f"--fsize={size}:unlimited"], check=True, **own)


def fill_store(b: Bench) -> Held:
    """No file may grow beyond 200 KB: the large pictures find the store full."""
    for one in b.children("web"):
        files_up_to(one, str(200 << 10))
    yield
    for one in b.children("web"):
        files_up_to(one, "unlimited")


def fill_database(b: Bench) -> Held:
    """The disk of the database is full: what the platform starts may write no piece of its log to the end."""
    assert b.server is not None
    b.ask("select pg_switch_wal()")
    b.server.rlimit(psutil.RLIMIT_FSIZE, (FULL, resource.RLIM_INFINITY))
    psutil.Process(postgres.status(b.data).pid or 0).kill()
    end = time.monotonic() + STARTED
    while time.monotonic() < end:
        try:
            b.ask("select pg_switch_wal()")  # once it serves again: the end of the piece is beyond what it may have
        except psycopg.OperationalError:
            time.sleep(0.1)
        except psycopg.Error:
            break
    yield
    b.server.rlimit(psutil.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    with suppress(psutil.Error):  # what still runs was started without space
        psutil.Process(postgres.status(b.data).pid or 0).kill()


def hold_lock(b: Bench) -> Held:
    """Somebody holds the table of declarations against all who write it."""
    with psycopg.connect(postgres.urls(b.data).admin) as db:
        db.execute("lock table appmain in exclusive mode")
        yield


def move_clock(seconds: int) -> Callable[[Bench], Held]:
    def move(b: Bench) -> Held:
        b.clock.write_text(str(seconds))
        yield
        b.clock.write_text("0")

    return move


def reset_clients(b: Bench) -> Held:
    """Requests are cut off in the middle, and a quarter of the writers' before the answer is read."""
    b.ledger.losing = 0.25
    for _ in range(60):
        with suppress(OSError), socket.create_connection(("127.0.0.1", b.port), timeout=2) as half:
            half.send(HALF_READ[: b.chance.randrange(1, len(HALF_READ))])
            half.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    yield
    b.ledger.losing = 0.0


@dataclass(frozen=True)
class Fault:
    """`limit`: how long a write may wait; `reading`: how long a list may; `hold`: how long the fault stands."""

    label: str
    inflict: Callable[[Bench], Held]
    hold: float
    limit: float
    reading: float
    spared: tuple[str, ...] = ("step", "file")  # kinds not judged: reports and pictures are work of seconds themselves


FAULTS = [
    Fault("没有故障", nothing, 4, 2, 2),
    Fault("杀死一个网页进程", kill_web, 3, 2, 2),
    Fault("杀死任务进程", kill_jobs, 3, 2, 2),
    Fault("杀死数据库", kill_database, 3, 8, 8),
    Fault("杀死数据库的一个进程", kill_backend, 3, 8, 8),
    Fault("附件存储写满", fill_store, 4, 2, 2),
    Fault("数据库磁盘写满，重启后仍满", fill_database, 4, 30, 30),
    Fault("申报表被锁住 5 秒", hold_lock, 5, 2, 2, tuple(KINDS)),
    Fault("时钟拨快一小时", move_clock(3600), 4, 2, 2),
    Fault("时钟拨慢一小时", move_clock(-3600), 4, 2, 2),
    Fault("客户端断开、收不到回答", reset_clients, 4, 2, 2),
]


@dataclass
class Seen:
    """What one fault did."""

    fault: Fault
    saved: int
    refused: dict[str, int]
    longest: float
    reading: float
    broken: list[str]

    @property
    def good(self) -> bool:
        return self.longest <= self.fault.limit and self.reading <= self.fault.reading and not self.broken

    def line(self) -> str:
        words = "；".join(f"{text} ×{n}" for text, n in sorted(self.refused.items())) or "—"
        cells = [self.fault.label, str(self.saved), words, f"{self.longest:.1f}", f"{self.reading:.1f}"]
        cells += [f"{self.fault.limit:.0f}", "合格" if self.good else f"不合格 {'；'.join(self.broken)}"]
        return f"| {' | '.join(cells)} |"


def strike(b: Bench, fault: Fault) -> Seen:
    """One fault, and what everybody was told while it stood and until all were well again."""
    begin = time.monotonic()
    with contextmanager(fault.inflict)(b):
        time.sleep(fault.hold)
    end = time.monotonic()
    broken = [] if well(b, end) else ["有人再没有得到回答"]
    wishes = b.ledger.within(begin, end)
    refused: dict[str, int] = {}
    for one in wishes:
        if one.fate == "refused":
            text = re.sub(r"[\d.]+ ?(秒|分钟)", "…", one.words)[:40]
            refused[text] = refused.get(text, 0) + 1
        if any(word in one.words for word in NEVER):
            broken = sorted({*broken, one.words[:40]})
    spans = [(w.ended or time.monotonic()) - w.begun for w in wishes if w.kind not in fault.spared]
    reads = [(e - s, words) for s, e, words in list(b.ledger.reads) if s < end and e > begin]
    longest = max((span for span, _ in reads), default=0.0)
    return Seen(fault, sum(w.fate == "saved" for w in wishes), refused, max(spans, default=0.0), longest, broken)


def well(b: Bench, since: float) -> bool:
    """Whether every kind of writer, and the reader, was served by requests begun after `since`."""
    deadline = time.monotonic() + SETTLED
    while time.monotonic() < deadline:
        kinds = {w.kind for w in list(b.ledger.wishes) if w.begun > since and w.fate == "saved"}
        if kinds >= set(KINDS[:3]) and any(s > since and not wrong for s, _, wrong in list(b.ledger.reads)):
            return True
        time.sleep(0.05)
    return False


def judge(b: Bench, highest: dict[str, dict[str, int]]) -> dict[str, list[str]]:
    """Acknowledged and gone; standing twice; numbers that were passed over."""
    lost: list[str] = []
    doubled: list[str] = []
    for kind, query in KEPT.items():
        names = [r[0] for r in b.ask(query, f"{b.run}-%")]
        lost += [w.name for w in b.ledger.wishes if w.kind == kind and w.fate == "saved" and w.name not in names]
        doubled += sorted({n for n in names if names.count(n) > 1})
    gaps = []
    for label, after in series(b).items():
        there: dict[str, set[int]] = {}
        for head, number in every_number(b, label):
            there.setdefault(head, set()).add(number)
        for head, value in after.items():
            missing = set(range(highest.get(label, {}).get(head, 0) + 1, value + 1)) - there.get(head, set())
            gaps += [f"{label} {head}{n}" for n in sorted(missing)]
    return {"丢失": lost, "重复": doubled, "缺号": gaps}


def every_number(b: Bench, label: str) -> list[tuple[str, int]]:
    table, column, digits = NUMBERS[label]
    rows = b.ask(f"select {column} from {table} where {column} <> ''")
    return [(n[:-digits], int(n[-digits:])) for (n,) in rows if n[-digits:].isdecimal()]


def series(b: Bench) -> dict[str, dict[str, int]]:
    """The highest number of each series; what the counters say counts too, so a number lost at the end shows."""
    out: dict[str, dict[str, int]] = {}
    for label in NUMBERS:
        for head, number in every_number(b, label):
            highest = out.setdefault(label, {})
            highest[head] = max(highest.get(head, 0), number)
    for period, value in b.ask("select period, value from counter where series = 'appno'"):
        head = f"SB{period}"
        if head in out["申报单号"]:
            out["申报单号"][head] = max(out["申报单号"][head], value)
    return out


@contextmanager
def serving(b: Bench) -> Iterator[None]:
    """The server, its clock in our hands."""
    b.data.mkdir(parents=True, exist_ok=True)
    b.clock.write_text("0")
    path = os.pathsep.join([str(ROOT / "bench" / "faulty" / "clock"), str(ROOT / "server")])
    env = {**os.environ, "PYTHONPATH": path, "SHIFTED_CLOCK": str(b.clock)}
    command = [sys.executable, "-m", "tejian.cli", "serve", "--port", str(b.port), "--data", str(b.data)]
    with (b.data / "faults.log").open("ab") as log:
        process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    b.server = psutil.Process(process.pid)
    try:
        if not wait_until_ready(b.url, 900, lambda: process.poll() is not None):
            raise SystemExit(f"the server did not start, see {b.data}/faults.log")
        yield
    finally:
        process.terminate()
        process.wait(90)


def draft(b: Bench) -> dict[str, Any]:
    """A declaration for a lift that is due, as a form; not submitted, so it can be saved many times."""
    journey = Journey(b.url, lambda _line: None)
    device, unit = journey.a_lift(Person(b.url, "shouli"))
    form = {"seisort": "02", "testsort": "0211", "unitsysid": unit["id"], "INSCONTACTTEL": "13805740000"}
    return {**form, "reportget": "03", "equipment": [{"equdatasysid": device["equdatasysid"]}]}


def crowd(b: Bench, done: list[str]) -> list[threading.Thread]:
    """Eight writers and a reader."""
    form = draft(b)
    first = Client(b.port, "shouli", b.ledger, 0)
    record = first.ask("/api/appmain/saveAppMain", form)[1]["data"]["main"]["id"]

    def client(login: str, number: int) -> Client:
        return Client(b.port, login, b.ledger, b.chance.randrange(1 << 30) + number)

    work: list[tuple[Callable[..., None], tuple[Any, ...]]] = []
    work += [(writers.words, (b.run, client("sysadmin", n), n)) for n in range(3)]
    work += [(writers.declarations, (b.run, client("shouli", n), n, form)) for n in range(3)]
    work += [(writers.files, (b.run, client("shouli", 0), 0, record))]
    work += [(writers.journeys, (b.run, b.url, b.ledger, b.port, 0, done))]
    work += [(writers.reader, (client("yewu", 0),))]
    threads = [threading.Thread(target=fn, args=given, daemon=True) for fn, given in work]
    for one in threads:
        one.start()
    return threads


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="an own data folder, written to")
    arguments.add_argument("--port", type=int, default=8160)
    arguments.add_argument("--seconds", type=float, default=30, help="of faults in random order")
    arguments.add_argument("--seed", type=int, default=int(time.time()))
    arguments.add_argument("--only", default="", help="faults whose name holds this")
    arguments.add_argument(
        "--lost", action="store_true", help="each fault once, judged only by what is lost (./test --drill)"
    )
    given = arguments.parse_args()
    seconds = 0 if given.lost else given.seconds
    where, b = machine(), Bench(given.data.absolute(), given.port, random.Random(given.seed))
    print(f"seed {given.seed}\n{where}\n", flush=True)
    done: list[str] = []
    with serving(b):
        highest = series(b)
        threads = crowd(b, done)
        well(b, time.monotonic())
        seen = [one for fault in FAULTS if given.only in fault.label for one in [struck(b, fault)]]
        until = time.monotonic() + seconds
        random_order = []
        while time.monotonic() < until:
            random_order.append(struck(b, b.chance.choice(FAULTS), b.chance.random() * CALM))
        b.ledger.ending.set()
        for one in threads:
            one.join(writers.PATIENCE + 10)
        wrong = judge(b, highest)
    counted = {fate: sum(w.fate == fate for w in b.ledger.wishes) for fate in ("saved", "refused", "doubt")}
    print(HEAD)
    print("\n".join(one.line() for one in seen))
    print(f"\n随机次序 {seconds:.0f} 秒：{' → '.join(one.fault.label for one in random_order) or '—'}")
    print("\n".join(one.line() for one in random_order if not one.good))
    print(f"\n确认 {counted['saved']}，拒绝 {counted['refused']}，没有下文 {counted['doubt']}；走完 {len(done)} 件")
    print(
        "\n".join(f"{name} {len(found)}{'：' if found else ''}{'、'.join(found[:8])}" for name, found in wrong.items())
    )
    slow = [] if given.lost else [one for one in [*seen, *random_order] if not one.good]
    return 1 if any(wrong.values()) or slow or not counted["saved"] else 0


def struck(b: Bench, fault: Fault, calm: float = CALM) -> Seen:
    time.sleep(calm)
    one = strike(b, fault)
    print(one.line(), file=sys.stderr, flush=True)
    return one


if __name__ == "__main__":
    sys.exit(main())
