"""`./test`: runs every check, independent ones side by side, and counts what passed.

Walks and journeys that repeat one path run for what changed lately and by turns for the rest (tests/turns.py,
web/e2e/turns.json); `--all` runs everything. Each linter, type check or build counts as one; test runners count their
tests. The output of a failed check is shown whole, of a good one only its last line.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVER, WEB = ROOT / "server", ROOT / "web"
sys.path.insert(0, str(SERVER))

from tools import kept_city, lately, midnight  # noqa: E402

PYTHON = sys.executable
BUILD = f'root="{ROOT}"; . "$root/server/tools/setup.sh"; ensure_web'  # the same build as ./run makes

Count = tuple[int, int]


@dataclass(frozen=True)
class Check:
    name: str
    command: Sequence[str] | Callable[[], object]  # a function says what is wrong by what it raises
    folder: Path = ROOT
    env: dict[str, str] = field(default_factory=dict)
    count: Callable[[], Count] | None = None  # reads the result file of a test runner
    after: str = ""  # a check before it that must have passed


@dataclass
class Result:
    check: Check
    passed: int
    failed: int
    seconds: float
    output: str


class Runner:
    """Runs lanes of checks side by side and prints each result as it comes."""

    def __init__(self) -> None:
        self.results: list[Result] = []
        self.processes: set[subprocess.Popen[str]] = set()
        self.lock = threading.Lock()

    def lanes(self, *lanes: list[Check]) -> None:
        threads = [threading.Thread(target=self._lane, args=(lane,)) for lane in lanes if lane]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _lane(self, lane: list[Check]) -> None:
        for check in lane:
            if check.after and not any(r.check.name == check.after and not r.failed for r in self.results):
                self._note(Result(check, 0, 1, 0, f"needs {check.after}"))
            else:
                self.run(check)

    def run(self, check: Check) -> Result:
        started = time.monotonic()
        if callable(check.command):
            try:
                check.command()
            except Exception as wrong:
                return self._note(Result(check, 0, 1, time.monotonic() - started, str(wrong)))
            return self._note(Result(check, 1, 0, time.monotonic() - started, ""))
        try:
            process = subprocess.Popen(
                check.command,
                cwd=check.folder,
                env={**os.environ, **check.env},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
        except OSError as wrong:
            return self._note(Result(check, 0, 1, 0, str(wrong)))
        with self.lock:
            self.processes.add(process)
        output, _ = process.communicate()
        with self.lock:
            self.processes.discard(process)
        passed, failed = (1, 0) if process.returncode == 0 else (0, 1)
        if check.count is not None:
            passed, failed = _counted(check.count, process.returncode)
        return self._note(Result(check, passed, failed, time.monotonic() - started, output))

    def _note(self, result: Result) -> Result:
        with self.lock:
            self.results.append(result)
            mark = "FAILED" if result.failed else "ok"
            numbers = f"{result.passed} passed, {result.failed} failed" if result.check.count else ""
            print(f"{mark:6} {result.check.name:28} {result.seconds:6.1f} s  {numbers}", flush=True)
            if result.failed:
                print("\n".join(f"    {line}" for line in _telling(result.output)), flush=True)
        return result

    def end(self) -> None:
        with self.lock:
            for process in self.processes:
                process.send_signal(signal.SIGINT)

    def total(self) -> Count:
        return sum(r.passed for r in self.results), sum(r.failed for r in self.results)


def _telling(output: str) -> list[str]:
    """What a failed check said: names of failed tests first, then the rest without the dots of those that passed."""
    plain = re.sub(r"\x1b\[[\d;]*m", "", output)  # without colours
    lines = [line for line in plain.rstrip().splitlines() if not re.fullmatch(r"[.s]*\s*\[ *\d+%\]", line)]
    return [line for line in lines if line.lstrip().startswith(("FAILED ", "ERROR ", "FAIL "))] + lines[-400:]


def _counted(count: Callable[[], Count], code: int) -> Count:
    try:
        passed, failed = count()
    except (OSError, ValueError, KeyError, ET.ParseError):
        return 0, 1  # it ended before it could report
    return passed, failed or (1 if code else 0)


def _pytest_count(file: Path) -> Callable[[], Count]:
    def count() -> Count:
        suites = list(ET.parse(file).getroot().iter("testsuite"))
        total, skipped, wrong = (
            sum(int(s.get(name, 0)) for s in suites for name in names)
            for names in (("tests",), ("skipped",), ("failures", "errors"))
        )
        return total - skipped - wrong, wrong

    return count


def _vitest_count(file: Path) -> Callable[[], Count]:
    def count() -> Count:
        told = json.loads(file.read_text())
        broken = sum(1 for f in told["testResults"] if f["status"] == "failed" and not f["assertionResults"])
        return told["numPassedTests"], told["numFailedTests"] + broken

    return count


def _playwright_count(file: Path) -> Callable[[], Count]:
    def count() -> Count:
        stats = json.loads(file.read_text())["stats"]
        return stats["expected"] + stats["flaky"], stats["unexpected"]

    return count


def server_checks(results: Path, *, quick: bool, whole: bool) -> list[Check]:
    python = {"PYTHONPATH": str(SERVER)}
    chosen = [*(["--quick"] if quick else []), *(["--all"] if whole else [])]
    junit = results / "pytest.xml"
    return [
        Check("ruff", [PYTHON, "-m", "ruff", "check", "--quiet", "."]),
        Check("ruff format", [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "."]),
        Check("layers", [PYTHON, "-c", LAYERS], SERVER, python),
        Check("own lint", [PYTHON, str(SERVER / "tools" / "lint.py")]),
        Check("areas described", [PYTHON, str(SERVER / "tools" / "print_areas.py"), "--check"], env=python),
        Check("types of the client", [PYTHON, str(SERVER / "tools" / "print_types.py"), "--check"], env=python),
        Check("mypy", [PYTHON, "-m", "mypy", "--no-error-summary"], env=python),
        Check(
            "server tests",
            [*PYTEST, f"--junitxml={junit}", *chosen],
            env=python,
            count=_pytest_count(junit),
        ),
    ]


PYTEST = [PYTHON, "-m", "pytest", "-q", "-n", "3", "--dist", "worksteal"]
LAYERS = "from importlinter.cli import lint_imports_command; lint_imports_command(['--config', '../.importlinter'])"


def client_checks(results: Path) -> list[Check]:
    if not (WEB / "package.json").exists():
        return []
    vitest = results / "vitest.json"
    npm = ["npm", "run", "--silent"]
    return [
        Check("client lint", [*npm, "lint"], WEB),
        Check("client types", [*npm, "typecheck"], WEB),
        Check(
            "client tests",
            [*npm, "test", "--", "--reporter=default", "--reporter=json", f"--outputFile.json={vitest}"],
            WEB,
            count=_vitest_count(vitest),
        ),
        Check("client build", ["sh", "-euc", BUILD]),
        Check("first load", [*npm, "firstload"], WEB, after="client build"),
        Check("browsers", [*npm, "browsers"], WEB, after="client build"),
    ]


def _in_browser(name: str, results: Path, after: str, url: str = "", specs: Sequence[str] = ()) -> Check:
    """The specs of web/e2e: with an address those that need a platform, without it those of the stand-in server."""
    found = results / f"{name}.json"
    command = ["npm", "run", "--silent", "e2e", "--", "--reporter=list,json", *specs]
    env = {"PLAYWRIGHT_JSON_OUTPUT_NAME": str(found)} | ({"BASE_URL": url} if url else {})
    return Check(name, command, WEB, env, _playwright_count(found), after)


def journeys() -> list[str]:
    """The specs of today: of daily work, those whose folders changed lately, and of the rest whose turn it is."""
    changed = lately.changed()

    def runs(spec: str, touched: str | list[str]) -> bool:
        if touched == "always" or changed is None or lately.is_due(spec, JOURNEY_DAYS):
            return True
        return any(file.startswith((*touched, f"web/e2e/{spec}")) for file in changed)

    return [f"e2e/{spec}" for spec, touched in json.loads(TURNS.read_text()).items() if runs(spec, touched)]


JOURNEY_DAYS = 5
TURNS = WEB / "e2e" / "turns.json"


class City:
    """A platform with the demo city on a fresh data folder, started as a user does.

    Once whole, its backup is kept under what makes it (the product, its packages, the day and the draw), so that the
    next check of the same brings it back instead of letting the city live its two years again.
    """

    def __init__(self, results: Path) -> None:
        port = _free_port()
        self.url, self.data = f"http://127.0.0.1:{port}", results / "var"
        self.command = [PYTHON, "-m", "tejian.cli", "serve", "--port", str(port), "--data", str(self.data)]
        self.env = {**os.environ, "TEJIAN_BASE_URL": f"http://localhost:{port}"}  # security keys need a name
        self.log = results / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def checks(self) -> list[Check]:
        """One core works in each of them, so they run beside the tests."""
        whole = "demo city whole"
        recompute = [PYTHON, str(SERVER / "tools" / "recompute.py"), "--data", str(self.data)]
        believe = [PYTHON, str(ROOT / "bench" / "believe.py"), "--data", str(self.data)]
        journey = [PYTHON, "-m", "tejian.cli", "journey", "--url", self.url]
        return [
            Check("start with demo city", self.start, after="client build"),
            Check(whole, self.wait_until_whole, after="start with demo city"),
            Check("charges and dates of the city", recompute, after=whole),
            Check("an expert believes the city", believe, after=whole),
            Check("journey", journey, env={"PYTHONPATH": str(SERVER)}, after=whole),
        ]

    def start(self) -> None:
        from tejian.ops import server

        if kept := kept_city.find():
            kept_city.bring(kept, self.data)
        with self.log.open("w") as log:
            process = self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=self.env)
        if not server.wait_until_ready(self.url, 900, lambda: process.poll() is not None):
            raise RuntimeError(self.log.read_text())

    def wait_until_whole(self) -> None:
        from tejian.ops import own

        own.wait_until_whole(self.url)
        kept_city.keep(self.data)

    def end(self) -> None:
        from tejian.ops import postgres

        if self.process:
            self.process.terminate()
            self.process.wait(60)
            postgres.remove(self.data)


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def broken() -> int:
    """Each fault of bench/faults.py once under its writers: what is lost, doubled or missing fails."""
    from tejian.ops import postgres

    data = Path(tempfile.mkdtemp(prefix="tejian-broken-", dir="/tmp"))
    command = [PYTHON, str(ROOT / "bench" / "faults.py"), "--data", str(data), "--lost", "--seed", "14"]
    try:
        return subprocess.run([*command, "--port", str(_free_port())], cwd=ROOT, check=False).returncode
    finally:
        postgres.remove(data)
        shutil.rmtree(data, ignore_errors=True)


def main() -> int:
    arguments = argparse.ArgumentParser(prog="./test", description="Check everything.")
    arguments.add_argument("--fast", action="store_true", help="without browser, walks, real servers")
    arguments.add_argument(
        "--all", action="store_true", help="also what is the turn of other days: before a change ends"
    )
    arguments.add_argument("--server", action="store_true", help="only the server's checks")
    arguments.add_argument("--faults", action="store_true", help="seed faults and demand that tests turn red")
    arguments.add_argument("--edges", action="store_true", help="turn each edge of the rules to its neighbour")
    arguments.add_argument("--area", default="", metavar="AREA", help="with --edges: only that area")
    arguments.add_argument("--again", action="store_true", help="with --edges: also what an earlier run found red")
    arguments.add_argument("--whole", action="store_true", help="with --edges: against the slow tests too")
    arguments.add_argument("--calls", type=int, default=0, metavar="N", help="N made inputs for every described call")
    arguments.add_argument("--drill", action="store_true", help="break a running platform in each way, once")
    arguments.add_argument("--only", default="", metavar="NAME", help="of faults or edges: those whose name holds this")
    given = arguments.parse_args()
    os.environ["PYTHONPATH"] = str(SERVER)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # a hundred processes would each compile the whole platform
    for name in ("DATABASE_URL", "TEJIAN_OWNER_URL", "TEJIAN_DATA", "BASE_URL"):
        os.environ.pop(name, None)  # never test on a database somebody uses
    if given.faults:
        from tools import faults

        return faults.run(given.only)
    if given.edges:
        from tools import edges

        return edges.run(given.only, given.area, again=given.again, whole=given.whole)
    if given.calls:
        made = ["server/tests/security/test_openapi.py", f"--examples={given.calls}"]
        return subprocess.run([PYTHON, "-m", "pytest", "-q", "-n", "2", *made], cwd=ROOT, check=False).returncode
    if given.drill:
        return broken()
    if not given.fast:
        midnight.wait()
    from tests import memory

    memory.use()
    runner = Runner()
    results = Path(tempfile.mkdtemp(prefix="tejian-check-", dir="/tmp"))
    city = City(results)
    started = time.monotonic()
    beside: list[Check] = [] if given.server else client_checks(results)
    last: list[Check] = []
    if beside and not given.fast:
        beside += [_in_browser("browser pages", results, "client build"), *city.checks()]
        specs = [] if given.all else journeys()
        last = [_in_browser("browser journeys", results, "demo city whole", city.url, specs)]
    try:
        runner.lanes(server_checks(results, quick=given.fast, whole=given.all), beside)
        runner.lanes(last)  # alone: people do not wait in the queue of the tests
    except KeyboardInterrupt:
        runner.end()
        return 130
    finally:
        city.end()
        shutil.rmtree(results, ignore_errors=True)
    passed, failed = runner.total()
    print(f"{time.monotonic() - started:.0f} s")
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
