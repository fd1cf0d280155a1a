"""Two nodes and a replica over one database, and what happens when one of them dies: shown, not told.

    .venv/bin/python bench/cluster.py --data DIR [--port 8150]     # an own folder; the first run makes the demo city

Starts the embedded primary of DIR, a streaming replica, and two app nodes (own data folders, ports PORT and PORT + 1),
each with its web and job process, then checks one thing after another and prints a Markdown table. Exit code 1 when
anything is wrong. It writes: use a folder to throw away.
"""

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg
from foundation import ROOT, machine

from tejian.demo.journey import Journey, Person, Refusal
from tejian.ops import postgres, replica

STAT = "/api/eqdbase/eqdBasic/equmentStat"
WRITERS, WRITING = 3, 4.0  # threads, seconds before the kill
ROUNDS = 10  # statistics asked of each node
PROOF = "select count(*) from pg_stat_activity where application_name = 'tejian-replica' and state_change > %s"
SCANS = "select seq_scan + coalesce(idx_scan, 0) from pg_stat_user_tables where relname = 'equipment'"
DOING = "select coalesce(array_agg(distinct worker_id), '{}') from procrastinate_jobs where status = 'doing'"
SENT_ONCE = """
select count(*), count(g.key), coalesce(max(g.asked), 0) from sms s left join sms_gateway g on g.key = s.id
where s.createtime >= %s and s.template = 'SBDJ' and right(s.receiver, 4) not in ('0001', '0002', '0003')
"""


class Node:
    """An app node: a server of its own data folder over the common database."""

    def __init__(self, name: str, home: Path, port: int, shared: dict[str, str]):
        self.name, self.home, self.port, self.shared = name, home, port, shared
        self.url = f"http://127.0.0.1:{port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tejian.cli", "serve", "--port", str(self.port), "--workers", "1"]
        env = {**os.environ, **self.shared, "TEJIAN_DATA": str(self.home), "PYTHONPATH": str(ROOT / "server")}
        with (self.home / "serve.log").open("ab") as log:
            self.process = subprocess.Popen(command, env=env, stdout=log, stderr=log)

    def wait(self) -> None:
        def answers() -> bool:
            if self.process is None or self.process.poll() is not None:
                raise SystemExit(f"node {self.name} did not start, see {self.home}/serve.log")
            with suppress(OSError):
                return bool(urllib.request.urlopen(f"{self.url}/a/loginConfig", timeout=2).status == 200)
            return False

        until(answers, 300, f"node {self.name} answers")

    def kill(self) -> None:
        """The whole node at once, as when its machine loses power."""
        assert self.process is not None
        head = psutil.Process(self.process.pid)
        for one in [head, *head.children(recursive=True)]:
            with suppress(psutil.NoSuchProcess):
                one.send_signal(signal.SIGKILL)
        self.process.wait(20)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(60)


@dataclass
class Cluster:
    data: Path
    a: Node
    b: Node
    lines: list[tuple[str, bool, str]] = field(default_factory=list)
    run: str = field(default_factory=lambda: f"{int(time.time()):x}")

    @property
    def copy(self) -> Path:
        return self.data / "cluster" / "replica"

    def check(self, label: str, work: Callable[[], str]) -> None:
        """Carry a check out: it raises what is wrong and gives what was seen."""
        try:
            self.lines.append((label, True, work()))
        except (AssertionError, Refusal, OSError, psycopg.Error, LookupError) as wrong:
            self.lines.append((label, False, f"{type(wrong).__name__}: {wrong}".splitlines()[0][:160]))
        print(f"{'ok ' if self.lines[-1][1] else 'NO '} {label}: {self.lines[-1][2]}", file=sys.stderr, flush=True)

    def ask(self, statement: str, *values: Any, at: Path | None = None) -> Any:
        """One row of the primary, or of the database of another data folder, as the administrator."""
        with psycopg.connect(postgres.urls(at or self.data).admin, autocommit=True) as db:
            return db.execute(statement, values).fetchone()


def until(true: Callable[[], bool], seconds: float, what: str) -> float:
    """Wait for something; gives the seconds that it took."""
    begin = time.monotonic()
    while not true():
        assert time.monotonic() - begin < seconds, f"not within {seconds:.0f} s: {what}"
        time.sleep(0.05)
    return time.monotonic() - begin


def at(node: Node, person: Person) -> Person:
    """The same session, asking another node."""
    person.base = node.url
    return person


def sessions(c: Cluster) -> str:
    p = Person(c.a.url, "shouli")
    at(c.b, p).get("/api/home/todo")
    at(c.b, p).leave()
    try:
        at(c.a, p).get("/api/home/todo")
    except Refusal as said:
        return f"A 登录，B 可用；B 退出后 A 的下一次请求：{said}"
    raise AssertionError("the session still works at A")


def words(c: Cluster) -> str:
    changing, reading = Person(c.a.url, "sysadmin"), Person(c.b.url, "sysadmin")
    path = "/api/common/buss/dict/findAllDictListMap"
    row = changing.get("/api/system/dict/findList", type="C601", pageSize="1")["list"][0]
    shown = next(e for e in reading.get(path)["C601"] if e["value"] == row["value"])
    assert shown["label"] == row["label"]
    label, last = f"{row['label']}{c.run}", row
    for wanted in (label, row["label"]):
        loaded = changing.post("/api/system/dict/load", id=row["id"])["data"]
        last = changing.post("/api/system/dict/save", **{**loaded, "enabled": "1", "label": wanted})["data"]
        shown = next(e for e in reading.get(path)["C601"] if e["value"] == row["value"])
        assert shown["label"] == wanted == last["label"], f"B still shows {shown['label']}"
    return f"A 改为“{label}”，B 下一次请求即见；改回亦然"


@contextmanager
def stream(person: Person) -> Iterator[list[float]]:
    """The moments at which the message stream of a person told of something new."""
    heard: list[float] = []
    answer = person.web.open(f"{person.base}/message/stream?__sid={person.sid}", timeout=60)
    assert answer.readline() == b": ready\n"

    def listen() -> None:
        with suppress(OSError, ValueError, AttributeError):
            for line in answer:
                if line.startswith(b"event: message"):
                    heard.append(time.monotonic())

    threading.Thread(target=listen, daemon=True).start()
    time.sleep(1.0)  # the node listens on its own connection
    yield heard


def live(c: Cluster) -> str:
    """A declaration entered at A, arranged at B: the inspector is told at both, and both count the same."""
    journey = Journey(c.a.url, say=lambda _line: None)
    one, other = Person(c.a.url, "jianyan1"), Person(c.b.url, "jianyan1")

    def seen() -> list[tuple[Any, Any]]:
        work = [[(s["stepcode"], s["count"]) for s in p.get("/api/home/todo")["steps"]] for p in (one, other)]
        return [(w, p.get("/message/count")["unread"]) for w, p in zip(work, (one, other), strict=True)]

    clerk = Person(c.a.url, "shouli")
    device, unit = journey.a_lift(clerk)
    journey.declare(clerk, device, unit)
    journey.accept(at(c.b, clerk))
    before = seen()
    assert before[0] == before[1], f"before: {before}"
    with stream(one) as at_a, stream(other) as at_b:
        moved = time.monotonic()
        journey.arrange(Person(c.b.url, "diaodu"))
        until(lambda: bool(at_a and at_b), 10, "both streams tell of the task")
        late = max(at_a[0], at_b[0]) - moved
    after = seen()
    assert after[0] == after[1], f"after: {after}"
    assert after[0][0] != before[0][0] and after[0][1] > before[0][1], "the move changed no count"
    unread = f"未读 {before[0][1]} → {after[0][1]}"
    return f"B 安排任务，两端消息流均收到（含安排用时 {late * 1000:.0f} 毫秒），{unread}，待办一致"


def jobs(c: Cluster) -> str:
    workers = c.ask("select count(*) from procrastinate_workers where last_heartbeat > now() - interval '60 s'")[0]
    assert workers == 2, f"{workers} job workers"
    begin, sent = c.ask("select clock_timestamp()")[0], 0
    clerk = Person(c.a.url, "shouli")
    rows = clerk.get("/api/businesspro/appmain/findList", pageSize="120")["list"]
    running: set[int] = set()
    for row in rows:
        running.update(w for w in c.ask(DOING)[0] if w)
        with suppress(Refusal):  # a number that got its five of this hour
            clerk.post("/api/smssend/smsSend/sendSmsByTemplate", sendtype="SBDJ", datacode=row["appno"])
            sent += 1
        if sent == 60:
            break
    assert sent >= 20, f"only {sent} messages could be sent"
    spent = until(lambda: c.ask(SENT_ONCE, begin)[0] == c.ask(SENT_ONCE, begin)[1], 90, "all are handed in")
    count, handed, most = c.ask(SENT_ONCE, begin)
    assert most == 1, f"a message was handed in {most} times"
    assert len(running) == 2, f"{len(running)} job workers took part"
    return (
        f"A 提交 {sent} 条短信任务，两个任务进程都在执行，{handed}/{count} 条各交出 1 次（最后一条后 {spent:.1f} 秒）"
    )


def numbers(p: Person) -> dict[str, Any]:
    found: dict[str, Any] = p.get(STAT)
    found.pop("at")
    return found


def on_replica(c: Cluster, p: Person) -> tuple[bool, dict[str, Any]]:
    """The statistics, and whether the replica was asked for them."""
    since = c.ask("select clock_timestamp()", at=c.copy)[0]
    found = numbers(p)
    return c.ask(PROOF, since, at=c.copy)[0] > 0, found


def statistics(c: Cluster) -> str:
    """Both nodes ask the replica and only it, and it counts as the primary does."""
    assert c.ask("select pg_is_in_recovery()", at=c.copy)[0] and not c.ask("select pg_is_in_recovery()")[0]
    people = [Person(n.url, "yewu") for n in (c.a, c.b)]
    for node, p in zip("AB", people, strict=True):
        assert on_replica(c, p)[0], f"{node} did not ask the replica"
    here, there = c.ask(SCANS)[0], c.ask(SCANS, at=c.copy)[0]
    told = [numbers(p) for _ in range(ROUNDS) for p in people]
    until(lambda: c.ask(SCANS, at=c.copy)[0] >= there + len(told), 30, "the replica counts its scans")
    more = c.ask(SCANS)[0] - here
    assert more < len(told), f"the primary read the devices {more} times too"
    postgres.stop(c.copy)
    asked = numbers(people[0])
    postgres.ensure_running(c.copy)
    assert all(one == asked for one in told), "the primary counts otherwise"
    return f"{len(told)} 次都由副本读设备表（主库 {more} 次），与停副本后主库的回答逐格相同，共 {asked['total']} 台"


def without_replica(c: Cluster) -> str:
    """The replica stops under a stream of requests, is behind when it comes back, catches up and is used again."""
    people = [Person(n.url, "yewu") for n in (c.a, c.b)]
    until(lambda: all(on_replica(c, p)[0] for p in people), 30, "the replica is used")
    done, failed, ending = [0], [], threading.Event()

    def asking(p: Person) -> None:
        while not ending.is_set():
            try:
                numbers(p)
                done[0] += 1
            except (Refusal, LookupError) as wrong:
                failed.append(str(wrong))

    threads = [threading.Thread(target=asking, args=(p,)) for p in people]
    for t in threads:
        t.start()
    time.sleep(1)
    postgres.stop(c.copy)
    before = done[0]
    time.sleep(3)
    while_away = done[0] - before
    admin = Person(c.a.url, "sysadmin")
    add_word(c, admin, "away")
    postgres.ensure_running(c.copy)
    time.sleep(1)
    ending.set()
    for t in threads:
        t.join()
    assert while_away and not failed, f"{while_away} answered, {len(failed)} failed: {failed[:1]}"
    back = until(lambda: all(on_replica(c, p)[0] for p in people), 30, "the replica is used again")
    found = c.ask("select count(*) from sys_dict where value = %s", f"{c.run}-away", at=c.copy)[0]
    assert found == 1, "the replica lacks what was written meanwhile"
    return f"停副本 3 秒内 {while_away} 次统计由主库回答，失败 0；重启后追上，{back:.1f} 秒后重新使用"


def add_word(c: Cluster, p: Person, name: str) -> None:
    form = {"type": "C612", "value": f"{c.run}-{name}", "label": f"集群检查{name}", "sort": "9999", "enabled": "0"}
    p.post("/api/system/dict/save", **form)


def killed(c: Cluster) -> str:
    """A is killed in the middle of writes: what it said is saved is there, and B goes on."""
    said: list[str] = []
    tried: list[str] = []
    other = Person(c.b.url, "sysadmin")

    def write(n: int, p: Person) -> None:
        for k in range(100_000):
            name = f"{n}-{k}"
            tried.append(name)
            try:
                add_word(c, p, name)
            except (Refusal, OSError, ValueError):
                return
            except Exception:  # the connection broke within an answer
                return
            said.append(name)

    threads = [threading.Thread(target=write, args=(n, Person(c.a.url, "sysadmin"))) for n in range(WRITERS)]
    for t in threads:
        t.start()
    time.sleep(WRITING)
    assert all(t.is_alive() for t in threads), "a writer was refused before the kill"
    c.a.kill()
    broken = time.monotonic()
    other.get("/api/home/todo")
    add_word(c, other, "after")
    after = time.monotonic() - broken
    for t in threads:
        t.join(40)
    with psycopg.connect(postgres.urls(c.data).admin) as db:
        kept = {r[0] for r in db.execute("select value from sys_dict where value like %s", (f"{c.run}-%",))}
    missing = [name for name in said if f"{c.run}-{name}" not in kept]
    assert said and not missing, f"{len(missing)} of {len(said)} acknowledged writes are gone"
    extra = sum(f"{c.run}-{name}" in kept for name in set(tried) - set(said))
    assert extra <= WRITERS
    Person(c.b.url, "shouli").get("/api/home/todo")
    seen = f"SIGKILL 前 A 确认 {len(said)} 次写入，缺 0（另有 {extra} 次已存未及回答）"
    return f"{seen}；B {after * 1000:.0f} 毫秒内照常读写、登录"


def comes_back(c: Cluster) -> str:
    begin = time.monotonic()
    c.a.start()
    c.a.wait()
    Person(c.a.url, "shouli").get("/api/home/todo")
    return f"A 重新启动，{time.monotonic() - begin:.1f} 秒后登录可用"


CHECKS = {
    "会话跨节点有效，一处退出处处失效": sessions,
    "字典在一个节点修改，另一节点下一次请求即见": words,
    "消息流与待办数在两个节点都正确": live,
    "任务只执行一次": jobs,
    "统计由副本回答且与主库相同": statistics,
    "副本停止：统计改由主库回答，无一失败；恢复后重新使用": without_replica,
    "节点 A 断电：已确认的写入都在，B 继续": killed,
    "节点 A 重新加入": comes_back,
}


def free(port: int) -> None:
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", port)) == 0:
            raise SystemExit(f"port {port} is taken, choose another with --port")


def build(data: Path, port: int) -> Cluster:
    """The primary with the demo city, its replica, and two nodes that are not started yet."""
    home = data / "cluster"
    postgres.ensure_running(data)
    urls = postgres.urls(data)
    shared = {"DATABASE_URL": urls.app, "TEJIAN_OWNER_URL": urls.owner, "TEJIAN_FILES": str(data / "files")}
    env = {**os.environ, **shared, "TEJIAN_DATA": str(data), "PYTHONPATH": str(ROOT / "server")}
    subprocess.run([sys.executable, "-m", "tejian.cli", "prepare"], env=env, check=True, stdout=subprocess.DEVNULL)
    postgres.remove(home / "replica")
    replica.make(data, home / "replica")
    shared["TEJIAN_REPLICA_URL"] = postgres.ensure_running(home / "replica")
    nodes = []
    for n, name in enumerate("AB"):
        folder = home / name.lower()
        folder.mkdir(parents=True, exist_ok=True)
        if (data / "secret.key").exists():
            shutil.copy2(data / "secret.key", folder / "secret.key")
        shutil.copytree(data / "seal", folder / "seal", dirs_exist_ok=True)
        nodes.append(Node(name, folder, port + n, shared))
    return Cluster(data, nodes[0], nodes[1])


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="an own data folder, written to")
    arguments.add_argument("--port", type=int, default=8150)
    given = arguments.parse_args()
    where, data = machine(), given.data.absolute()
    for port in (given.port, given.port + 1):
        free(port)
    c = build(data, given.port)
    try:
        for node in (c.a, c.b):
            node.start()
        for node in (c.a, c.b):
            node.wait()
        until(lambda: c.ask("select count(*) from procrastinate_workers")[0] >= 2, 30, "both job workers")
        for label, work in CHECKS.items():
            c.check(label, lambda work=work: work(c))  # type: ignore[misc]
    finally:
        for node in (c.a, c.b):
            node.stop()
        postgres.remove(c.copy)
        postgres.stop(data)
    print(f"{where}\n\n| 检查 | 看到的 | |\n|---|---|---|")
    for label, good, seen in c.lines:
        print(f"| {label} | {seen} | {'合格' if good else '不合格'} |")
    return 0 if all(good for _, good, _ in c.lines) else 1


if __name__ == "__main__":
    sys.exit(main())
