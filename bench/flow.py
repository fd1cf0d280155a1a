"""What one inspection costs in processor time, from its declaration to the issued report.

    .venv/bin/python bench/flow.py --data DIR [--cases 120]      # a data folder of its own; reference data are loaded

Carries cases with known answers (server/tests/golden) through the services that the screens use, one process, nothing
stored, and prints a Markdown table. Processor time, not the clock: of this process, and of PostgreSQL for its
connection in the line of the whole case. Exit code 1 when a limit is missed or an answer is wrong.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "bench")]

import psutil  # noqa: E402
import sqlalchemy as sa  # noqa: E402
from foundation import machine, reports  # noqa: E402

from tejian import settings as settings_module  # noqa: E402
from tejian.golden import run as golden  # noqa: E402
from tejian.golden.cases import read  # noqa: E402
from tejian.golden.flow import Way  # noqa: E402
from tejian.inspection import codes as at  # noqa: E402
from tejian.inspection.flow.api import BUSINESS, DECLARATION, all_there  # noqa: E402
from tejian.inspection.records import approval, entry, examined, gathering, seals, service  # noqa: E402
from tejian.inspection.tasks import api as handling  # noqa: E402
from tejian.kit.database import db as kit_db  # noqa: E402
from tejian.kit.ground import clock  # noqa: E402
from tejian.ops import prepare  # noqa: E402

GOLDEN = ROOT / "server" / "tests" / "golden"
TOLD, WHOLE, CORES = 1000, 300.0, 2  # so many cases, in so many seconds, on so many cores
BATCH, ACCEPTED = 200, 2000.0  # declarations that are accepted at once, in so many milliseconds
MINUTE = 60  # reports that one core issues in a minute, at least
MOVES = {"arrange": "任务安排", "build": "生成报告", "enter": "提交", "audit": "审核", "approve": "批准并签发"}


class Spent:
    """Processor milliseconds by what was done."""

    def __init__(self) -> None:
        self.of: dict[str, list[float]] = {}

    @contextmanager
    def on(self, label: str) -> Iterator[None]:
        start = time.process_time()
        try:
            yield
        finally:
            self.of.setdefault(label, []).append((time.process_time() - start) * 1000)

    def watch(self, label: str, name: str, *places: Any) -> None:
        """Measure a function under the name by which these modules call it."""
        really: Callable[..., Any] = getattr(places[0], name)

        def measured(*args: Any, **more: Any) -> Any:
            with self.on(label):
                return really(*args, **more)

        for place in places:
            setattr(place, name, measured)

    def watch_moves(self) -> None:
        """Measure the moves of a business item, each under its own name."""
        really = BUSINESS.do

        def measured(db: Any, me: Any, move: str, *args: Any, **more: Any) -> Any:
            with self.on(MOVES.get(move, "")):
                return really(db, me, move, *args, **more)

        BUSINESS.do = measured  # type: ignore[method-assign]

    def line(self, label: str, limit: float | None = None) -> tuple[str, bool]:
        times = sorted(self.of[label])
        middle, high = statistics.median(times), times[int(len(times) * 0.95) - 1]
        return row(f"{label}（{len(times)} 次）", f"{middle:.1f}", f"{high:.1f}", limit, middle)


def row(label: str, middle: str, high: str, limit: float | None, judged: float) -> tuple[str, bool]:
    missed = limit is not None and judged > limit
    verdict = "" if limit is None else "超出" if missed else "合格"
    return f"| {label} | {middle} | {high} | {limit or '—'} | {verdict} |", missed


def cases(wanted: int) -> list[tuple[str, str, Any]]:
    """The records with known answers, and evenly of those by items until there are as many as wanted."""
    found = golden.numbered({"records": read(GOLDEN / "records.json")["records"]})
    more = golden.numbered({"records": read(GOLDEN / "items.json")["records"]})
    left = max(wanted - len(found), 0)
    return [*found, *more[:: max(len(more) // left, 1)][:left]] if left else found[:wanted]


def accept_all(platform: Any, backend: psutil.Process) -> tuple[float, float]:
    """Processor milliseconds of the acceptance of many declarations at once: of this process and of PostgreSQL."""
    sort, mains = platform._sort("3110", "0211"), []
    for _n in range(BATCH):
        lift = platform.world.device("3110", {"insinspdate": "2023-06-10", "usestartdate": "2023-06-10"})
        main = platform._applied(Way(sort, lift, clock.today()))
        while main.step != at.ACCEPT:
            forward_once(platform, main)
        mains.append(main)
    clerk, accept = platform._as("受理"), DECLARATION.by_name["accept"]
    form = accept.read(platform.db, clerk, {"chedept": platform.world.dept.id})
    platform.db.flush()
    before, start = sum(backend.cpu_times()[:2]), time.process_time()
    DECLARATION.do(platform.db, clerk, "accept", [one.id for one in mains], form)
    platform.db.flush()
    spent = time.process_time() - start
    assert {one.step for one in mains} == {at.RUN}
    return spent * 1000, (sum(backend.cpu_times()[:2]) - before) * 1000


def forward_once(platform: Any, main: Any) -> None:
    """One step of a declaration on its way to the acceptance."""
    clerk, move = platform._as("受理"), DECLARATION.forward_of(main.step)
    assert move is not None
    sent = {"id": main.id, "result": "pass", "materials": all_there(platform.db, main)}
    DECLARATION.do(platform.db, clerk, move.name, [main.id], move.read(platform.db, clerk, sent))


def measure(wanted: int) -> int:
    spent, statements = Spent(), 0
    spent.watch("报告检查", "findings_of", service, entry)
    spent.watch("检查所读的事实", "facts_of", service)
    spent.watch("结论判定", "judge", examined, service, approval)
    spent.watch("保存记录", "save_record", handling)
    spent.watch("录入页面", "item_screen", handling)
    spent.watch("报告签章", "sealed", seals)
    spent.watch_moves()
    assert gathering and kit_db.engine is not None

    def count(*_told: Any) -> None:
        nonlocal statements
        statements += 1

    sa.event.listen(kit_db.engine, "before_cursor_execute", count)
    asked, wrong = cases(wanted), 0
    with golden._asked(False) as platform:
        link: Any = platform.db.connection().connection.driver_connection  # type: ignore[attr-defined]
        backend = psutil.Process(link.info.backend_pid)
        golden.misses(platform, *asked[0][1:])  # rules and templates are read once
        spent.of, statements = {}, 0
        before = sum(backend.cpu_times()[:2])
        for key, name, case in asked:
            with spent.on("一件"):
                misses = golden.misses(platform, name, case)
            wrong += bool(misses)
            for one in misses:
                print(f"FAIL {key} {one.field}: want {one.want}, got {one.got}")
        behind = (sum(backend.cpu_times()[:2]) - before) / len(asked)
        asked_of_case = statements / len(asked)
        accepted, there = accept_all(platform, backend)
    own = statistics.mean(spent.of["一件"]) / 1000
    told = (own + behind) * TOLD / CORES
    minute = 60_000 / statistics.median(spent.of[MOVES["approve"]])
    lines = [
        spent.line("报告检查", 20),
        spent.line("检查所读的事实"),
        spent.line("结论判定"),
        spent.line("保存记录", 60),
        spent.line("录入页面"),
        *(spent.line(label) for label in MOVES.values() if label in spent.of),
        spent.line("报告签章"),
        *(row(one.label, f"{one.p50:.0f}", f"{one.p95:.0f}", one.limit, one.p50) for one in reports(time.process_time)),
        row(f"受理 {BATCH} 份申报", f"{accepted:.0f}", f"数据库 {there:.0f}", ACCEPTED, accepted + there),
        row("每分钟签发的报告，一核（至少）", f"{minute:.0f}", "", MINUTE, MINUTE**2 / minute),
        row("一件，从申报到签发", f"{own * 1000:.0f}", f"数据库 {behind * 1000:.0f}", 1000, own * 1000),
        row(f"{TOLD} 件，{CORES} 核，秒（由 {len(asked)} 件推算）", f"{told:.0f}", "", WHOLE, told),
    ]
    print(f"{machine()}；每件 {asked_of_case:.0f} 条 SQL\n")
    print("| 项目 | 中位 毫秒 | p95 | 上限 | |\n|---|---:|---:|---:|---|")
    print("\n".join(text for text, _missed in lines))
    return 1 if wrong or any(missed for _text, missed in lines) else 0


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", required=True, type=Path, help="a data folder")
    arguments.add_argument("--cases", type=int, default=120, help="how many cases are carried out")
    given = arguments.parse_args()
    own = settings_module.load({**os.environ, "TEJIAN_DATA": str(given.data.absolute())})
    with prepare.rules_only(own):
        return measure(given.cases)


if __name__ == "__main__":
    sys.exit(main())
