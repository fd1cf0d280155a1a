"""The bench of work on everything at once: import, export, recomputation, quality, a batch, one large save.

    .venv/bin/python bench/measure/bulk.py --url http://127.0.0.1:8000 --data DIR

Each thing has a ratio to a bare one of the same run. It writes: use a database that may be thrown away.
"""

import argparse
import http.client
import json
import os
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import psycopg
import python_calamine
import xlsxwriter

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from measure.common import Browser, Line, Server, table
from tejian.archives.common.identifiers import make_equipment_code
from tejian.demo.journey import flat
from tejian.kit.database.db import new_id

VIEW = "eqd_elevator_list"
MEGA = 1 << 20


class Memory:
    """The most memory that the server's Python processes, or one process, held together while something ran, in MB."""

    def __init__(self, data: Path | None):
        self.processes = [p for p in psutil.process_iter() if _serves(p, data)] if data else [psutil.Process()]
        self.before = self.now()
        self.most = self.before
        self.running = True
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def now(self) -> float:
        held = 0
        for process in {*self.processes, *self._begun()}:
            with suppress(psutil.Error):
                held += process.memory_info().rss
        return held / MEGA

    def _begun(self) -> Iterator[psutil.Process]:
        """What those processes began meanwhile: large workbooks are written by one."""
        for process in self.processes:
            with suppress(psutil.Error):
                yield from process.children()

    def _watch(self) -> None:
        while self.running:
            self.most = max(self.most, self.now())
            time.sleep(0.25)

    def __enter__(self) -> "Memory":
        self.thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.running = False
        self.thread.join()

    @property
    def growth(self) -> float:
        return self.most - self.before


def _serves(process: psutil.Process, data: Path) -> bool:
    with suppress(psutil.Error):
        return "python" in process.name() and str(data) in " ".join([*process.cmdline(), *process.environ().values()])
    return False


def workbook(path: Path, head: list[str], row: dict[str, Any], rows: int, bad: int) -> None:
    """A file of lifts: `bad` of them have a speed that no lift has."""
    with xlsxwriter.Workbook(str(path), {"constant_memory": True}) as book:
        sheet = book.add_worksheet()
        for i, name in enumerate(head):
            sheet.write_string(0, i, name)
        stamp = int(time.time()) % 10_000
        for n in range(1, rows + 1):
            mine = {**row, "*出厂编号(产品编号)": f"B{stamp}-{n}"}
            mine["设备代码"] = make_equipment_code("3110", f"{n // 10_000:02d}{stamp % 1000:03d}", 2020, n % 10_000)
            if n <= bad:
                mine["额定速度（m/s）"] = 99
            for i, name in enumerate(head):
                if name in mine:
                    sheet.write(n, i, mine[name])


def upload(browser: Browser, path: Path, mode: str) -> dict[str, Any]:
    """Send a file as the dialog does and wait for its end."""
    edge = "tejian-bench"
    fields = "".join(
        f'--{edge}\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n'
        for k, v in (("viewNo", VIEW), ("mode", mode))
    )
    head = f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="lifts.xlsx"\r\n\r\n'
    body = fields.encode() + head.encode() + path.read_bytes() + f"\r\n--{edge}--\r\n".encode()
    kind = {"Content-Type": f"multipart/form-data; boundary={edge}", "Cookie": browser.cookie}
    link = http.client.HTTPConnection(browser.host, browser.port, timeout=120)
    link.request("POST", f"/api/import/start?__sid={urllib.parse.quote(browser.sid)}", body, kind)
    run: dict[str, Any] = json.loads(link.getresponse().read())["data"]
    while not run["ended"]:
        time.sleep(0.1)
        run = browser.data("/api/import/progress", id=run["id"])
    return run


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    out = work()
    return time.perf_counter() - start, out


IMPORTED, EXPORTED, BATCH, BAD = 100_000, 200_000, 200, 37
SAVES = 40
LIST = "/api/eqd3000tpm/eqd3000tpm/findListBy3000"


def columns(link: psycopg.Connection[Any], table: str) -> list[str]:
    """The columns of a table that a statement may write."""
    found = link.execute(
        "select column_name from information_schema.columns where table_schema = 'public'"
        " and table_name = %s and is_generated = 'NEVER'",
        [table],
    )
    return [n for (n,) in found]


def copied(link: psycopg.Connection[Any], table: str, own: dict[str, str], tail: str) -> int:
    """Insert copies of rows `e` of a table; `own` says what differs. Gives how many were made."""
    names = columns(link, table)
    values = [own.get(n, f'e."{n}"') for n in names]
    text = f"insert into {table} ({', '.join(chr(34) + n + chr(34) for n in names)}) select {', '.join(values)} {tail}"
    return link.execute(text).rowcount  # type: ignore[arg-type]


def multiply(at: Server, browser: Browser, wanted: int) -> None:
    """Copy one lift until whoever exports sees `wanted` of them."""
    seen = browser.data(LIST, pageSize="1", exactCount="1")
    count = wanted - seen["count"]
    assert count >= 0, "more lifts than one export may hold"
    if count == 0:
        return
    own = {"equdatasysid": "md5('bench' || g)", "equcode": "'BENCH' || g", "prono": "'BENCH' || g"}
    own |= {"ele96333code": "''", "usecertno": "''"}
    one = f"'{seen['list'][0]['id']}'"
    with at.owner() as link:
        copied(link, "equipment", own, f"from equipment e, generate_series(1, {count}) g where e.equdatasysid = {one}")
        link.execute("vacuum analyze equipment")


def bare_copy(at: Server, rows: int) -> float:
    """Seconds of a COPY of as many devices into an empty table with the same indexes."""
    with at.owner() as link:
        names = ", ".join(f'"{n}"' for n in columns(link, "equipment"))
        out = f'copy (select {names} from equipment where "equDel" = 0 limit {rows}) to stdout'
        with link.cursor().copy(out) as read:  # type: ignore[arg-type]
            content = [bytes(block) for block in read]
        link.execute("create temp table bare (like equipment including all)")
        start = time.perf_counter()
        with link.cursor().copy(f"copy bare ({names}) from stdin") as write:  # type: ignore[arg-type]
            for block in content:
                write.write(block)
        return time.perf_counter() - start


@contextmanager
def meanwhile(at: Server) -> Iterator[list[float]]:
    """The times (ms) of a list page that somebody else asks for all the while."""
    times: list[float] = []
    running = threading.Event()
    running.set()

    def ask() -> None:
        other = at.browser("shouli")
        while running.is_set():
            times.append(timed(lambda: other.ask(LIST, pageSize="20"))[0] * 1000)
            time.sleep(0.05)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    try:
        yield times
    finally:
        running.clear()
        thread.join(60)


def p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)] if times else 0.0


def imported(at: Server, folder: Path) -> Iterator[Line]:
    browser = at.browser()
    head = [c["label"] for c in browser.data("/api/import/config", viewNo=VIEW)["columns"]]
    unit = browser.data("/api/common/getUnitList", name="")[0]["code"]
    row: dict[str, Any] = {"*设备类别（品种）": "曳引驱动乘客电梯", "*设备名称": "客梯", "*型号(规格)": "MAX-V"}
    row |= {"*制造日期": "2020-03-01", "*制造单位名称": unit, "*使用单位名称": unit, "*设备所在区划": "330212"}
    row |= {"*设备使用地点": "鄞县大道", "层数（层）": 18, "站数（站）": 18, "门数（门）": 18}
    row |= {"额定载重量（kg）": 1000, "额定速度（m/s）": 1.75}
    path = folder / "lifts.xlsx"
    workbook(path, head, row, IMPORTED, BAD)
    read, _ = timed(lambda: python_calamine.CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python())
    with Memory(at.data) as memory:
        took, run = timed(lambda: upload(browser, path, "valid"))
    assert (run["written"], run["bad"]) == (IMPORTED - BAD, BAD), run
    bare = read + bare_copy(at, IMPORTED)
    yield Line(f"导入 {IMPORTED} 行", took, "s", 120, took / bare, "读出同一文件并 COPY 同样多的行")
    yield Line("导入时内存增长", memory.growth, "MB", 300)


def exported(at: Server) -> Iterator[Line]:
    browser = at.browser()
    multiply(at, browser, EXPORTED)
    browser.connection = http.client.HTTPConnection(browser.host, browser.port, timeout=600)
    with meanwhile(at) as before:
        time.sleep(5)
    with Memory(at.data) as memory, meanwhile(at) as during:
        took, content = timed(lambda: browser.ask("/api/layout/export", viewNo=VIEW, equclass="3000"))
    with at.owner() as link, link.cursor().copy("copy (select * from equipment limit 200000) to stdout") as out:
        bare, _ = timed(lambda: sum(len(block) for block in out))
    note = f"{len(content) / MEGA:.0f} MB"
    yield Line(f"导出 {EXPORTED} 行", took, "s", 40, took / bare, "COPY 出同样多的行", note)
    yield Line("导出时内存增长", memory.growth, "MB", 150)
    yield Line("导出时他人列表 p95", p95(during), "ms", 2 * p95(before), p95(during) / p95(before), "导出前的 p95")


def recomputed(at: Server) -> Iterator[Line]:
    """A preview over everything, then the writing of all that it found."""
    browser = at.browser("sysadmin")
    run: dict[str, Any] = {"state": "waiting"}

    def until(path: str, **form: Any) -> None:
        run.update(browser.data(f"/api/dateRun/{path}", form))
        while run["state"] in ("waiting", "counting", "writing"):
            time.sleep(0.2)
            run.update(browser.data("/api/dateRun/detail", id=run["id"]))

    with Memory(at.data) as memory:
        took, _ = timed(lambda: until("begin", reason="bench"))
    assert run["state"] == "ready", run
    with at.owner() as link, link.transaction(), link.cursor("bare") as rows:
        rows.itersize = 5_000
        rows.execute("select equdatasysid, inspdate, ninspdate, params from equipment")
        bare, _ = timed(lambda: sum(1 for _ in rows))
    passed, changed = run["passed"], run["changed"]
    note = f"{changed} 处不同，{changed / max(1, passed):.1%}"
    yield Line(f"重算 {passed} 台设备的下次日期（预览）", took, "s", 60, took / bare, "读出所有设备的日期与参数", note)
    yield Line("预览时内存增长", memory.growth, "MB")
    if not changed:
        browser.data("/api/dateRun/drop", {"id": run["id"], "version": run["version"]})
        return
    with Memory(at.data) as memory:
        took, _ = timed(lambda: until("confirm", id=run["id"], version=run["version"], later="1"))
    assert run["state"] == "done", run
    each = f"每处 {took / changed * 1000:.2f} ms，跳过 {run['skipped']} 处，+{memory.growth:.0f} MB"
    yield Line(f"写入确认的 {run['written']} 处日期", took, "s", note=each)


def checked(at: Server) -> Iterator[Line]:
    """The nightly check of everything, in this process: what else the server does is not in its figures."""
    os.environ.update(TEJIAN_DATA=str(at.data), DATABASE_URL=at.urls.app)
    from tejian import areas
    from tejian.archives.care.quality.running import refresh_all
    from tejian.kit.database import db

    areas.load()
    db.configure(at.urls.app)
    with Memory(None) as memory:
        took, passed = timed(lambda: max(refresh_all()))
    with at.owner() as link:
        bare, _ = timed(
            lambda: link.execute("select count(*) from equipment e where e::text like '%%没有%%'").fetchall()
        )
    note = f"+{memory.growth:.0f} MB"
    yield Line(f"核查 {passed} 台设备的质量", took, "s", 300, took / bare, "把每台设备读成文字一遍", note)


def accepted(at: Server) -> Iterator[Line]:
    """A batch of declarations at the step of acceptance, copied from one that stands there."""
    browser = at.browser("shouli")
    with at.owner() as link:
        one = link.execute("select id from appmain where step = 'YWSL' and equclass = '3000' limit 1").fetchone()
        assert one, "no declaration waits for its acceptance"
        ids = [new_id() for _ in range(BATCH)]
        for i, key in enumerate(ids):
            own = {"id": f"'{key}'", "appno": f"'B{key[-18:]}'", "equcount": "1", "earlyreason": "'批量'"}
            copied(link, "appmain", own, f"from appmain e where id = '{one[0]}'")
            own = {"id": f"'{new_id()}'", "appmain_id": f"'{key}'"}
            own["equdatasysid"] = (
                "(select equdatasysid from equipment where equclass = '3000' and equstatus = '1' and \"equDel\" = 0"
                f" order by equdatasysid offset {i} limit 1)"
            )
            copied(link, "appitem", own, f"from appitem e where appmain_id = '{one[0]}' order by seq limit 1")
        read = link.execute("select version from appmain where id = %s", [ids[0]]).fetchone()
    empty = sorted(timed(lambda: browser.data("/a/loginConfig"))[0] for _ in range(50))[25]
    sent = {"ids": ",".join(ids), "version": ",".join([str(read and read[0])] * BATCH)}
    took, done = timed(lambda: browser.data("/api/appmain/submitAppMainAccept", sent))
    assert done["count"] == BATCH, done
    yield Line(f"批量受理 {BATCH} 份申报", took, "s", 2, took / empty, "空答复")


def saved(at: Server) -> Iterator[Line]:
    """Saving all items of one original record, by its inspector."""
    with at.owner() as link:
        found = link.execute(
            "select b.id, u.login from appbuss b join sys_user u on u.id = b.scinspector"
            " join original_record r on r.appbuss_id = b.id where b.step = 'BGLR' and r.template = 'DT-DJ' limit 1"
        ).fetchone()
    assert found, "no record is being written"
    browser = at.browser(found[1])
    screen = browser.data("/api/appbuss/getItem", {"id": found[0]})
    items, version = screen["items"], screen["version"]

    def save(n: int) -> None:
        """Another note each time: the same save within five seconds gets the first answer again."""
        nonlocal version
        results = [{"seq": i["seq"], "r": "√", "v": i["values"], "n": f"第{n}次"} for i in items]
        sent = {"id": found[0], "version": version, "results": results}
        version = browser.data("/api/appbuss/saveRecord", dict(flat(sent)))["version"]

    save(0)
    times = sorted(timed(partial(save, n))[0] * 1000 for n in range(1, SAVES + 1))
    empty = sorted(timed(lambda: browser.data("/a/loginConfig"))[0] * 1000 for _ in range(50))[25]
    half = times[SAVES // 2]
    yield Line(f"保存 {len(items)} 项原始记录", half, "ms", 40, half / empty, "空答复", f"p95 {p95(times):.0f} ms")


def lines(at: Server) -> list[Line]:
    """Everything, the small things first: an import leaves work for the jobs."""
    with tempfile.TemporaryDirectory() as folder:
        out = [*saved(at), *accepted(at), *recomputed(at), *checked(at), *exported(at)]
        return [*out, *imported(at, Path(folder))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", required=True)
    parser.add_argument("--data", type=Path, required=True, help="the data folder of that server")
    given = parser.parse_args()
    found = lines(Server(given.url, given.data))
    print(table(found))
    return int(any(x.missed for x in found))


if __name__ == "__main__":
    raise SystemExit(main())
