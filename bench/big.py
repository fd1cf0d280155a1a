"""The bench of a province: fills a database with two million devices and measures every figure that is promised.

    .venv/bin/python bench/big.py fill --data DIR [--sizes 20000,200000,2000000]
    .venv/bin/python bench/big.py measure --data DIR [--url http://127.0.0.1:8000] [--only lists,throughput]
    .venv/bin/python bench/big.py growth --data DIR [--sizes 20000,200000,2000000] [--chart docs/growth.svg]

`fill` makes the demo city in the folder first, if it is empty. The largest size goes into the folder's own database,
the smaller ones into databases beside it, for `growth`. `measure` starts a server on the folder unless it is given one,
and prints a table with the machine, medians, p95 and the ratio to a bare thing of the same run; exit code 1 when a
limit is missed. The topics `saves` and `bulk` write: use a folder that may be thrown away.
"""

import argparse
import importlib
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "bench")]

import psycopg  # noqa: E402
from fill import WHILE_FILLING, fill  # noqa: E402
from foundation import Server as Started  # noqa: E402
from foundation import machine  # noqa: E402
from measure import growth  # noqa: E402
from measure.common import Line, Server, table  # noqa: E402

from tejian.ops import postgres  # noqa: E402

TOPICS = ("lists", "own", "throughput", "annual", "saves", "bulk", "unread")


def prepared(data: Path) -> None:
    """The demo city in a folder that has none yet."""
    postgres.ensure_running(data)
    urls = postgres.urls(data)
    os.environ.update(TEJIAN_DATA=str(data), DATABASE_URL=urls.app, TEJIAN_OWNER_URL=urls.owner)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT / "server"), os.environ.get("PYTHONPATH"))))
    from tejian import settings
    from tejian.kit.database import db
    from tejian.ops import prepare

    settings.current.cache_clear()
    prepare.prepare(settings.current())
    prepare.arrive()
    if db.engine:
        db.engine.dispose()  # a database that somebody is connected to cannot be copied


def filled(data: Path, sizes: Sequence[int]) -> None:
    prepared(data)
    *smaller, largest = sorted(sizes)
    with psycopg.connect(postgres.urls(data, "postgres").admin, autocommit=True) as link:
        for size in smaller:
            _alone(link)
            name, like = growth.database(size, sizes), f"template {postgres.DATABASE} owner {postgres.OWNER_ROLE}"
            link.execute(f"create database {name} {like}")  # type: ignore[call-overload]
    with set_to_fill(data):
        for size in (*smaller, largest):
            start = time.perf_counter()
            fill(postgres.urls(data, growth.database(size, sizes)).admin, size)
            print(f"{size:,} 台：{time.perf_counter() - start:.0f} 秒")
    print(f"写入磁盘并重启：{time.perf_counter() - start:.0f} 秒（含最后一库）")


@contextmanager
def set_to_fill(data: Path) -> Iterator[None]:
    """The server with settings that would lose rows in a crash; afterwards all is on the disk and it is as before."""
    _restarted(data, WHILE_FILLING)
    try:
        yield
    finally:
        _restarted(data, dict.fromkeys(WHILE_FILLING, ""))


def _restarted(data: Path, settings: Mapping[str, str]) -> None:
    with psycopg.connect(postgres.urls(data, "postgres").admin, autocommit=True) as link:
        for name, value in settings.items():
            change = f"alter system set {name} = '{value}'" if value else f"alter system reset {name}"
            link.execute(change)  # type: ignore[call-overload]
    postgres.stop(data)
    os.sync()
    postgres.ensure_running(data)


def _alone(link: psycopg.Connection[Any]) -> None:
    """Wait until nobody works in the demo city: the server's own vacuum may, when it has just been made."""
    busy = "select count(*) from pg_stat_activity where datname = %s"
    while link.execute(busy, [postgres.DATABASE]).fetchone() != (0,):
        time.sleep(0.5)


def measured(data: Path, url: str, topics: Sequence[str], port: int) -> list[Line]:
    own = None if url else Started(str(data), port)
    try:
        if own:
            own.start()
            time.sleep(3)
        at = Server(url or f"http://127.0.0.1:{port}", data)
        found: list[Line] = []
        for topic in topics:
            lines = importlib.import_module(f"measure.{topic}").lines(at)
            print(table(lines), flush=True)  # a later topic may fail
            found += lines
        return found
    finally:
        if own:
            own.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("fill", "measure", "growth"))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sizes", type=lambda text: [int(s) for s in text.split(",")], default=None)
    parser.add_argument("--url", default="")
    parser.add_argument("--port", type=int, default=8150)
    parser.add_argument("--only", type=lambda text: text.split(","), default=TOPICS)
    parser.add_argument("--chart", type=Path, default=None)
    given = parser.parse_args()
    where = machine()
    if given.command == "fill":
        filled(given.data, given.sizes or [2_000_000])
        return 0
    if given.command == "growth":
        print(f"{where}\n\n{growth.grown(given.data, given.sizes or [20_000, 200_000, 2_000_000], given.chart)}")
        return 0
    found = measured(given.data, given.url, given.only, given.port)
    print(f"{where}\n\n{table(found)}")
    return int(any(line.missed for line in found))


if __name__ == "__main__":
    raise SystemExit(main())
