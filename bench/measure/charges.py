"""Charging over two million charges: every list with every field and order that it offers, and the works of a day."""

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any

import psycopg
from foundation import Browser

from tejian.demo.journey import PIN

from .common import Line, Server, Times

WHO = ("caiwu", "shoufei", "yewu", "qiye")  # finance, the cashier, the head of business, a unit that pays
LIST_MS = 50.0
PAGE = "20"
CALLS = "/api/chamain/chaMain"
REPLAY = "/api/chamain/replay"
ITEMS, DAY_OF = 200, 2_000


@dataclass
class Question:
    """One question of a list: asked once, so that no answer to it is in anybody's memory."""

    login: str
    no: str
    url: str
    form: dict[str, str]
    ms: float = 0.0
    refused: str = ""

    def __str__(self) -> str:
        form = " ".join(f"{name}={value}" for name, value in self.form.items())
        return f"{self.ms:8.1f} ms  {self.login:8} {self.no:20} {form} {self.refused}"


@dataclass
class Lists:
    """The answers of the lists, for those who look at what is slow."""

    asked: list[Question] = field(default_factory=list)


def views() -> list[Any]:
    """The lists of charging; what shows one record's own lines is asked with the record."""
    from tejian import areas
    from tejian.kit.lists.listview import LISTS

    areas.load()
    return [view for no, view in sorted(LISTS.items()) if no.startswith("cha_")]


def questions(link: psycopg.Connection[Any], login: str, view: Any) -> Iterator[Question]:
    fixed = _of_one(link, view.no)
    if fixed is None:
        return
    orders: list[dict[str, str]] = [{}] + [
        {"orderBy": way + c.name}
        for c in view.columns
        for way in ("", "-")
        if c.label and c.sortable and view.indexed is None and way + c.name != view.sort
    ]
    for order in orders:
        yield Question(login, view.no, view.url, {**view.params, **fixed, **order})
    for segment in view.segments:
        yield Question(login, view.no, view.url, {**view.params, **fixed, "segment": segment.code})
    for search in view.search:
        for form in _values(link, view, search):
            yield Question(login, view.no, view.url, {**view.params, **fixed, **form})


OF_ONE = {  # lists that only stand on the page of a record: the field that says which, and a record with many rows
    "cha_statement_lines": ("statement_id", "select id from chastatement order by linecount desc limit 1"),
    "cha_replay_lines": ("replay_id", "select id from chareplay order by total desc limit 1"),
    "cha_replay_sums": ("replay_id", "select id from chareplay order by total desc limit 1"),
    "cha_feetable_rows": ("table_id", "select id from feetable limit 1"),
}


def _of_one(link: psycopg.Connection[Any], no: str) -> dict[str, str] | None:
    if no not in OF_ONE:
        return {}
    name, query = OF_ONE[no]
    try:
        row = link.execute(query).fetchone()  # type: ignore[call-overload]
    except psycopg.errors.UndefinedTable:
        return None
    return {name: row[0]} if row else None


def _values(link: psycopg.Connection[Any], view: Any, search: Any) -> Iterator[dict[str, str]]:
    """For a field: what most rows say, what few say, and what none says."""
    if search.pair:
        today = link.execute("select current_date").fetchone()[0]  # type: ignore[index]
        for first, last in ((700, 1), (400, 393), (20_000, 19_990)):
            days = [str(today - timedelta(days=n)) for n in (first, last)]
            yield {search.name + "Start": days[0], search.name + "End": days[1]}
        return
    if search.widget == "checkbox":
        yield {search.name: "1"}
        return
    if search.options:
        yield from ({search.name: value} for value in search.options)
        return
    if search.widget == "date":
        yield {search.name: str(link.execute("select current_date - 5").fetchone()[0])}  # type: ignore[index]
        return
    table = view.source.get_final_froms()[0]
    names = [t.name for t in _tables(table)]
    own = next(((t, search.name) for t in names if _has(link, t, search.name)), None)
    if own:
        t, name = own
        rows = link.execute(
            f'select "{name}"::text, count(*) from (select "{name}" from {t} tablesample bernoulli (0.2)) s'  # type: ignore[call-overload]
            f" where \"{name}\"::text <> '' group by 1 order by 2 desc, 1"
        ).fetchall()
        said = [rows[0][0], rows[len(rows) // 2][0]] if rows else []
        whole = search.widget in ("unit", "user", "select") or search.dict
        for text in dict.fromkeys(said):
            yield {search.name: text if whole else text[-6:] if len(text) > 8 else text}
        if said and not whole:
            yield {search.name: said[0][:4]}
    if not search.dict:
        yield {search.name: "9" * 20 if search.widget == "input" else "f" * 32}
        yield {search.name: "龘龘"}


def _tables(source: Any) -> Iterator[Any]:
    for side in ("left", "right"):
        if hasattr(source, side):
            yield from _tables(getattr(source, side))
    if hasattr(source, "name"):
        yield source


def _has(link: psycopg.Connection[Any], table: str, column: str) -> bool:
    found = "select 1 from information_schema.columns where table_name = %s and column_name = %s"
    return link.execute(found, [table, column]).fetchone() is not None


def granted(link: psycopg.Connection[Any]) -> dict[str, tuple[str, ...]]:
    rows = link.execute(
        "select u.login, array_agg(distinct p) from sys_user u join sys_role r on r.id = any(u.role_ids)"
        " cross join lateral unnest(r.permissions) p group by 1"
    )
    return {login: tuple(found) for login, found in rows.fetchall()}


def may(codes: tuple[str, ...], wanted: str) -> bool:
    return any(one == wanted or (one.endswith("*") and wanted.startswith(one[:-1])) for one in codes)


def ask(at: Server, browser: Browser, one: Question) -> Browser:
    start = time.perf_counter()
    try:
        browser.ask(one.url, **{"pageSize": PAGE, **one.form})
    except (SystemExit, TimeoutError) as said:
        one.refused = str(said)[:120]
        browser = at.browser(one.login)
    one.ms = (time.perf_counter() - start) * 1000
    return browser


def lists(at: Server, kept: Lists, named: Collection[str] = ()) -> Iterator[Line]:
    """Every list, or those that are named, for everybody of WHO who may open it: the p95 of its questions."""
    with at.owner() as link:
        rights = granted(link)
        asked = {
            (view.no, view.title): [
                q for login in WHO if may(rights[login], view.permission) for q in questions(link, login, view)
            ]
            for view in views()
            if not named or view.no in named
        }
    browsers = {login: at.browser(login) for login in WHO}
    for (no, title), own in asked.items():
        if not own:
            continue
        for first in {q.login: q for q in reversed(own)}.values():
            ask(at, browsers[first.login], Question(first.login, no, first.url, first.form))  # read from the disk
        for one in own:
            browsers[one.login] = ask(at, browsers[one.login], one)
        kept.asked += own
        times = Times(sorted(q.ms for q in own))
        worst = max(own, key=lambda q: q.ms)
        told = " ".join(f"{k}={v}" for k, v in worst.form.items()) or "首页"
        note = f"{len(own)} 问，最慢 {worst.ms:.0f}：{worst.login} {told}"
        if refused := sum(bool(q.refused) for q in own):
            note += f"；{refused} 问被拒"
        yield Line(title, times.p95, "ms", LIST_MS, p50=times.p50, note=note)


def registration(at: Server, units: list[list[str]]) -> Iterator[Line]:
    """200 items of one unit registered at once, each time of another unit."""
    browser, spent, preview = at.browser("shoufei"), [], []
    for keys in units:
        start = time.perf_counter()
        browser.data(f"{CALLS}/detail", {"ids": ",".join(keys)})
        preview.append(time.perf_counter() - start)
        start = time.perf_counter()
        browser.data(f"{CALLS}/save", {f"items.{n}.id": one for n, one in enumerate(keys)})
        spent.append(time.perf_counter() - start)
    first, *rest = spent
    note = f"{len(rest)} 次，第一次 {first:.2f} 秒不计"
    yield Line(f"登记 {ITEMS} 件前的计算", max(preview[1:]), "秒", p50=sorted(preview)[len(preview) // 2])
    yield Line(f"登记 {ITEMS} 件，最慢", max(rest), "秒", 1.0, p50=sorted(rest)[len(rest) // 2], note=note)


def close(at: Server) -> Iterator[Line]:
    """A day of one cashier with 2,000 payments, each taken over HTTP, counted and signed."""
    browser = at.browser("shoufei")
    with at.owner() as link:
        owed = link.execute(
            "select id, version::text, (owed - received)::text from chamain where step = 'DUE' and id like 'f011%%'"
            " order by id desc limit %s",
            [DAY_OF],
        ).fetchall()
    for day in _days(browser):
        _counted(browser, day)
    spent = []
    for charge, version, amount in owed:
        start = time.perf_counter()
        browser.data(f"{CALLS}/modifyPayresult", {"ids": charge, "version": version, "amount": amount, "way": "cash"})
        spent.append((time.perf_counter() - start) * 1000)
    times = Times(sorted(spent))
    yield Line("收款一笔", times.p95, "ms", p50=times.p50, note=f"{len(spent)} 笔")
    *_other_days, day = _days(browser)
    seconds, entries = _counted(browser, day)
    yield Line(f"日结，一日 {entries:,} 笔", seconds, "秒", 2.0)


def _days(browser: Browser) -> list[dict[str, Any]]:
    """The open days of who asks, in their order."""
    found = browser.data("/api/chamain/cashDay/findOwn", step="OPEN", pageSize="500")
    return sorted(found["list"], key=lambda one: str(one["day"]))


def _counted(browser: Browser, day: dict[str, Any]) -> tuple[float, int]:
    """Count and sign for a day with the cash that it should have; seconds and number of entries."""
    cash = browser.data("/api/chamain/cashDay/record", {"id": day["id"]})["record"]["cash"]
    tenths = int(Decimal(cash) * 10)
    form = {"ids": day["id"], "version": str(day["version"]), "n100": str(tenths // 1000), "n01": str(tenths % 1000)}
    browser.data("/api/user/sign", {"pin": PIN})
    start = time.perf_counter()
    browser.data("/api/chamain/cashDay/count", form | {"reason": "角以下未计"})
    spent = time.perf_counter() - start
    rows = browser.data("/api/chamain/cashDay/findOwn", pageSize="500")["list"]
    return spent, next(int(row["entrycount"]) for row in rows if row["id"] == day["id"])


def replay(at: Server, wanted: int) -> Iterator[Line]:
    """The newest charges replayed with a policy that is switched off, from the call to its result."""
    browser = at.browser("caiwu")
    with at.owner() as link:
        policy = _policy(browser)
        counted = link.execute(
            "select i.acceptdate, count(distinct i.charge_id) from chaitem i join chamain m on m.id = i.charge_id"
            " where i.live and m.step in ('DUE', 'PART', 'PAID', 'BILLED', 'FREE')"
            " group by 1 order by 1 desc"
        ).fetchall()
    total, first = 0, counted[0][0]
    for first, count in counted:  # noqa: B007 (where it ends is what is wanted)
        total += count
        if total >= wanted:
            break
    last = counted[0][0]
    start = time.perf_counter()
    form = {"name": "二百万笔中的试算", "firstday": str(first), "lastday": str(last), "policies": policy}
    key = browser.data(f"{REPLAY}/begin", form)["id"]
    while True:
        time.sleep(0.5)
        said = browser.data(f"{REPLAY}/progress", {"id": key})
        if said["state"] in ("done", "failed"):
            break
    seconds = time.perf_counter() - start
    if said["state"] == "failed":
        raise SystemExit(f"收费试算没有完成：{said}")
    note = f"{said['total']:,} 笔"
    limit = 30.0 * max(1.0, said["total"] / 200_000)
    yield Line("收费试算", seconds, "秒", limit, note=note)


def _policy(browser: Browser) -> str:
    """A policy that halves all 非税 fees and is switched off."""
    form = {"name": "减半试算", "type": "02", "document": "试算", "nature": "非税", "percent": "50", "stacks": "0"}
    form |= {"validfrom": "2020-01-01", "enabled": "0"}
    browser.data("/api/chareliefpolicy/chaReliefPolicy/save", form)
    rows = browser.data("/api/chareliefpolicy/chaReliefPolicy/findList", name="减半试算")["list"]
    return str(rows[0]["id"])
