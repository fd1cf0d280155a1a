"""Lists, searches, desktops and login over two million devices, each against the bare SQL of the same page."""

import itertools
import os
import random
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any
from unittest import mock

import psycopg

from .common import Line, Server, Times, repeated

LIFTS, ALL = "/api/eqd3000tpm/eqd3000tpm/findListBy3000", "/api/eqdbase/eqdBasic/findEqdList"
MAINS, ITEMS = "/api/businesspro/appmain/findList", "/api/appbuss/findList"
STEP, TASKS = "/api/appbuss/appBussSheetList", "/api/appmain/appMainSheetList"
MOST = 50.0

# (what it is, account, path, what is asked)
PAGES: tuple[tuple[str, str, str, dict[str, str]], ...] = (
    ("电梯档案 首页（本院 12.5%）", "yewu", LIFTS, {}),
    ("电梯档案 第 5000 页", "yewu", LIFTS, {"pageNo": "5000"}),
    ("全库设备 首页（本院）", "yewu", ALL, {}),
    ("全库设备 第 5000 页", "yewu", ALL, {"pageNo": "5000"}),
    ("压力容器 首页", "yewu", "/api/eqd2000tpm/eqd2000tpm/findListBy2000", {}),
    ("电梯档案 首页（一市监管）", "jianguan", LIFTS, {}),
    ("全库设备 首页（一市监管）", "jianguan", ALL, {}),
    ("电梯档案 首页（企业）", "qiye", LIFTS, {}),
    ("电梯档案 首页（大维保单位）", "weibao", LIFTS, {}),
    ("压力容器 首页（大维保单位，一台也没有）", "weibao", "/api/eqd2000tpm/eqd2000tpm/findListBy2000", {}),
    ("电梯档案 首页（全省）", "sysadmin", LIFTS, {}),
    ("电梯档案 一县", "yewu", LIFTS, {"areacode": "330212"}),
    ("电梯档案 只看超期", "yewu", LIFTS, {"overdue": "1"}),
    ("电梯档案 停用", "yewu", LIFTS, {"equstatus": "2"}),
    ("电梯档案 不合格", "yewu", LIFTS, {"unqualified": "1"}),
    ("申报登记 首页", "yewu", MAINS, {}),
    ("检验业务 首页（全部 6,300,000 件中本院的）", "yewu", ITEMS, {}),
    ("检验业务 第 5000 页", "yewu", ITEMS, {"pageNo": "5000"}),
    ("报告录入 待办", "jianyan1", STEP, {"stepcode": "BGLR"}),
    ("任务安排 待办", "diaodu", TASKS, {"stepcode": "RWAP"}),
)


Call = Callable[[str, dict[str, str]], None]


def in_process(at: Server, login: str) -> Call:
    """A function that makes a page inside this process for this account, without HTTP."""
    os.environ.update(TEJIAN_DATA=str(at.data), DATABASE_URL=at.urls.app, TEJIAN_OWNER_URL=at.urls.owner)
    from sqlalchemy import text

    from tejian import main
    from tejian.kit.database import db
    from tejian.kit.web import edge
    from tejian.system.accounts import session

    if db.engine is None:
        main.prepare_process()
    nobody = edge.Caller("/", "", "", "127.0.0.1", "bench")
    with db.new_session.begin() as s:
        user = s.execute(text("select id from sys_user where login = :l"), {"l": login}).scalar_one()
        secret, sid = session.open_session_for(s, user, nobody)

    def call(path: str, asked: dict[str, str]) -> None:
        answer = edge.carry_out(edge.CALLS[path], edge.Caller(path, secret, sid, "127.0.0.1", "bench"), dict(asked))
        assert answer.status_code == 200, path

    return call


def statements(call: Call, path: str, asked: dict[str, str], *, plain: bool = False) -> list[tuple[str, Any]]:
    """The statements of a page, as the server makes them; `plain`: the page and its count as anybody would write them,
    whatever it does to find it sooner."""
    from tejian.kit.database import db
    from tejian.kit.database.statements import compiled
    from tejian.kit.lists import listkeys, listpage

    found: list[tuple[str, Any]] = []
    fetch = db.fetch

    def noted(s: Any, sql: str, values: Any, **how: Any) -> Any:
        if "sys_session" not in sql and not sql.startswith("SET "):  # who asks, and how long it may take
            found.append((sql, values))
        return fetch(s, sql, values, **how)

    def as_anybody(s: Any, asked: Any) -> Any:
        columns = [c.expr.label(c.name) for c in asked.view.columns]
        rows = compiled(asked.sorted(asked.plain.with_only_columns(*columns, maintain_column_froms=True)))
        db.fetch(s, rows.sql, rows.values)
        listkeys.count_of(s, [asked.plain], listkeys.COUNT_CAP)
        return listkeys.Found([], 0)

    plainly = mock.patch.object(listpage, "_found", as_anybody) if plain else nullcontext()
    with mock.patch.object(db, "fetch", noted), plainly:
        call(path, asked)
    return found


def bare(link: psycopg.Connection[Any], asked: list[tuple[str, Any]]) -> Callable[[], None]:
    def work() -> None:
        for sql, values in asked:
            link.execute(sql, values).fetchall()  # type: ignore[call-overload]

    return work


def pages(at: Server) -> Iterator[Line]:
    """Every list by HTTP; and at the server, session and answer included, against its bare statements through the
    driver: the page and its count."""
    options = "-c plan_cache_mode=force_custom_plan -c max_parallel_workers_per_gather=0"
    with psycopg.connect(at.urls.app, autocommit=True, options=options) as link:
        for label, login, path, asked in PAGES:
            browser = at.browser(login)
            served = repeated(partial(browser.ask, path, **asked))
            call = in_process(at, login)
            alone = repeated(bare(link, statements(call, path, asked)))  # the first time it counts, too
            inside = repeated(partial(call, path, asked))
            note = f"服务器内 {inside.p50:.1f}，SQL {alone.p50:.1f}"
            yield Line(label, served.p95, "ms", MOST, inside.p50 / alone.p50, "其 SQL", note, served.p50)


def fragments(at: Server, count: int = 40) -> dict[str, list[str]]:
    """Pieces of what the devices of the account's institute really say, of every kind, always the same ones."""
    drawn = random.Random(7)
    with at.owner() as link:
        rows = link.execute(
            "select equcode, regcode, usecertno, prono, equidentcode, useorgname, usepinyin, useplace"
            " from equipment where equdatasysid like 'f002%%' and cheorgsysid = (select org_id from sys_user"
            " where login = 'yewu') order by md5(equdatasysid) limit %s",
            [count],
        ).fetchall()

    def part(text: str, size: int) -> str:
        start = drawn.randrange(max(1, len(text) - size + 1))
        return text[start : start + size]

    kinds: dict[str, Callable[[Any], str]] = {
        "设备代码 全码": lambda r: r[0],
        "设备代码 末 7 位": lambda r: r[0][-7:],
        "注册代码 中 8 位": lambda r: part(r[1], 8) if r[1] else part(r[0], 8),
        "使用登记证 一段": lambda r: r[2][3:9],
        "出厂编号 5 位": lambda r: part(r[3], 5),
        "识别码 末 6 位": lambda r: r[4][-6:],
        "单位名称 4 字": lambda r: part(r[5], 4),
        "单位名称 2 字": lambda r: part(r[5], 2),
        "拼音首字母 4 位": lambda r: part(r[6], 4),
        "地点 5 字": lambda r: part(r[7], 5),
        "任意 2 字符": lambda r: part(r[drawn.randrange(8)] or r[0], 2),
        "任意 3 字符": lambda r: part(r[drawn.randrange(8)] or r[0], 3),
    }
    return {kind: [cut(r) for r in rows] for kind, cut in kinds.items()}


def searched(browser: Any, path: str, name: str, words: list[str], rounds: int = 2) -> Times:
    """Each word by itself; the first answers to a word are left out, they read from the disk."""
    for word in words:
        browser.ask(path, **{name: word})
    endless = itertools.cycle(words)
    return repeated(lambda: browser.ask(path, **{name: next(endless)}), rounds=rounds * len(words), warm_up=0)


def searches(at: Server) -> Iterator[Line]:
    browser = at.browser("yewu")
    found = fragments(at)
    for kind, words in found.items():
        times = searched(browser, ALL, "keyword", words)
        yield Line(f"综合查询 {kind}", times.p95, "ms", MOST, p50=times.p50)
    for kind in ("设备代码 末 7 位", "使用登记证 一段", "单位名称 4 字", "拼音首字母 4 位", "任意 3 字符"):
        times = searched(browser, MAINS, "keyword", found[kind])
        yield Line(f"申报综合查询 {kind}", times.p95, "ms", MOST, p50=times.p50)
    maintainer = at.browser("weibao")
    for kind in ("设备代码 末 7 位", "单位名称 2 字", "地点 5 字"):
        times = searched(maintainer, LIFTS, "keyword", found[kind])
        yield Line(f"大维保单位查电梯 {kind}", times.p95, "ms", MOST, p50=times.p50)
    mixed = [words[i] for i, words in enumerate(found.values())]
    times = searched(browser, "/api/search/palette", "q", mixed, 6)
    yield Line("顶部查找（设备、单位、申报、业务）", times.p95, "ms", MOST, p50=times.p50)


def desktops(at: Server) -> Iterator[Line]:
    with at.owner() as link:
        row = link.execute("select count(*) from appbuss where step not in ('DONE', 'ENDED', 'VOID')").fetchone()
    running = row[0] if row else 0
    for login, who in (("yewu", "业务科长"), ("jianyan1", "检验员"), ("diaodu", "调度")):
        browser = at.browser(login)
        times = repeated(partial(browser.ask, "/api/home/todo"), rounds=40)
        yield Line(f"工作台 {who}", times.p95, "ms", 30, p50=times.p50, note=f"在办 {running:,} 件")
    browser = at.browser("jianguan")
    times = repeated(lambda: browser.ask("/api/home/supervision", {}), rounds=20)
    yield Line("工作台 监管", times.p95, "ms", p50=times.p50, note="一市 12.5% 的设备，逐项计数")
    door = at.browser("shouli")
    times = repeated(lambda: door.login("shouli"), rounds=30)
    yield Line("登录（argon2id）", times.p95, "ms", 150, p50=times.p50)


def lines(at: Server) -> list[Line]:
    return [*pages(at), *searches(at), *desktops(at)]
