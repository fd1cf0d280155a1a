"""The bench of the archives: import of 10,000 lifts, export of 50,000 devices, a detail page, on a running server.

    .venv/bin/python bench/archives.py --url http://127.0.0.1:8000 --data DIR

Prints a Markdown table: seconds, growth of the memory of the server's processes meanwhile, the ratio to the bare work
of the same run (writing and reading such a workbook without the platform), and the limits. It writes: use a demo
database that may be thrown away.
"""

import argparse
import http.client
import json
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import psycopg
import python_calamine
import xlsxwriter

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "server"))
sys.path.insert(0, str(ROOT / "bench"))

from foundation import Browser  # noqa: E402

from tejian.archives.identifiers import make_equipment_code  # noqa: E402
from tejian.ops import postgres  # noqa: E402

VIEW = "eqd_elevator_list"
MEGA = 1 << 20


class Memory:
    """The most memory that the server's Python processes held together while something ran, in MB."""

    def __init__(self, data: Path):
        self.processes = [p for p in psutil.process_iter() if _serves(p, data)]
        self.before = self.now()
        self.most = self.before
        self.running = True
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def now(self) -> float:
        held = 0
        for process in self.processes:
            with suppress(psutil.Error):
                held += process.memory_info().rss
        return held / MEGA

    def _watch(self) -> None:
        while self.running:
            self.most = max(self.most, self.now())
            time.sleep(0.05)

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


COPIES = """
insert into equipment ({names}) select {values} from equipment e, generate_series(1, %(count)s) g
where e.equdatasysid = (select equdatasysid from equipment where equclass = '3000' and "equDel" = 0 limit 1)
"""


def multiply(data: Path, wanted: int) -> None:
    """Copy one lift until there are `wanted` devices to export."""
    with psycopg.connect(postgres.urls(data).owner, autocommit=True) as link:
        have = link.execute('select count(*) from equipment where "equDel" = 0').fetchone()
        count = wanted - (have[0] if have else 0)
        if count <= 0:
            return
        found = link.execute(
            "select column_name from information_schema.columns"
            " where table_name = 'equipment' and is_generated = 'NEVER'"
        )
        names = [n for (n,) in found]
        own = {"equdatasysid": "md5('bench' || g)", "equcode": "'BENCH' || g", "prono": "'BENCH' || g"}
        values = [own.get(n, f'e."{n}"') for n in names]
        text = COPIES.format(names=", ".join(f'"{n}"' for n in names), values=", ".join(values))
        link.execute(text, {"count": count})  # type: ignore[call-overload]
        link.execute("vacuum analyze equipment")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", required=True)
    parser.add_argument("--data", type=Path, required=True, help="the data folder of that server")
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--export", type=int, default=50_000)
    given = parser.parse_args()
    at = urllib.parse.urlsplit(given.url)
    browser = Browser(at.hostname or "127.0.0.1", at.port or 80)
    browser.login("yewu")
    lines: list[tuple[str, str, str, str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        config = browser.data("/api/import/config", viewNo=VIEW)
        head = [c["label"] for c in config["columns"]]
        units = browser.data("/api/common/getUnitList", name="")
        row = {
            "*设备类别（品种）": "曳引驱动乘客电梯",
            "*设备名称": "客梯",
            "*型号(规格)": "MAX-V",
            "*制造日期": "2020-03-01",
        }
        row |= {"*制造单位名称": units[0]["code"], "*使用单位名称": units[0]["code"], "*设备所在区划": "330212"}
        row |= {"*设备使用地点": "鄞县大道", "层数（层）": 18, "站数（站）": 18, "门数（门）": 18}
        row |= {"额定载重量（kg）": 1000, "额定速度（m/s）": 1.75}
        path = Path(folder) / "lifts.xlsx"
        bare, _ = timed(lambda: workbook(path, head, row, given.rows, 37))
        read, _ = timed(lambda: python_calamine.CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python())
        with Memory(given.data) as memory:
            took, run = timed(lambda: upload(browser, path, "valid"))
        assert (run["written"], run["bad"]) == (given.rows - 37, 37), run
        ratio = f"{took / read:.0f}× 读出同一文件"
        lines.append(
            (f"导入 {given.rows} 行（37 行有错）", f"{took:.1f} s", f"+{memory.growth:.0f} MB", ratio, "30 s，300 MB")
        )
    multiply(given.data, given.export)
    with Memory(given.data) as memory:
        took, content = timed(lambda: browser.ask("/api/layout/export", viewNo="eqd_elevator_list", equclass="3000"))
    ratio = f"{len(content) / MEGA:.1f} MB，写 {given.rows} 行空白工作簿 {bare:.1f} s"
    lines.append((f"导出约 {given.export} 行", f"{took:.1f} s", f"+{memory.growth:.0f} MB", ratio, "15 s，内存平稳"))
    ids = [r["id"] for r in browser.data("/api/eqd3000tpm/eqd3000tpm/findListBy3000", pageSize="100")["list"]]
    times = sorted(timed(lambda i=i: browser.data("/api/eqd3000tpm/eqd3000tpm/getDetailBy3000", id=i))[0] for i in ids)
    empty = sorted(timed(lambda: browser.data("/a/loginConfig"))[0] for _ in range(100))
    half, last = times[len(times) // 2] * 1000, times[int(len(times) * 0.95)] * 1000
    ratio = f"{half / (empty[50] * 1000):.1f}× 空答复"
    lines.append(("设备详情", f"p50 {half:.0f} ms，p95 {last:.0f} ms", "", ratio, "80 ms"))
    print("| 项目 | 用时 | 内存 | 比较 | 上限 |\n|---|---|---|---|---|")
    for line in lines:
        print("| " + " | ".join(line) + " |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
