"""Asks the solver for tours, in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .comparing import better, first_fit
from .problem import Problem, Tours
from .splitting import part, parts

ENGINE = "tejian.inspection.planning.engine"
SERVER = Path(__file__).resolve().parents[3]
PATIENCE = 600  # seconds after which a search is given up as broken; it ends by itself long before


class Unsolved(Exception):
    """The solver did not answer: it is not installed, or broke."""


def solved(problem: Problem, done: Callable[[float], None] = lambda _share: None) -> Tours:
    """The tours of a plan; never worse than first come, first fitted in. Raises Unsolved.

    A long plan is solved week by week; `done` is told the share that is.
    """
    simple = first_fit(problem)
    weeks = parts(problem)
    tours: list[list[int]] = [[] for _ in problem.shifts]
    taken: set[int] = set()
    for n, shifts in enumerate(weeks, 1):
        start = [[stop for stop in tour if stop not in taken] for tour in simple]
        own = part(problem, shifts, taken, start)
        for shift, tour in zip(shifts, _asked(own.as_json(start)), strict=True):
            tours[shift] = [own.stops[stop] for stop in tour]
            taken.update(tours[shift])
        done(n / len(weeks))
    return better(problem, tours, simple)


def _asked(sent: dict[str, Any]) -> list[list[int]]:
    try:
        ran = subprocess.run(
            [sys.executable, "-m", ENGINE],
            input=json.dumps(sent),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            cwd=SERVER,
        )
    except subprocess.TimeoutExpired:
        raise Unsolved("求解超过十分钟没有结果，请减少天数") from None
    if ran.returncode:
        lacking = "No module named 'ortools'" in ran.stderr
        raise Unsolved("没有安装求解器（ortools），请系统管理员安装依赖" if lacking else "求解器异常结束")
    tours: list[list[int]] = json.loads(ran.stdout)
    return tours
