"""Saves of a device between millions: what one costs in CPU here and in PostgreSQL, and how many a second while others
read lists. Each saves another device and another place, so that the indexes of pieces and facets have their work."""

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, cycle
from typing import Any

import psutil

from tejian.ops import postgres

from .common import Line, Server, Times, repeated
from .lists import LIFTS, in_process

SAVE = "/api/eqdbase/eqdBasic/editEqm"
ALONE, CLIENTS, SECONDS, WANTED = 200, 4, 20.0, 100
ROUNDS = 5  # of lists without and beside saves
PAUSE = 0.05  # seconds between two pages of who reads
PLACES = ("江南路", "中山东路", "百丈东路", "环城西路", "鄞县大道", "人民路", "解放南路", "望京路")
RUN = int(time.time()) % 10_000  # another run moves the same devices again


def devices(at: Server) -> list[tuple[str, int]]:
    """Keys and versions of devices that the institute of the account may change."""
    with at.owner() as link:
        return link.execute(
            "select equdatasysid, version from equipment where equdatasysid like 'f002%%' and equclass = '3000'"
            " and \"equDel\" = 0 and cheorgsysid = (select org_id from sys_user where login = 'shouli')"
            " order by md5(equdatasysid) limit 20000"
        ).fetchall()


def changed(key: str, version: int, number: int) -> dict[str, str]:
    place = f"{PLACES[number % len(PLACES)]}{number % 997 + 1}号{RUN}-{number % 31 + 1}幢"
    return {"id": key, "version": str(version), "useplace": place, "changereason": f"核对地址 {number}"}


def alone(at: Server, rows: list[tuple[str, int]]) -> Iterator[Line]:
    call = in_process(at, "dangan")
    numbers = count()
    left = iter(rows)

    def save() -> None:
        key, version = next(left)
        call(SAVE, changed(key, version, next(numbers)))

    for _ in range(20):
        save()
    backends = [psutil.Process(), *map(psutil.Process, _backends(at))]
    before = [_cpu(one) for one in backends]
    times = repeated(save, ALONE, 0)
    alive = [(one, begun) for one, begun in zip(backends, before, strict=True) if one.is_running()]
    spent = [(_cpu(one) - begun) * 1000 / ALONE for one, begun in alive]  # the job worker lets its connections go
    here, there = spent[0], sum(spent[1:])
    note = f"本进程 {here:.1f}，PostgreSQL {there:.1f}"
    yield Line("保存一台设备的 CPU", here + there, "ms", 20, note=note, p50=times.p50)


def _cpu(process: psutil.Process) -> float:
    used = process.cpu_times()
    return used.user + used.system


def _backends(at: Server) -> list[int]:
    with at.owner() as link:
        asked = "select pid from pg_stat_activity where usename = %s and pid <> pg_backend_pid()"
        return [pid for (pid,) in link.execute(asked, [postgres.APP_ROLE]).fetchall()]


def together(at: Server, rows: list[tuple[str, int]]) -> Iterator[Line]:
    """As many saves as four people can make, and what a list costs others while a hundred a second are made."""
    reader = at.browser("yewu")
    pages = cycle(range(1, 200))

    def page() -> Any:
        return reader.data(LIFTS, pageSize="20", pageNo=str(next(pages)))

    first, *others = (rows[n :: ROUNDS + 1] for n in range(ROUNDS + 1))
    with saving(at, first, 0) as saved:
        begun = saved()
        time.sleep(SECONDS)
        rate = (saved() - begun) / SECONDS
    yield Line(f"保存设备，{CLIENTS} 人同时", rate, "次/s", WANTED)
    quiet, busy, rates = list[float](), list[float](), list[float]()
    for some in others:  # in turn: the machine gives more or less from minute to minute
        quiet += _paced(page)
        with saving(at, some, WANTED) as saved:
            begun, start = saved(), time.perf_counter()
            busy += _paced(page)
            rates.append((saved() - begun) / (time.perf_counter() - start))
    alone, beside = Times(sorted(quiet)), Times(sorted(busy))
    note = f"其间每秒保存 {min(rates):.0f} 次"
    yield Line(
        "保存时他人列表 p95",
        beside.p95,
        "ms",
        2 * alone.p95,
        beside.p95 / alone.p95,
        "没有保存时的 p95",
        note,
        beside.p50,
    )


def _paced(page: Callable[[], Any]) -> list[float]:
    """A page every so often, as somebody reads: beside saves and without them in the same way."""
    took = []
    for _ in range(int(SECONDS / ROUNDS / PAUSE)):
        took.append(repeated(page, 1, 0).p50)
        time.sleep(PAUSE)
    return took


@contextmanager
def saving(at: Server, rows: list[tuple[str, int]], pace: float) -> Iterator[Callable[[], int]]:
    """Four people save: as fast as they can, or `pace` times a second together. Gives how many there were so far.

    They are a process of their own that gives way, as browsers are computers of their own: who reads waits for the
    server alone.
    """
    apart = multiprocessing.get_context("spawn")
    done, stop = apart.Array("i", CLIENTS), apart.Event()
    process = apart.Process(target=_people, args=(at, rows, pace, done, stop), daemon=True)
    process.start()
    while process.is_alive() and not all(done[:]):
        time.sleep(0.1)
    try:
        yield lambda: sum(done[:])
    finally:
        stop.set()
        process.join(30)
    if process.exitcode:
        raise SystemExit(f"保存的进程以 {process.exitcode} 结束")


def _people(at: Server, rows: list[tuple[str, int]], pace: float, done: Any, stop: Any) -> None:
    os.nice(10)  # what a browser works takes nothing from the server
    faults: list[str] = []

    def client(index: int) -> None:
        browser = at.browser("dangan")
        start = time.perf_counter()
        for number, (key, version) in enumerate(rows[index::CLIENTS]):
            if stop.wait(max(0.0, start + number * CLIENTS / pace - time.perf_counter()) if pace else 0):
                return
            try:
                browser.data(SAVE, changed(key, version, number))
            except SystemExit as refused:
                faults.append(str(refused))
                return
            done[index] += 1

    threads = [threading.Thread(target=client, args=(i,)) for i in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise SystemExit(faults[0])


def lines(at: Server) -> list[Line]:
    rows = devices(at)
    return [*alone(at, rows[: ALONE + 20]), *together(at, rows[ALONE + 20 :])]
