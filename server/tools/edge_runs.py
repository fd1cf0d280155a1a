"""What runs the tests of a copy, as a plugin of pytest: once to note which test comes to which place, and then those
tests in a forked child for each place, in which that place is turned.

A child begins where the parent stands, with everything read and the database made, and ends without clearing up: what
the turned place spoiled dies with it. A test that does not come back in its time counts as red.
"""

import asyncio
import gc
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import edge_switch  # type: ignore[import-not-found]
import pytest
from _pytest.runner import runtestprotocol
from anyio.from_thread import start_blocking_portal

JOB: dict[str, Any] = json.loads(Path(os.environ["EDGE_JOB"]).read_text("utf-8"))
# fixtures whose threads do not come along into a child: there they are made anew
WITH_THREADS = {"loop": asyncio.new_event_loop, "portal": lambda: start_blocking_portal().__enter__()}
OWN = {"real", "portal"}  # who brings threads or a database of its own is not for children
BEGUN = ">"  # before a test with a database that a child begins
STUCK: set[str] = set()
NOTHING = -1  # no place
NEEDS = "application"  # the fixture that makes the database


def _told(file: str, row: Any) -> None:
    with Path(file).open("a", encoding="utf-8") as out:
        out.write(json.dumps(row, ensure_ascii=False) + "\n")


def pytest_runtestloop(session: pytest.Session) -> bool:
    if session.testsfailed:
        raise session.Interrupted("a test file cannot be read")
    {"note": _note, "turn": _turn, "early": _early}[JOB["what"]](session.items)
    return True


def _ran(item: pytest.Item, after: pytest.Item | None) -> bool:
    """Whether the test is green."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


# noting


def _note(items: list[pytest.Item]) -> None:
    """Run every test as it is and write which places it came to; a file's tests stand together."""
    keys: list[str] = JOB["keys"]
    for item, after in zip(items, [*items[1:], None], strict=True):
        edge_switch.begin()
        started = time.monotonic()
        green = _ran(item, after)
        row = {"test": item.nodeid, "green": green, "seconds": round(time.monotonic() - started, 3)}
        row |= {"pure": _pure(item)}
        row |= {"reached": [keys[n] for n in sorted(edge_switch.reached or ())]}
        _told(JOB["out"], row | {"differs": [keys[n] for n in sorted(edge_switch.differs)]})
        file = item.nodeid.split("::")[0]
        if after is None or after.nodeid.split("::")[0] != file:
            outside = [keys[n] for n in sorted(edge_switch.outside)]
            _told(JOB["out"], {"done": file, "digest": JOB["digests"][file], "outside": outside})


# turning


def _early(items: list[pytest.Item]) -> None:
    """The one place of the job is turned since before any module was read; the tests run until one turns red."""
    [row] = JOB["places"]
    by_id = {item.nodeid: item for item in items}
    tests = [by_id[one] for one in row["tests"] if one in by_id]
    started = time.monotonic()
    red = next((one.nodeid for one, after in zip(tests, [*tests[1:], None], strict=True) if not _ran(one, after)), "")
    spent = round(time.monotonic() - started, 2)
    _told(JOB["out"], {"key": row["key"], "state": "red" if red else "green", "by": red, "seconds": spent})


def _turn(items: list[pytest.Item]) -> None:
    """One place after the other. Where a database is wanted, the parent first runs the tests as they are: their
    children then find what they begin with. What stays green is tried once more without that. At the end the tests that
    turned red run in children in which nothing is turned: one that is red there proves nothing."""
    by_id = {item.nodeid: item for item in items if not OWN & set(getattr(item, "fixturenames", ()))}
    last, reds = items[-1], set[str]()
    for name in (one for one in JOB["warm"] if one in by_id):
        _ran(by_id[name], last if by_id[name] is not last else items[0])
    for row in JOB["places"]:
        tests = [by_id[one] for one in row["tests"] if one in by_id and one not in STUCK]
        if not tests:
            _told(JOB["out"], {"key": row["key"], "state": "green", "by": "tests of their own only", "seconds": 0})
            continue
        after = next(item for item in (items[0], last) if item is not tests[-1])
        started = time.monotonic()
        state, by = _turned(row["id"], tests, after)
        if state == "green" and JOB["warm"]:
            state, by = _turned(row["id"], [one for one in tests if not _pure(one)][:3], after, forget=True)
        spent = round(time.monotonic() - started, 2)
        _told(JOB["out"], {"key": row["key"], "state": state, "by": by, "seconds": spent})
        reds |= {by} & by_id.keys()
    for name in sorted(reds):
        after = next(item for item in (items[0], last) if item is not by_id[name])
        if _turned(NOTHING, [by_id[name]], after)[0] == "red":
            _told(JOB["out"], {"unsound": name})


def _pure(item: pytest.Item) -> bool:
    return NEEDS not in getattr(item, "fixturenames", ())


def _turned(place: int, tests: list[pytest.Item], after: pytest.Item, *, forget: bool = False) -> tuple[str, str]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        if forget:
            _forget()
        _in_child(place, tests, after, writing)
    os.close(writing)
    ended = _ended(child, JOB["seconds"] + JOB["limit"])
    with os.fdopen(reading, encoding="utf-8") as told:
        lines = told.read().splitlines()
    begun = [line[1:] for line in lines if line.startswith(BEGUN)]
    red = next((line for line in lines if not line.startswith(BEGUN)), "")
    if not ended and not begun:  # without a database nothing waits for anything: the turned place does not end
        return "red", "did not end in its time"
    if not ended:  # it waits for something that is not in a child: no other place is tried with it
        STUCK.add(begun[-1])
        return "green", f"{begun[-1]} did not end in its time"
    return ("red", red) if red else ("green", "")


def _forget() -> None:
    """What tests begin with is made again, under the turned place."""
    from tests.kept import Kept

    for one in gc.get_objects():
        if isinstance(one, Kept):
            one.made.clear()


def _ended(child: int, limit: float) -> bool:
    """Whether the child came to its end; one that does not is ended."""
    for _ in _until(limit):
        if os.waitpid(child, os.WNOHANG)[0]:
            return True
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _until(limit: float) -> Iterator[None]:
    end = time.monotonic() + limit
    while time.monotonic() < end:
        yield
        time.sleep(0.004)


def _in_child(place: int, tests: list[pytest.Item], after: pytest.Item, writing: int) -> None:
    try:
        edge_switch.active = place
        kit_db = sys.modules.get("tejian.kit.database.db")
        if kit_db is not None and kit_db.engine is not None:
            kit_db.engine.dispose(close=False)  # the connections are the parent's
        for name, made in WITH_THREADS.items():
            for fixture in after.session._fixturemanager.getfixturedefs(name, after) or ():
                if fixture.cached_result is not None:
                    fixture.cached_result = (made(), fixture.cached_result[1], None)
        end = time.monotonic() + JOB["seconds"]
        for item in tests:
            if time.monotonic() > end:
                break
            if not _pure(item):
                os.write(writing, f"{BEGUN}{item.nodeid}\n".encode())
            if not _ran(item, after):
                os.write(writing, item.nodeid.encode())
                break
    except BaseException as broken:
        os.write(writing, f"{type(broken).__name__} beside the tests".encode())
    finally:
        os._exit(0)
