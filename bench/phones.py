"""Phones of inspectors on a running platform: the pack, and many devices handing in at once.

    .venv/bin/python bench/phones.py --port 8723 [--devices 200] [--logins jianyan1,jianyan2]

The platform is one with the demo city, and one of its own: each device is noted, each operation is stored (the
confirmed arrival at a job of the account, which writes nothing into a record). Prints a Markdown table with the
figures of the goals (pack ≤ 2 s for 48 jobs; 200 devices ≤ 30 s, p95 of a call ≤ 300 ms) and whether each was met;
the goal of a pack is taken by the job, for a demo account has as many jobs as it has. Exit code 1 when one is missed.
"""

import argparse
import json
import statistics
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "server")]

from foundation import Browser, machine  # noqa: E402

JOBS, PACK = 48, 2000.0  # so many jobs, in so many milliseconds
ALL, CALL = 30.0, 300.0  # seconds for all devices; milliseconds of a call, p95
EACH = 20  # operations of a device
ROUNDS = 5


class Phone(Browser):
    """A device of an account."""

    device: str = ""

    def tell(self, path: str, **form: Any) -> Any:
        """A call as the phone makes it, in JSON; raises when it is refused."""
        if time.monotonic() - self.used > 3:
            self.connection.close()
        body = json.dumps({"device": self.device, "name": "bench", "app": "1.0.0", **form})
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        self.connection.request("POST", f"/api/pda/{path}?__sid={self.sid}", body, headers)
        answer = json.loads(self.connection.getresponse().read())
        self.used = time.monotonic()
        if not answer["isSuccess"]:
            raise SystemExit(f"{path}: {answer['errorMsg']}")
        return answer["data"]


def phone(host: str, port: int, login: Browser) -> Phone:
    made = Phone(host, port)
    made.connection.timeout = 300
    made.cookie, made.sid, made.device = login.cookie, login.sid, f"bench-{uuid.uuid4().hex[:20]}"
    return made


def packs(host: str, port: int, login: Browser) -> tuple[list[dict[str, Any]], float, float]:
    """The jobs of an account; milliseconds of its first pack, and of one in which nothing is new."""
    whole, same = [], []
    jobs: list[dict[str, Any]] = []
    for _ in range(ROUNDS):
        own = phone(host, port, login)
        start = time.perf_counter()
        jobs = own.tell("pack", have={})["jobs"]
        whole.append((time.perf_counter() - start) * 1000)
        have = {one["id"]: one["digest"] for one in jobs}
        start = time.perf_counter()
        own.tell("pack", have=have)
        same.append((time.perf_counter() - start) * 1000)
    return jobs, statistics.median(whole), statistics.median(same)


def handed_in(own: Phone, record: str) -> list[float]:
    """A device comes back to the net: hello, its operations, hello again. Milliseconds of each call."""
    times = []
    at = time.strftime("%Y-%m-%dT%H:%M:%S+08:00")
    ops = [
        {
            "id": uuid.uuid4().hex,
            "seq": n,
            "record": record,
            "path": "presence.in",
            "base": None,
            "value": {"at": at, "code": "", "reason": "地下机房没有定位信号"},
            "at": at,
        }
        for n in range(1, EACH + 1)
    ]
    for path, form in (("hello", {}), ("ops", {"ops": ops}), ("hello", {})):
        start = time.perf_counter()
        said = own.tell(path, **form)
        times.append((time.perf_counter() - start) * 1000)
        if path == "ops" and said["last"] != EACH:
            raise SystemExit(f"{EACH - said['last']} operations were not taken")
    return times


def main() -> int:
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("--host", default="127.0.0.1")
    args.add_argument("--port", type=int, required=True)
    args.add_argument("--devices", type=int, default=200)
    args.add_argument("--logins", default="jianyan1,jianyan2,jianyan3,jianyan4")
    asked = args.parse_args()
    print(machine(), end="\n\n")
    logins: list[tuple[Browser, list[str]]] = []
    lines: list[tuple[str, str, bool]] = []
    for name in asked.logins.split(","):
        login = Browser(asked.host, asked.port)
        login.login(name)
        jobs, whole, same = packs(asked.host, asked.port, login)
        records = [one["job"]["record"] for one in jobs if one["job"]["record"] and one["job"]["step"] == "BGLR"]
        if records:
            logins.append((login, records))
        if not jobs:
            continue
        each = whole / len(jobs)
        said = f"{len(jobs)} 项任务 {whole:.0f} ms（每项 {each:.0f} ms；无变化 {same:.0f} ms）"
        lines.append((f"任务包 {name}（{JOBS} 项 ≤ {PACK:.0f} ms）", said, each * JOBS <= PACK))
    if not logins:
        raise SystemExit("no account has a record in hand")
    devices = []
    for n in range(asked.devices):
        login, records = logins[n % len(logins)]
        devices.append((phone(asked.host, asked.port, login), records[n // len(logins) % len(records)]))
    start = time.perf_counter()
    with ThreadPoolExecutor(asked.devices) as pool:
        times = sorted(one for own in pool.map(lambda pair: handed_in(*pair), devices) for one in own)
    took = time.perf_counter() - start
    p95 = times[int(len(times) * 0.95) - 1]
    lines.append((f"{asked.devices} 台同时上传各 {EACH} 条（≤ {ALL:.0f} s）", f"{took:.1f} s", took <= ALL))
    said = f"p50 {statistics.median(times):.0f} ms，p95 {p95:.0f} ms"
    lines.append((f"其中每次调用（p95 ≤ {CALL:.0f} ms）", said, p95 <= CALL))
    print("| 项目 | 实测 | 达到 |\n|---|---|---|")
    for label, told, met in lines:
        print(f"| {label} | {told} | {'是' if met else '否'} |")
    return 0 if all(met for *_, met in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
