"""`./test --faults`: seeds one fault after the other into a copy of the server and demands that a test turns red.

One PostgreSQL and one template database serve all runs; two copies of the server are worked on side by side. The
unchanged copy must be green for the same tests.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, Queue

from tools.fault import Fault
from tools.planted import FAULTS

ROOT = Path(__file__).resolve().parents[2]
LANES = 2
NEEDED = ("server", "pyproject.toml", "web/package-lock.json")
LOADED = ("data/roles.csv",)  # what an installation reads into its database once
NO_TESTS = 5  # what pytest answers when it has found none


class Lane:
    """A copy of the server that is changed, tested and put back."""

    def __init__(self, folder: Path, name: str):
        self.root, self.name = folder / name, name
        self.root.mkdir()
        for one in NEEDED:
            target = self.root / one
            target.parent.mkdir(exist_ok=True)
            if (ROOT / one).is_dir():
                shutil.copytree(ROOT / one, target, ignore=shutil.ignore_patterns("__pycache__"), symlinks=True)
            else:
                shutil.copy(ROOT / one, target)
        self.tick = int(time.time())

    def _write(self, file: Path, text: str) -> None:
        """A compiled file is known by the second of its source: no two states share one."""
        self.tick += 2
        file.write_text(text, encoding="utf-8")
        os.utime(file, (self.tick, self.tick))

    def seeded(self, fault: Fault) -> tuple[bool, str]:
        """Whether the fault turns its tests red, and the last line of what they said."""
        file = self.root / "server" / "tejian" / fault.file
        good = file.read_text(encoding="utf-8")
        if good.count(fault.old) != 1:
            return False, f"«{fault.old.strip()[:60]}» stands {good.count(fault.old)} times in {fault.file}"
        self._write(file, good.replace(fault.old, fault.new))
        try:
            code, said = self.tested([fault.tests], fault.only, "-x", own=fault.file in LOADED)
        finally:
            self._write(file, good)
        last = said.rstrip().splitlines()[-1] if said.strip() else "nothing was said"
        return code != 0 and " failed" in last, f"{last} (exit code {code})"

    def tested(self, tests: Sequence[str], only: str, *more: str, own: bool = False) -> tuple[int, str]:
        """What these tests say; with a database of their `own` where that of all holds what the fault changes."""
        where = [f"server/tests/{one}" for one in tests]
        asked = ["-k", only] if only else []
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-n",
                "0",
                "--tb=no",
                "-p",
                "no:cacheprovider",
                *more,
                *where,
                *asked,
            ],
            cwd=self.root,
            env=({n: v for n, v in os.environ.items() if n != "TEJIAN_TEST_RUN"} if own else {**os.environ})
            | {"PYTHONPATH": str(self.root / "server"), "PYTEST_XDIST_WORKER": self.name},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stderr + done.stdout  # the last line is what pytest counts


def green(lane: Lane, faults: Sequence[Fault]) -> list[str]:
    """What the unchanged copy fails of the tests of these faults: nothing."""
    by_file: dict[str, set[str]] = {}
    for fault in faults:
        by_file.setdefault(fault.tests, set()).add(fault.only)
    wrong = []
    for tests, words in sorted(by_file.items()):
        code, said = lane.tested([tests], "" if "" in words else " or ".join(f"({w})" for w in sorted(words)))
        if code:
            wrong.append(f"{tests}\n{said[-3000:]}")
    return wrong


def run(wanted: str = "") -> int:
    """Seed all faults, or those whose name holds `wanted`; gives the exit code."""
    from tests import database

    faults = [f for f in FAULTS.values() if wanted in f.name]
    if not faults:
        print(f"no fault is called {wanted}")
        return 1
    started, red = time.monotonic(), 0
    folder = Path(tempfile.mkdtemp(prefix="tejian-faults-", dir="/tmp"))
    lock, left, wrong = threading.Lock(), Queue[Fault](), list[str]()

    def work(lane: Lane, first: bool) -> None:
        nonlocal red
        if first:
            wrong.extend(green(lane, faults))
        while not wrong:
            try:
                fault = left.get_nowait()
            except Empty:
                return
            began = time.monotonic()
            good, said = lane.seeded(fault)
            with lock:
                red += good
                mark = "red" if good else "GREEN"
                print(f"{mark:6} {fault.name:52} {time.monotonic() - began:5.1f} s  {'' if good else said}", flush=True)

    for fault in faults:
        left.put(fault)
    database.start()
    try:
        database.template()
        lanes = [Lane(folder, f"lane{n}") for n in range(min(LANES, len(faults)))]
        threads = [threading.Thread(target=work, args=(lane, n == 0)) for n, lane in enumerate(lanes)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        database.finish()
        shutil.rmtree(folder, ignore_errors=True)
    for said in wrong:
        print(f"the unchanged server is not green: {said}")
    print(f"{time.monotonic() - started:.0f} s\n{red} of {len(faults)} red", flush=True)
    return 0 if red == len(faults) and not wrong else 1
