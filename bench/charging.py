"""Charging with two million charges: fills a database with them, then measures lists and works over HTTP.

    .venv/bin/python bench/charging.py --data DIR [--charges 2000000] [--only lists,registration,replay,close]
        [--lists NO,NO]

Makes the demo city in the folder first, if it is empty, and fills it once; a folder that was filled is measured as it
is. Each figure is printed when it is known; then a table with the machine, medians, p95 and limits, and the slowest
questions of the lists. Exit code 1 when a limit is missed. It writes (charges, payments, a closed day): use a folder
that may be thrown away.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "bench")]

import psycopg  # noqa: E402
from big import prepared, set_to_fill  # noqa: E402
from fill import charges as filling  # noqa: E402
from foundation import Server as Started  # noqa: E402
from foundation import machine  # noqa: E402
from measure import charges  # noqa: E402
from measure.common import Line, Server, table  # noqa: E402

from tejian.ops import postgres  # noqa: E402

TOPICS = ("lists", "registration", "replay", "close")
WORST = 25
ROUNDS = 6


def filled(data: Path, count: int) -> int:
    """Bring the folder to `count` charges, unless it has been filled; how many it has."""
    if (data / "pg.json").exists():
        postgres.ensure_running(data)
        with psycopg.connect(postgres.urls(data).admin) as link:
            (have,) = link.execute("select count(*) from chamain where id like 'f011%'").fetchone() or (0,)
        if have:
            return int(have)
    prepared(data)
    url = postgres.urls(data).admin
    with set_to_fill(data):
        filling.fill(url, count)
    return count


def measured(
    at: Server, count: int, topics: Sequence[str], kept: charges.Lists, named: Sequence[str]
) -> Iterator[Line]:
    if "registration" in topics:
        items = filling.prepared_items(at.urls.admin, ROUNDS, charges.ITEMS)
        yield from charges.registration(at, items)
    if "replay" in topics:
        yield from charges.replay(at, min(200_000, count // 10))
    if "close" in topics:
        yield from charges.close(at)
    if "lists" in topics:
        yield from charges.lists(at, kept, named)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--charges", type=int, default=2_000_000)
    parser.add_argument("--port", type=int, default=8153)
    parser.add_argument("--only", type=lambda text: text.split(","), default=TOPICS)
    parser.add_argument("--lists", type=lambda text: text.split(","), default=(), help="only these, by their numbers")
    given = parser.parse_args()
    count = filled(given.data, given.charges)
    where, kept, found = machine(), charges.Lists(), []
    started = Started(str(given.data), given.port)
    try:
        started.start()
        time.sleep(3)
        for line in measured(
            Server(f"http://127.0.0.1:{given.port}", given.data), count, given.only, kept, given.lists
        ):
            verdict = "" if line.limit is None else "超出" if line.missed else "合格"
            print(f"{line.label}：{line.value:.2f} {line.unit} {verdict} {line.note}", flush=True)
            found.append(line)
    finally:
        started.stop()
    print(f"\n{count:,} 笔收费。{where}\n\n{table(found)}\n")
    for one in sorted(kept.asked, key=lambda q: -q.ms)[:WORST]:
        print(one)
    return int(any(line.missed for line in found))


if __name__ == "__main__":
    raise SystemExit(main())
