"""Every search field of every list, and every two of them, in the orders that it offers, for every kind of user.

    .venv/bin/python bench/matrix.py --data DIR [--devices N] [--sample N]

Fills an empty folder with N devices (two millions unless said), takes for each field a value that most rows have, one
that few have and one that no row has, of texts two characters and five, of the class picker each of its levels, asks
for the first page over HTTP, and prints the worst twenty with their plans and with what the machine did meanwhile.
Of two fields together one value each is drawn by lot, and who asks: as often as lists have two fields.
Before that the tables of these lists and their indexes are read from the disk once, as on a machine that has worked for
a day; how much that is, is printed.
From its other end, by another column or by what no index knows a list of millions is offered while that is quick; how
often it was not, is printed (`told to narrow first`).
An empty page that says how far was read answers nobody: it counts as refused.
The last line says how many were asked, the p95 and the worst; exit code 1 beyond the bars or when one was refused.
Nothing is asked twice: what a page finds in the server's or the database's memory, another question left there.
"""

import argparse
import itertools
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "bench")]

import psycopg  # noqa: E402
from big import filled, prepared  # noqa: E402
from foundation import Server as Started  # noqa: E402
from foundation import machine  # noqa: E402
from measure.common import Server  # noqa: E402
from sqlalchemy import Join  # noqa: E402

P95, WORST = 60.0, 500.0
NARROW = "请先增加查询条件"  # of a sentence that says what to do instead
# an institute, an office and one of its inspectors, a city, all, a user of devices, a maintainer
WHO = ("yewu", "zhanzhang", "jianyan1", "jianguan", "sysadmin", "qiye", "weibao")
ABSENT = {"number": "999", "date": "1931-01-01", "area": "659004", "category": "F999", "unit": "f" * 32}


@dataclass(frozen=True)
class Machine:
    """What the machine did since it was started: megabytes read from its disks, the milliseconds that they were busy,
    and those in which its cores were given to others."""

    read: float
    busy: int
    stolen: int

    @classmethod
    def now(cls) -> "Machine":
        disks = [line.split() for line in Path("/proc/diskstats").read_text().splitlines()]
        whole = [one for one in disks if Path("/sys/block", one[2]).exists()]  # without their parts
        cores = Path("/proc/stat").read_text().split("\n", 1)[0].split()
        tick = 1000 // os.sysconf("SC_CLK_TCK")
        return cls(sum(int(d[5]) for d in whole) / 2048, sum(int(d[12]) for d in whole), int(cores[8]) * tick)

    def since(self, before: "Machine") -> str:
        read, busy, stolen = self.read - before.read, self.busy - before.busy, self.stolen - before.stolen
        return f"read {read:.1f} MB, disks busy {busy} ms, cores with others {stolen} ms"


@dataclass
class Question:
    """One question of the matrix."""

    login: str
    view: str
    url: str
    form: dict[str, str]
    ms: float = 0.0
    refused: str = ""
    machine: str = ""

    def __str__(self) -> str:
        form = " ".join(f"{k}={v}" for k, v in self.form.items())
        return f"{self.ms:8.1f} ms  {self.login:9} {self.view:24} {form} ({self.machine}) {self.refused}"


def questions(link: psycopg.Connection[Any], *, whole: bool = False) -> Iterator[Question]:
    """Every list with each of its fields, in its own order and from its other end, for each kind of user; in each other
    order that it offers for one of them, with a field or none, drawn by lot. `whole`: each with each."""
    from tejian import areas
    from tejian.kit.lists.listview import LISTS

    areas.load()
    granted = link.execute(
        "select u.login, array_agg(distinct p) from sys_user u join sys_role r on r.id = any(u.role_ids)"
        " cross join lateral unnest(r.permissions) p group by 1"
    )
    may, drawn = dict(granted.fetchall()), random.Random(7)
    for no, view in sorted(LISTS.items()):
        fields = [list(_values(link, view, s)) for s in view.search]
        forms = [{}, *(form for own in fields for form in own)]
        offered = [c.name for c in view.columns if c.label and c.sortable]
        sorts = dict.fromkeys([view.sort, *offered, *(f"-{name}" for name in offered)])
        who = [login for login in WHO if view.permission in may.get(login, ())]
        for sort in sorts if who else ():
            order = {} if sort == view.sort else {"orderBy": sort}
            own = whole or sort.lstrip("-") == view.sort.lstrip("-")
            for login in who if own else [drawn.choice(who)]:
                for form in forms if own else [drawn.choice(forms)]:
                    yield Question(login, no, view.url, {**view.params, **order, **form})
        for one, other in itertools.combinations(filter(None, fields), 2) if who else ():
            pair = drawn.choice(one) | drawn.choice(other)
            yield Question(drawn.choice(who), no, view.url, {**view.params, **pair})


def _values(link: psycopg.Connection[Any], view: Any, search: Any) -> Iterator[dict[str, str]]:
    """A common value of a field, a rare one and one that no row has; of options all that there are."""
    if search.options:
        yield from ({search.name: value} for value in search.options)
        return
    if search.widget == "checkbox":
        yield {search.name: "1"}
        return
    if search.widget == "map":  # a province, a street, and where nothing stands
        yield from ({search.name: box} for box in ("118,27,123,31.5", "121.54,29.86,121.56,29.88", "74,1,75,2"))
        return
    if search.pair:
        for first, end in (("2026-01-01", "2026-12-31"), ("2026-10-01", "2026-10-08"), ("1931-01-01", "1931-02-01")):
            yield {search.name + "Start": first, search.name + "End": end}
        return
    said = _said(link, view, search.name)
    if search.widget == "category":
        said = list(dict.fromkeys(level for code in said for level in (f"{code[:1]}000", f"{code[:2]}00", code[:4])))
    if search.name in TYPED:
        words = [text[2:7] if len(text) > 6 else text for text in said]
        said = list(dict.fromkeys([*words, *(two for text in said for two in (text[2:4], text[-4:-2]) if _tells(two))]))
    yield from ({search.name: text} for text in said if text)
    yield {search.name: ABSENT.get(search.widget, "龘龘龘")}


def _tells(two: str) -> bool:
    """Whether it is a word: two digits stand in nearly every code, and the screen asks for more of them."""
    return len(two) == 2 and not two.isdecimal()


TYPED = ("keyword", "codes", "useplace", "unitname", "useorgname", "scinspectorname")
TEXTS = {"keyword": "useorgname", "codes": "equcode", "number": "seisn"}


def _said(link: psycopg.Connection[Any], view: Any, name: str) -> list[str]:
    """What most rows of a list's table say of a field, and what one row says."""

    table = view.source.get_final_froms()[0]
    while isinstance(table, Join):
        table = table.left
    wanted = {"ladderAgeStart": "5", "ladderAgeEnd": "3"}.get(name)
    if wanted:
        return [wanted]
    names = {c.key: c.name for c in table.columns}
    column = next((n for n in (name, TEXTS.get(name, ""), "unitname") if n in names.values()), "")
    if not column:
        return []
    some = f'select "{column}" as v from {table.name} tablesample system (0.2) where "{column}" is not null'
    rows = link.execute(f"select v::text, count(*) from ({some}) s where v::text <> '' group by 1 order by 2 desc, 1")  # type: ignore[call-overload]
    found = [row[0] for row in rows.fetchall()]
    return list(dict.fromkeys([found[0], found[len(found) // 2], found[-1]])) if found else []


def measured(at: Server, asked: list[Question]) -> None:
    browsers = {login: at.browser(login) for login in WHO}
    for number, one in enumerate(asked, 1):
        before, start = Machine.now(), time.perf_counter()
        try:
            answer = browsers[one.login].ask(one.url, **{"pageSize": "20", **one.form})
            if b'"note":' in answer and b'"list":[]' in answer:
                one.refused = json.loads(answer)["data"]["note"]
        except (SystemExit, TimeoutError) as said:
            one.refused = str(said)
            browsers[one.login] = at.browser(one.login)
        one.ms = (time.perf_counter() - start) * 1000
        one.machine = f"question {number}, {Machine.now().since(before)}"
        if one.ms > WORST:
            print(one, flush=True)


TABLES = ("equipment", "appmain", "appbuss", "unit")


def warmed(link: psycopg.Connection[Any]) -> str:
    """Have the system read the files of the tables and their indexes, and say how much that was."""
    folder = Path(str(link.execute("show data_directory").fetchone()[0]))  # type: ignore[index]
    files = link.execute(
        "select pg_relation_filepath(c.oid) from pg_class c left join pg_index i on i.indexrelid = c.oid"
        " where coalesce(i.indrelid, c.oid) = any(%s::regclass[]::oid[]) and c.relkind in ('r', 'i')",
        [list(TABLES)],
    )
    size, started = 0, time.monotonic()
    for (name,) in files.fetchall():
        for part in (folder / name).parent.glob(f"{Path(name).name}*"):
            with part.open("rb", buffering=0) as file:
                while block := file.read(1 << 24):
                    size += len(block)
    return f"read before: {size / 2**30:.1f} GB in {time.monotonic() - started:.0f} s"


def explained(at: Server, one: Question) -> list[str]:
    """The statements of a question with their plans, as they ran once more."""
    from measure.lists import in_process, statements

    found = []
    with psycopg.connect(at.urls.app, autocommit=True) as link:
        for sql, values in statements(in_process(at, one.login), one.url, dict(one.form)):
            if sql.startswith("SET "):
                continue
            plan = link.execute("explain (analyze, buffers, costs off) " + sql, values).fetchall()  # type: ignore[arg-type]
            found.append(sql[:300] + "\n" + "\n".join(f"      {row[0]}" for row in plan))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--devices", type=int, default=2_000_000)
    parser.add_argument("--sample", type=int, default=0, help="so many questions, drawn with a fixed seed; 0: all")
    parser.add_argument("--whole", action="store_true", help="every field in every order: hours")
    parser.add_argument("--port", type=int, default=8152)
    given = parser.parse_args()
    if not (given.data / "pg.json").exists():
        filled(given.data, [given.devices])
    else:
        prepared(given.data)
    started = Started(str(given.data), given.port)
    try:
        started.start()
        time.sleep(3)
        at = Server(f"http://127.0.0.1:{given.port}", given.data)
        with at.owner() as link:
            asked = list(questions(link, whole=given.whole))
        with psycopg.connect(at.urls.admin) as link:
            print(warmed(link))
        drawn = random.Random(7)
        drawn.shuffle(asked)
        asked = asked[: given.sample or len(asked)]
        measured(at, asked)
        worst = sorted(asked, key=lambda one: -one.ms)[:20]
        print(machine())
        for one in worst:
            print(one)
            if one.ms > P95 and not one.refused:
                print("\n".join(f"    {text}" for text in explained(at, one)))
        for one in asked:
            if one.refused:
                print(one)
    finally:
        started.stop()
    times, turned = sorted(one.ms for one in asked), sum(NARROW in one.refused for one in asked)
    refused = sum(bool(one.refused) for one in asked) - turned
    p95 = times[max(0, -(-len(times) * 95 // 100) - 1)]
    print(f"median {statistics.median(times):.1f} ms; {turned} told to narrow first")
    print(f"{len(asked)} asked, p95 {p95:.1f} ms, worst {times[-1]:.1f} ms, {refused} refused")
    return int(p95 > P95 or times[-1] > WORST or refused > 0)


if __name__ == "__main__":
    raise SystemExit(main())
