"""Fills the database of a data folder with a province: COPY in two processes, the indexes after the rows."""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import psycopg

from tejian.kit import clock

from . import business, devices, units
from .copying import key, sample, send, shared_out
from .due import dues
from .province import CITIES

TABLES = ("equipment", "unit", "appmain", "appitem", "appbuss", "flow_log")
UNITS_TO_DEVICES = 10
ROUNDS = 3  # finished inspections of each device
PROCESSES = 2
PARTS = 8
WHILE_FILLING = {  # settings of the server that hold until the fill is done: what is filled can be filled again
    "wal_level": "minimal",  # a new index is not written twice
    "max_wal_senders": "0",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "max_wal_size": "16GB",
    "checkpoint_timeout": "1h",
    "maintenance_work_mem": "2GB",
    "autovacuum": "off",
    "max_parallel_maintenance_workers": "0",  # two indexes at once rather than one by two
}


@dataclass(frozen=True)
class Work:
    """A share of a table for one process."""

    table: str
    numbers: range


def open_as_admin(url: str) -> psycopg.Connection:
    """A connection that checks no foreign keys and fires no triggers: the rows agree by how they are made."""
    link = psycopg.connect(url, autocommit=True)
    link.execute("set session_replication_role = replica")
    return link


def fill(url: str, count: int, say: Callable[[str], None] = print) -> None:
    """Bring a database to `count` devices and all that goes with them. It must hold the demo city and no more.

    `url` is that of a superuser; the server runs with WHILE_FILLING.
    """
    start = time.perf_counter()

    def told(what: str) -> None:
        say(f"{time.perf_counter() - start:6.0f} s  {what}")

    with open_as_admin(url) as link:
        have = link.execute("select count(*) from equipment where equdatasysid like 'f0%'").fetchone()
        if have and have[0]:
            raise SystemExit(f"数据库已经填充过（{have[0]} 台），请换一个")
        _places(link)
        for year in range(clock.today().year - ROUNDS - 1, clock.today().year):
            link.execute("select tj_year_part('flow_log', %s)", [year])
        definitions = _without_indexes(link)
    told("已去掉索引，开始写入")
    try:
        works = [Work(t, r) for t in ("unit", "equipment") for r in shared_out(_size(t, count), PARTS)]
        works += [
            Work(t, r)
            for t in ("appbuss", "flow_log", "appitem", "appmain")
            for r in shared_out(_size(t, count), PARTS)
        ]
        _together(partial(_copied, url, count), works, told)
    finally:
        told("开始建立索引")
        _together(partial(_run, url), definitions, None)
    told("索引建立完毕，收集统计信息")
    _together(partial(_run, url), [f"vacuum (analyze) {t}" for t in TABLES], None)
    told("完成")


def _together(work: Callable[..., str], parts: Iterable[object], told: Callable[[str], None] | None) -> None:
    with ProcessPoolExecutor(PROCESSES) as pool:
        for done in pool.map(work, parts):
            if told:
                told(done)


def _size(table: str, count: int) -> int:
    return {"unit": max(100, count // UNITS_TO_DEVICES), "equipment": count}.get(table, count // devices.BLOCK)


def _places(link: psycopg.Connection) -> None:
    """An institute and a bureau for each city; the demo city has its own."""
    names = [
        r[0]
        for r in link.execute(
            "select column_name from information_schema.columns where table_name = 'sys_org' order by ordinal_position"
        )
    ]
    for serial, (city, (name, _weight, _counties)) in enumerate(CITIES.items()):
        for kind, title in (("TJ", "特种设备检验研究院"), ("SJ", "市场监督管理局")):
            own = {"id": key("07", serial * 2 + (kind == "SJ")), "code": f"{city}00-{kind}", "areacode": f"{city}00"}
            own |= {"name": f"{name}市{title}", "report_code": city}
            if city == business.HOME:
                continue
            columns = ", ".join(f'"{n}"' for n in names)
            values = ", ".join(f"%({n})s" if n in own else f'"{n}"' for n in names)
            link.execute(
                f"insert into sys_org ({columns}) select {values} from sys_org where code = '3302' || '00-{kind}'"  # type: ignore[arg-type]
                " on conflict do nothing",
                own,
            )


def _without_indexes(link: psycopg.Connection) -> list[str]:
    """Drop what slows COPY down; gives the statements that make it again, the longest work first."""
    found = link.execute(
        "select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), coalesce(pg_get_constraintdef(k.oid), ''),"
        " i.indrelid::regclass::text, coalesce(k.conname, '') from pg_index i"
        " left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')"
        " where i.indrelid = any(%s::regclass[])",
        [list(TABLES)],
    ).fetchall()
    foreign = link.execute(
        "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint"
        " where contype = 'f' and confrelid = any(%s::regclass[]) and conparentid = 0",
        [list(TABLES)],
    ).fetchall()
    for table, name, _definition in foreign:
        link.execute(f'alter table {table} drop constraint "{name}"')  # type: ignore[call-overload]
    made = []
    for index, definition, constraint, table, name in found:
        if constraint:
            link.execute(f'alter table {table} drop constraint "{name}"')  # type: ignore[call-overload]
            made.append(f'alter table {table} add constraint "{name}" {constraint}')
        else:
            link.execute(f"drop index {index}")  # type: ignore[call-overload]
            made.append(definition.replace(" ON ONLY ", " ON "))  # of a partitioned table: on all its parts
    made.sort(key=lambda d: ("appbuss" not in d, "gin" not in d))
    return [*made, *(f'alter table {t} add constraint "{n}" {d} not valid' for t, n, d in foreign)]


def _run(url: str, statement: str) -> str:
    with open_as_admin(url) as link:
        link.execute(statement)  # type: ignore[call-overload]
    return statement


def province(url: str, link: psycopg.Connection, count: int) -> devices.Province:
    """What the rows of this database are made from."""
    model = sample(link, "equipment", devices.VARIED, devices.SHOWN, devices.WHERE)
    today = clock.today()
    own = {
        (r[0], r[1]): (r[2], r[3])
        for r in link.execute(
            "select left(areacode, 4), right(code, 2), id, name from sys_org where code ~ '^33..00-(TJ|SJ)$'"
        )
    }
    return devices.Province(
        devices=count,
        units=_size("unit", count),
        today=today,
        sample=model,
        institutes={c: own[c, "TJ"] for c in CITIES},
        bureaus={c: own[c, "SJ"] for c in CITIES},
        dues=dues(url, tuple(row[0] for row in model.shown), today),
    )


def _copied(url: str, count: int, work: Work) -> str:
    """One share: read the samples, make the rows, send them."""
    with open_as_admin(url) as link:
        columns, rows = _rows_of(url, link, count, work)
        send(link, work.table, columns, rows)
    return f"{work.table} {work.numbers.start}–{work.numbers.stop - 1}"


def _rows_of(url: str, link: psycopg.Connection, count: int, work: Work) -> tuple[str, Iterable[str]]:
    # the samples are the demo city's rows, whatever has been filled since
    if work.table == "unit":
        model = sample(link, "unit", units.VARIED, (), "unitsysid < 'f0' and isuse order by unitsysid limit 50")
        return model.columns, units.rows(work.numbers, list(model.tails))
    p = province(url, link, count)
    if work.table == "equipment":
        return p.sample.columns, devices.rows(p, work.numbers)
    people = link.execute("select id from sys_user where login like 'jianyan%' order by login").fetchall()
    ours = "id < 'f0' and not imported"
    b = business.Business(
        p,
        sample(link, "appmain", business.MAIN_VARIED, (), f"{ours} and step = 'DONE' order by id limit 50"),
        sample(link, "appitem", business.ITEM_VARIED, (), "id < 'f0' order by id limit 50"),
        sample(link, "appbuss", business.BUSS_VARIED, (), f"{ours} and step = 'DONE' order by id limit 50"),
        sample(link, "appbuss", business.BUSS_VARIED, (), f"{ours} and step = 'RWQR' order by id limit 50"),
        # an institute of this size has more inspectors than the demo city
        (*(r[0] for r in people), *(key("06", n) for n in range(1, business.COLLEAGUES + 1))),
    )
    rounds = (*range(ROUNDS), business.NOW)
    if work.table == "appmain":
        return b.mains.columns, business.mains(b, work.numbers, rounds)
    if work.table == "appitem":
        return b.items.columns, business.items(b, work.numbers, rounds)
    if work.table == "appbuss":
        return b.finished.columns, business.businesses(b, work.numbers, rounds)
    return ", ".join(business.FLOW), business.flows(b, work.numbers, rounds)
