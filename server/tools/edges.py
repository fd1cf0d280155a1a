"""`./test --edges`: turns every place of the rules where an edge lies to its neighbour, and demands a red test.

In a copy of the server every place gets a switch (tools/places.py). The concerned tests run once and note which of them
come to a place and where the neighbour would give another value; then each place is turned in a forked child of one
process, against those tests, the quickest first (tools/edge_runs.py). What was found is kept in var/edges, so a run
goes on where the one before ended. Places whose neighbour cannot matter are named with their reason in
edges_excused.csv.
"""

import csv
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.places import PRODUCT, SERVER, SWITCH, Place, modules, turned

ROOT = SERVER.parent
KEPT = ROOT / "var" / "edges"
EXCUSED = Path(__file__).with_name("edges_excused.csv")
NEEDED = ("server", "pyproject.toml", "web/package-lock.json")
ENOUGH = 0.95  # of the places that can matter, how many must be red
TESTED = 8.0  # seconds after which no further test is begun against one place
AT_MOST = 80  # tests with a database against one place; of the others all
MOST_EARLY = 40  # tests against a place that is come to while modules are read
WARMED = 5  # of them, how many the parent runs before
BATCH = 150  # places that one process turns
ENDLESS = 90.0  # seconds more, after which the test that runs will not end
WARM = '''"""Makes the database before the children begin."""


def test_the_copy_is_warm(engine: object) -> None:
    assert engine
'''


# what cannot matter


@dataclass(frozen=True)
class Excuse:
    """Places of a function with this text; a module may move, so it is not named."""

    area: str
    function: str
    text: str
    becomes: str
    reason: str

    def fits(self, place: Place) -> bool:
        return (self.area, self.function, self.text, self.becomes) == (
            place.area,
            place.function,
            place.text,
            place.becomes,
        )


def excuses() -> list[Excuse]:
    with EXCUSED.open(encoding="utf-8", newline="") as file:
        return [Excuse(**row) for row in csv.DictReader(file)]


def unused(found: Sequence[Place]) -> list[Excuse]:
    """Reasons for places that are not there."""
    there = {(p.area, p.function, p.text, p.becomes) for p in found}
    return [e for e in excuses() if (e.area, e.function, e.text, e.becomes) not in there]


# the copy


@dataclass
class Copy:
    """The server with a switch at every place; a place is known in it by its number."""

    root: Path
    places: list[Place] = field(default_factory=list)

    @property
    def server(self) -> Path:
        return self.root / "server"

    def make(self) -> None:
        for one in NEEDED:
            target = self.root / one
            target.parent.mkdir(exist_ok=True, parents=True)
            if (ROOT / one).is_dir():
                shutil.copytree(ROOT / one, target, ignore=shutil.ignore_patterns("__pycache__"), symlinks=True)
            else:
                shutil.copy(ROOT / one, target)
        kinds: list[tuple[str, ...]] = []
        for file in modules():
            text, turner = turned(file, len(self.places))
            (self.server / "tejian" / file.relative_to(PRODUCT)).write_text(text, encoding="utf-8")
            self.places += turner.places
            kinds += turner.kinds
        shutil.copy(Path(__file__).with_name(f"{SWITCH}.py"), self.server)
        (self.server / "edge_kinds.json").write_text(json.dumps(kinds))
        (self.server / "tests" / "test_warm.py").write_text(WARM)

    def tested(self, job: dict[str, Any], tests: Sequence[str], **environment: str) -> int:
        asked = self.root / "job.json"
        asked.write_text(json.dumps(job, ensure_ascii=False), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--tb=no", "-p", "no:cacheprovider", "--no-header"]
        done = subprocess.run(
            [*command, "-p", "tools.edge_runs", *tests],
            cwd=self.root,
            env=os.environ | {"PYTHONPATH": str(self.server), "EDGE_JOB": str(asked)} | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 1):
            print((done.stdout + done.stderr)[-3000:])
        return done.returncode


@contextmanager
def copied() -> Iterator[Copy]:
    folder = Path(tempfile.mkdtemp(prefix="tejian-edges-", dir="/tmp"))
    try:
        copy = Copy(folder)
        copy.make()
        yield copy
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# which tests concern a place


def test_files(areas: set[str], *, whole: bool) -> list[str]:
    """Tests of the areas by the name of their folder, those of the rules, and those that name a module of the kit; the
    quick ones, or all."""
    from tests import quick

    tests = SERVER / "tests"
    folders = {"rules", "golden", *areas}
    found = {f for one in folders for f in (tests / one).glob("test_*.py")}
    found |= {tests / "walks" / "test_guards.py"}
    if "kit" in areas:
        words = [f"kit.{m.stem}" for m in modules("kit")] + [f"import {m.stem}" for m in modules("kit")]
        found |= {f for f in tests.rglob("test_*.py") if any(w in f.read_text("utf-8") for w in words)}
    alone = {tests / "races", tests / "ops", tests / "security"}
    found = {f for f in found if f.parent not in alone}
    if not whole:
        found = {f for f in found if not (quick.is_left_out(f) or quick.is_left_out(f.parent))}
    return sorted((str(f.relative_to(ROOT)) for f in found), key=lambda f: ("/rules/" not in f, f))


def digest(file: str) -> str:
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16]


class Known:
    """What earlier runs found: tests and the places they come to, places and their colour."""

    def __init__(self) -> None:
        KEPT.mkdir(parents=True, exist_ok=True)
        self.map = KEPT / "tests.json"
        self.noted = KEPT / "noted.jsonl"
        self.results = KEPT / "places.json"
        self.tests: dict[str, Any] = json.loads(self.map.read_text()) if self.map.exists() else {}
        self.places: dict[str, Any] = json.loads(self.results.read_text()) if self.results.exists() else {}

    def save(self) -> None:
        for file, held in ((self.map, self.tests), (self.results, self.places)):
            file.write_text(json.dumps(held, ensure_ascii=False, indent=0), encoding="utf-8")

    def note(self, copy: Copy, files: Sequence[str]) -> None:
        """Run the tests that changed since they were noted, and keep which places they come to."""
        self.absorb()
        stale = [f for f in files if self.tests.get(f, {}).get("digest") != digest(f)]
        if not stale:
            return
        print(f"noting {len(stale)} files of tests", flush=True)
        job = {"what": "note", "out": str(self.noted), "keys": [p.key for p in copy.places]}
        copy.tested(job | {"digests": {f: digest(f) for f in stale}}, stale, EDGE_NOTING="1")
        self.absorb()

    def absorb(self) -> None:
        """Take over what was noted, by a run that was broken off too: of it, the files that were done."""
        if not self.noted.exists():
            return
        done: dict[str, Any] = {}
        rows: list[Any] = []
        for row in map(json.loads, self.noted.read_text("utf-8").splitlines()):
            if "done" in row:
                done[row["done"]] = {"digest": row["digest"], "outside": row["outside"], "tests": rows}
                rows = []
            else:
                rows.append(row)
        self.noted.unlink()
        self.tests |= done
        self.save()
        bad = [row["test"] for held in done.values() for row in held["tests"] if not row["green"]]
        if bad:
            print("not green as they stand, so they do not count: " + ", ".join(bad), flush=True)

    def take(self, out: Path, asked: dict[str, list[str]]) -> None:
        """Take over what a process found of places, one that was broken off too."""
        if not out.exists():
            return
        rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
        unsound = {row["unsound"] for row in rows if "unsound" in row}
        if unsound:
            print("red without anything turned, so what they turned red is open: " + ", ".join(sorted(unsound)))
        for row in rows:
            if "unsound" in row or row["by"] in unsound:
                continue
            self.places[row["key"]] = row | {"tests": _mark(asked.get(row["key"], []))}
            if row["state"] == "green":
                print(f"GREEN {row['key']} ({row['seconds']} s)", flush=True)
        out.unlink()
        self.save()

    def of_module(self, module: str) -> list[Any]:
        """The tests that come to any place of a module."""
        found = [
            row
            for held in self.tests.values()
            for row in held["tests"]
            if row["green"] and any(key.startswith(f"{module} · ") for key in row["reached"])
        ]
        return sorted(found, key=lambda row: row["seconds"])

    def concerned(self) -> tuple[dict[str, list[Any]], set[str], set[str]]:
        """Place → tests in which its neighbour gives another value, quickest first; those reached, and those read."""
        by: dict[str, list[Any]] = {}
        reached: set[str] = set()
        outside: set[str] = set()
        for file, held in self.tests.items():
            if not (ROOT / file).exists():
                continue
            outside |= set(held["outside"])
            for row in held["tests"]:
                reached |= set(row["reached"])
                for key in row["differs"] if row["green"] else ():
                    by.setdefault(key, []).append(row)
        for rows in by.values():
            rows.sort(key=lambda row: (not row["pure"], row["seconds"]))
        return by, reached, outside


def _mark(names: Sequence[str]) -> str:
    """Tells whether a place was turned against just these tests."""
    return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]


def _chosen(rows: list[Any]) -> list[Any]:
    """Those without a database first, and of each file its quickest before others: tests of one file say the same."""
    turn: Counter[str] = Counter()
    ranked = []
    for row in rows:
        file = row["test"].split("::")[0]
        turn[file] += 1
        ranked.append((not row["pure"], turn[file] > 2, row["seconds"], row))
    ranked.sort(key=lambda one: one[:3])
    rows = [row for *_, row in ranked]
    quick = [row for row in rows if row["pure"]]
    return [*quick, *rows[len(quick) :][:AT_MOST]]


# the run


def run(only: str = "", area: str = "", *, again: bool = False, whole: bool = False) -> int:
    """Turn all places, or those whose name holds `only` or that belong to `area`; gives the exit code.

    `again`: also what an earlier run found red; `whole`: against the slow tests as well.
    """
    from tests import database

    known, started = Known(), time.monotonic()
    database.start()
    try:
        database.template()
        with copied() as copy:
            wrong = unused(copy.places)
            for excuse in wrong:
                print(f"a reason for what is not there: {excuse.area} {excuse.function} «{excuse.text}»")
            wanted = [p for p in copy.places if only in p.key and area in ("", p.area)]
            if not wanted:
                print("no place is called that")
                return 1
            files = test_files({p.area for p in wanted}, whole=whole)
            known.note(copy, files)
            turn(known, copy, wanted, again)
    finally:
        database.finish()
    known.save()
    good = report(known, wanted)
    print(f"{time.monotonic() - started:.0f} s", flush=True)
    return 0 if good and not wrong else 1


def turn(known: Known, copy: Copy, wanted: Sequence[Place], again: bool) -> None:
    by, reached, outside = known.concerned()
    numbers = {place.key: n for n, place in enumerate(copy.places)}
    excused = excuses()
    known.take(KEPT / "turned.jsonl", {})
    jobs, early = list[dict[str, Any]](), list[Place]()
    for place in wanted:
        if any(e.fits(place) for e in excused):
            continue
        rows = _chosen(by.get(place.key, []))
        names = [row["test"] for row in rows]
        held = known.places.get(place.key)
        if held and not again and (held["state"] == "red" or held["tests"] == _mark(names)):
            continue
        if not rows and place.key in outside:
            early.append(place)
            known.places.setdefault(place.key, {"state": "green", "by": "read", "tests": ""})
            continue
        if not rows:
            where = "reached" if place.key in reached else "never reached"
            known.places[place.key] = {"state": "green", "by": where, "tests": _mark(names)}
            continue
        pure = [row["test"] for row in rows if row["pure"]]
        jobs.append({"id": numbers[place.key], "key": place.key, "tests": names, "pure": pure})
    print(f"{len(jobs)} places to turn of {len(wanted)}", flush=True)
    quick = [job for job in jobs if job["pure"]]
    _batch(known, copy, [job | {"tests": job["pure"]} for job in quick])
    left = [job for job in jobs if known.places.get(job["key"], {}).get("state") != "red"]
    left = [job for job in left if len(job["tests"]) > len(job["pure"])]
    for batch in [left[i : i + BATCH] for i in range(0, len(left), BATCH)]:
        _batch(known, copy, batch, warm=True)
    for place in early:
        _early(known, copy, place, numbers[place.key])


def _early(known: Known, copy: Copy, place: Place, number: int) -> None:
    """A place that is come to while modules are read: turned for a process of its own."""
    out = KEPT / "turned.jsonl"
    rows = [row for row in _chosen(known.of_module(place.module)) if not row["pure"]][:MOST_EARLY]
    names = [row["test"] for row in rows]
    held = known.places.get(place.key)
    if not names or (held and held["state"] == "red") or (held and held["tests"] == _mark(names)):
        return
    job = {"what": "early", "out": str(out), "places": [{"key": place.key, "tests": names}]}
    code = copy.tested(job, sorted({name.split("::")[0] for name in names}), EDGE_ACTIVE=str(number))
    if code and not out.exists():  # it cannot even be read
        out.write_text(json.dumps({"key": place.key, "state": "red", "by": "reading it", "seconds": 0}) + "\n")
    known.take(out, {place.key: names})


def _batch(known: Known, copy: Copy, jobs: list[dict[str, Any]], *, warm: bool = False) -> None:
    """Turn these places in one process and keep what came of it."""
    if not jobs:
        return
    out = KEPT / "turned.jsonl"
    tests = {name.split("::")[0] for job in jobs for name in job["tests"]}
    begun = [name for job in jobs for name in job["tests"][len(job["pure"]) :][:WARMED]] if warm else []
    job = {"what": "turn", "out": str(out), "places": jobs, "seconds": TESTED, "limit": ENDLESS}
    copy.tested(job | {"warm": list(dict.fromkeys(begun))}, ["server/tests/test_warm.py", *sorted(tests)])
    known.take(out, {job["key"]: job["tests"] for job in jobs})


def report(known: Known, wanted: Sequence[Place]) -> bool:
    """Print the colours by module; gives whether enough are red."""
    excused = excuses()
    counts: dict[str, Counter[str]] = {}
    for place in wanted:
        state = "excused" if any(e.fits(place) for e in excused) else known.places.get(place.key, {}).get("state", "?")
        for name in (place.module, place.area, "all"):
            counts.setdefault(name, Counter())[state] += 1
        if state not in ("red", "excused"):
            why = known.places.get(place.key, {}).get("by", "")
            print(f"{state}: {place.key} (line {place.line}) {why}")
    for name, count in counts.items():
        matter = count.total() - count["excused"]
        share = count["red"] / matter if matter else 1.0
        print(f"{name:48} {count.total():5} places {count['red']:5} red {count['excused']:4} excused {share:7.1%}")
    matter = counts["all"].total() - counts["all"]["excused"]
    return not matter or counts["all"]["red"] / matter >= ENOUGH
