"""What the measuring modules share: the server that is measured, a line of the table, times and their tails."""

import statistics
import sys
import time
import urllib.parse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "bench")]

from foundation import Browser  # noqa: E402

from tejian.ops import postgres  # noqa: E402


@dataclass(frozen=True)
class Server:
    """A running server: where it answers, and the data folder and database it works on."""

    url: str
    data: Path
    database: str = "tejian"

    def browser(self, login: str = "yewu") -> Browser:
        at = urllib.parse.urlsplit(self.url)
        made = Browser(at.hostname or "127.0.0.1", at.port or 80)
        made.login(login)
        return made

    @property
    def urls(self) -> postgres.Urls:
        return postgres.urls(self.data, self.database)

    def owner(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self.urls.owner, autocommit=True)


@dataclass(frozen=True)
class Line:
    """One measured thing; `ratio` compares it with `ratio_of` of the same run. `value` is what the limit judges."""

    label: str
    value: float
    unit: str = "ms"
    limit: float | None = None
    ratio: float | None = None
    ratio_of: str = ""
    note: str = ""
    p50: float | None = None

    @property
    def missed(self) -> bool:
        least = self.unit.endswith("/s")
        return self.limit is not None and (self.value < self.limit if least else self.value > self.limit)


@dataclass(frozen=True)
class Times:
    """Milliseconds of repeated work."""

    sorted: Sequence[float]

    @property
    def p50(self) -> float:
        return statistics.median(self.sorted)

    @property
    def p95(self) -> float:
        return self.sorted[max(0, -(-len(self.sorted) * 95 // 100) - 1)]


def repeated(work: Callable[[], Any], rounds: int = 60, warm_up: int = 5) -> Times:
    for _ in range(warm_up):
        work()
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        found.append((time.perf_counter() - start) * 1000)
    return Times(sorted(found))


def table(lines: Sequence[Line]) -> str:
    out = ["| 项目 | 中位 | p95 或结果 | 上限 | 比较 | | 说明 |", "|---|---:|---:|---:|---|---|---|"]
    for x in lines:
        limit = f"{x.limit:g}" if x.limit is not None else "—"
        ratio = f"{x.ratio:.1f}× {x.ratio_of}" if x.ratio is not None else ""
        middle = f"{x.p50:.1f}" if x.p50 is not None else ""
        verdict = "" if x.limit is None else "超出" if x.missed else "合格"
        out.append(f"| {x.label} | {middle} | {x.value:.1f} {x.unit} | {limit} | {ratio} | {verdict} | {x.note} |")
    return "\n".join(out)
