"""Asks the solver for tours, in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

from .comparing import better, first_fit
from .problem import Problem, Tours

ENGINE = "tejian.inspection.planning.engine"
SERVER = Path(__file__).resolve().parents[3]
PATIENCE = 600  # seconds after which a search is given up as broken; it ends by itself long before


class Unsolved(Exception):
    """The solver did not answer: it is not installed, or broke."""


def solved(problem: Problem) -> Tours:
    """The tours of a plan; never worse than first come, first fitted in. Raises Unsolved."""
    simple = first_fit(problem)
    sent = json.dumps(problem.as_json() | {"start": simple})
    try:
        ran = subprocess.run(
            [sys.executable, "-m", ENGINE],
            input=sent,
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
    return better(problem, tours, simple)
