"""Fills the database of a data folder with a province: COPY in two processes, the indexes after the rows."""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import psycopg

from tejian.kit.ground import clock

from . import business, devices, units
from .copying import Sample, key, sample, send, shared_out
from .due import Dues
from .province import CITIES, cities, counties, streets

WIDEST = "ix_equipment_facets"  # takes as long as all others of its table together: it is begun first
TABLES = ("appmain", "appitem", "flow_log", "appbuss", "equipment", "unit")  # as indexed: the last copied first
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
    "maintenance_work_mem": "2GB",
    "autovacuum": "off",
    "max_parallel_maintenance_workers": "0",  # two indexes at once rather than one by two
}


@dataclass(frozen=True, eq=False)
class Models:
    """What all rows are made from."""

    units: Sample
    business: business.Business


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
        _areas(link)
        for year in range(clock.today().year - ROUNDS - 1, clock.today().year):
            link.execute("select tj_year_part('flow_log', %s)", [year])
        models = _models(url, link, count)
        indexes, constraints = without_indexes(link)
    told("已去掉索引，开始写入")
    try:
        works = [Work(t, r) for t in ("unit", "equipment") for r in shared_out(_size(t, count), PARTS)]
        works += [
            Work(t, r)
            for t in ("appbuss", "flow_log", "appitem", "appmain")
            for r in shared_out(_size(t, count), PARTS)
        ]
        together(partial(_copied, url), works, told, models)
    finally:
        told("开始建立索引")
        together(partial(run, url), indexes)
        for constraint in constraints:
            run(url, constraint)
    told("索引建立完毕，收集统计信息")
    together(partial(run, url), [f"vacuum (analyze) {t}" for t in TABLES])
    told("完成")


def together(
    work: Callable[..., str],
    parts: Iterable[object],
    told: Callable[[str], None] = lambda _done: None,
    *shared: object,
) -> None:
    """Do the parts in two processes, which inherit what they share."""
    with ProcessPoolExecutor(PROCESSES, initializer=_shared.extend, initargs=(shared,)) as pool:
        for done in pool.map(partial(_with_shared, work), parts):
            told(done)


_shared: list[object] = []  # in each of those processes


def _with_shared(work: Callable[..., str], part: object) -> str:
    return work(*_shared, part)


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


def _areas(link: psycopg.Connection) -> None:
    """The cities, counties and streets of the province: a device whose place is none cannot be saved."""
    rows = [(code, f"{name}市", "330000", 2) for code, name in cities().items()]
    rows += [(county, f"{county}县", f"{county[:4]}00", 2) for county in counties()]
    rows += [(street, f"第{int(street[6:])}街道", street[:6], 3) for street in streets()]
    with link.cursor() as cursor:
        cursor.executemany(
            "insert into sys_area (id, code, name, parent_code, level, sort, version, createby, createtime, updateby,"
            " updatetime) select left(md5(%(c)s), 32), %(c)s, %(n)s, %(p)s, %(l)s, 9000, 1, 'system', now(), 'system',"
            " now() where not exists (select from sys_area where code = %(c)s)",
            [{"c": code, "n": name, "p": parent, "l": level} for code, name, parent, level in rows],
        )


def without_indexes(link: psycopg.Connection, tables: Sequence[str] = TABLES) -> tuple[list[str], list[str]]:
    """Drop what slows COPY down; gives the statements that make the indexes again, and those that make the constraints
    of them, which want a table to themselves.

    The widest index is made beside all others; these table by table, so that a table is read from memory, and of a
    table the longest first.
    """
    found = link.execute(
        "select i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), coalesce(pg_get_constraintdef(k.oid), ''),"
        " i.indrelid::regclass::text, coalesce(k.conname, ''), c.relkind = 'p' from pg_index i"
        " join pg_class c on c.oid = i.indrelid"
        " join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam"
        " left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')"
        " where i.indrelid = any(%s::regclass[])"
        " order by i.indexrelid::regclass::text <> %s, array_position(%s::text[], i.indrelid::regclass::text),"
        " m.amname <> 'gin'",
        [list(tables), WIDEST, list(tables)],
    ).fetchall()
    foreign = link.execute(
        "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint"
        " where contype = 'f' and confrelid = any(%s::regclass[]) and conparentid = 0",
        [list(tables)],
    ).fetchall()
    for table, name, _definition in foreign:
        link.execute(f'alter table {table} drop constraint "{name}"')  # type: ignore[call-overload]
    indexes, constraints = [], []
    for index, definition, constraint, table, name, parted in found:
        if constraint:
            link.execute(f'alter table {table} drop constraint "{name}"')  # type: ignore[call-overload]
            kind = constraint if parted else constraint.split(" (")[0] + f" using index {index}"
            constraints.append(f'alter table {table} add constraint "{name}" {kind}')
        else:
            link.execute(f"drop index {index}")  # type: ignore[call-overload]
        if not (constraint and parted):
            indexes.append(definition.replace(" ON ONLY ", " ON "))  # of a partitioned table: on all its parts
    return indexes, [*constraints, *(f'alter table {t} add constraint "{n}" {d} not valid' for t, n, d in foreign)]


def run(url: str, statement: str) -> str:
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
        dues=Dues(url, tuple(row[0] for row in model.shown), today),
    )


def _models(url: str, link: psycopg.Connection, count: int) -> Models:
    """Read the samples once, while there are indexes: without them each reading goes through all that was filled."""
    p = province(url, link, count)
    people = link.execute("select id from sys_user where login like 'jianyan%' order by login").fetchall()
    ours = "id < 'f0' and not imported"
    return Models(
        sample(link, "unit", units.VARIED, (), "unitsysid < 'f0' and isuse order by unitsysid limit 50"),
        business.Business(
            p,
            sample(link, "appmain", business.MAIN_VARIED, (), f"{ours} and step = 'DONE' order by id limit 50"),
            sample(link, "appitem", business.ITEM_VARIED, (), "id < 'f0' order by id limit 50"),
            sample(link, "appbuss", business.BUSS_VARIED, (), f"{ours} and step = 'DONE' order by id limit 50"),
            sample(link, "appbuss", business.BUSS_VARIED, (), f"{ours} and step = 'RWQR' order by id limit 50"),
            # an institute of this size has more inspectors than the demo city
            (*(r[0] for r in people), *(key("06", n) for n in range(1, business.COLLEAGUES + 1))),
        ),
    )


def _copied(url: str, models: Models, work: Work) -> str:
    """Make one share of the rows and send them."""
    with open_as_admin(url) as link:
        send(link, work.table, *_rows_of(models, work))
    return f"{work.table} {work.numbers.start}–{work.numbers.stop - 1}"


def _rows_of(models: Models, work: Work) -> tuple[str, Iterable[str]]:
    b, rounds = models.business, (*range(ROUNDS), business.NOW)
    if work.table == "unit":
        return models.units.columns, units.rows(work.numbers, list(models.units.tails))
    if work.table == "equipment":
        return b.province.sample.columns, devices.rows(b.province, work.numbers)
    if work.table == "appmain":
        return b.mains.columns, business.mains(b, work.numbers, rounds)
    if work.table == "appitem":
        return b.items.columns, business.items(b, work.numbers, rounds)
    if work.table == "appbuss":
        return b.finished.columns, business.businesses(b, work.numbers, rounds)
    return ", ".join(business.FLOW), business.flows(b, work.numbers, rounds)
