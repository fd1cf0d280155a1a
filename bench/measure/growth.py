"""The same figures at growing sizes, as a table and a chart: where a curve bends, something reads what it need not."""

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tejian.ops import postgres

from .common import ROOT, Server, repeated
from .lists import ALL, ITEMS, LIFTS, MAINS, fragments, searched

PORT = 8152
WIDE, HIGH, LEFT, TOP = 640, 360, 60, 20


def database(size: int, sizes: Sequence[int]) -> str:
    """Where this size is kept: the largest in the folder's own database."""
    return postgres.DATABASE if size == max(sizes) else f"{postgres.DATABASE}_{size}"


@contextmanager
def serving(data: Path, name: str) -> Iterator[Server]:
    """One web process over a database of the folder."""
    urls = postgres.urls(data, name)
    given = {"TEJIAN_DATA": str(data), "DATABASE_URL": urls.app, "TEJIAN_OWNER_URL": urls.owner}
    given |= {"PYTHONPATH": str(ROOT / "server")}
    command = [sys.executable, "-m", "uvicorn", "--factory", "tejian.main:create_app", "--port", str(PORT)]
    started = subprocess.Popen([*command, "--log-level", "warning"], env={**os.environ, **given})
    try:
        from tejian.ops.server import wait_until_ready

        if not wait_until_ready(f"http://127.0.0.1:{PORT}", 60, lambda: started.poll() is not None):
            raise SystemExit("the server did not start")
        time.sleep(3)
        yield Server(f"http://127.0.0.1:{PORT}", data, name)
    finally:
        started.send_signal(signal.SIGTERM)
        started.wait(30)


def figures(at: Server) -> dict[str, float]:
    """p95 in milliseconds of what everybody does."""
    desk, found = at.browser("yewu"), fragments(at, 20)
    asked = {
        "电梯列表首页": (LIFTS, {}),
        "电梯列表第 40 页": (LIFTS, {"pageNo": "40"}),
        "只看超期": (LIFTS, {"overdue": "1"}),
        "申报列表": (MAINS, {}),
        "检验业务": (ITEMS, {}),
    }
    out = {label: repeated(partial(desk.ask, p, **a), 40).p95 for label, (p, a) in asked.items()}
    for kind in ("设备代码 末 7 位", "单位名称 2 字", "地点 5 字"):
        out[f"查找 {kind}"] = searched(desk, ALL, "keyword", found[kind]).p95
    worker = at.browser("jianyan1")
    out["检验员工作台"] = repeated(lambda: worker.ask("/api/home/todo", {}), 30).p95
    return out


def grown(data: Path, sizes: Sequence[int], chart: Path | None) -> str:
    """Measure every size and give the table; draw the chart where it is wanted."""
    sizes = sorted(sizes)
    postgres.ensure_running(data)
    found = {}
    for size in sizes:
        with serving(data, database(size, sizes)) as at:
            found[size] = figures(at)
    labels = list(found[sizes[0]])
    head = "| p95 毫秒 | " + " | ".join(f"{s:,} 台" for s in sizes) + " | 增长 |"
    lines = [head, "|---|" + "---:|" * (len(sizes) + 1)]
    for label in labels:
        row = [found[s][label] for s in sizes]
        lines.append(f"| {label} | " + " | ".join(f"{v:.1f}" for v in row) + f" | {row[-1] / row[0]:.1f}× |")
    if chart:
        chart.write_text(drawn(sizes, {label: [found[s][label] for s in sizes] for label in labels}))
    return "\n".join(lines)


def drawn(sizes: Sequence[int], rows: dict[str, list[float]]) -> str:
    """An SVG with both axes in powers of ten."""
    colours = ("#1f77b4", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf")
    low, high = 0.0, 2.0  # 1 to 100 ms

    def across(size: float) -> float:
        return LEFT + (math.log10(size) - math.log10(sizes[0])) / math.log10(sizes[-1] / sizes[0]) * (WIDE - LEFT - 180)

    def down(value: float) -> float:
        return TOP + (high - math.log10(max(1.0, value))) / (high - low) * (HIGH - TOP - 40)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" font-family="sans-serif">']
    out.append(f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>')
    for value in (1, 2, 5, 10, 20, 50, 100):
        y = down(value)
        stroke = "#d62728" if value == 50 else "#e5e5e5"
        out.append(f'<line x1="{LEFT}" x2="{across(sizes[-1])}" y1="{y:.1f}" y2="{y:.1f}" stroke="{stroke}"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" font-size="11" text-anchor="end">{value} ms</text>')
    for size in sizes:
        x = across(size)
        out.append(f'<text x="{x:.1f}" y="{HIGH - 20}" font-size="11" text-anchor="middle">{size:,} 台</text>')
    for i, (label, values) in enumerate(rows.items()):
        points = " ".join(f"{across(s):.1f},{down(v):.1f}" for s, v in zip(sizes, values, strict=True))
        colour = colours[i % len(colours)]
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = TOP + 16 + i * 18
        out.append(f'<text x="{WIDE - 165}" y="{y}" font-size="11" fill="{colour}">{label}</text>')
    return "\n".join([*out, "</svg>\n"])
