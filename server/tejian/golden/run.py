"""Asks every case of a file and prints where an answer is not the wanted one."""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.util import Finalize
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tejian.inspection.rules.api import BadCell, NotStated
from tejian.kit.database import db as kit_db
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import SYSTEM

from . import results, states
from .answers import Answer, Miss, misses_of_course, misses_of_date, misses_of_fee, misses_of_record
from .carried import Flow
from .cases import Case, NotAsked, check, read
from .engine import Engine
from .world import count_apart

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

FLOW_ONLY = ("courses",)  # the lists that the rules alone cannot answer
ALONE = 20  # so few cases for each process are not worth its start
COMPARED: dict[str, Callable[[Case, Answer], Iterator[Miss]]] = {
    "records": misses_of_record,
    "dates": misses_of_date,
    "fees": misses_of_fee,
    "courses": misses_of_course,
    "presence": lambda case, got: iter(results.misses(case, got)),
    "states": lambda case, got: states.misses(case, got.owed),
}


class Platform(Protocol):
    """Whoever answers cases: the rules alone, or the whole flow."""

    def ask(self, name: str, case: Case) -> Answer: ...


def misses(platform: Platform, name: str, case: Case) -> list[Miss]:
    """What is wrong with the answer to one case; a case that cannot be asked is wrong as a whole."""
    try:
        check(name, case)
        return list(COMPARED[name](case, platform.ask(name, case)))
    except (NotAsked, BadCell, NotStated) as error:
        return [Miss("案例", "可以询问", str(error))]
    except (BadInput, Refused) as refusal:
        wanted = str(case.get("expect", {}).get("refused") or "")
        return [] if wanted and wanted in refusal.message else [Miss("refused", wanted or "不拒绝", refusal.message)]
    except Exception as wrong:
        return [Miss("案例", "可以询问", f"{type(wrong).__name__}：{wrong}")]


def ask_all(platform: Platform, cases: Mapping[str, Sequence[Case]], say: Callable[[str], None]) -> tuple[int, int]:
    """Ask every case; gives how many passed and how many failed."""
    asked = numbered(cases)
    return _told(((key, misses(platform, name, case)) for key, name, case in asked), say)


def numbered(cases: Mapping[str, Sequence[Case]]) -> list[tuple[str, str, Case]]:
    """Every case with what it is called and the list that it stands in."""
    return [
        (case.get("id") or f"{name}#{number}", name, case)
        for name, own in cases.items()
        for number, case in enumerate(own, 1)
    ]


def _told(answers: Iterable[tuple[str, list[Miss]]], say: Callable[[str], None]) -> tuple[int, int]:
    passed = failed = 0
    for key, wrong in answers:
        passed, failed = (passed, failed + 1) if wrong else (passed + 1, failed)
        for one in wrong:
            say(f"FAIL {key} {one.field}: want {one.want}, got {one.got}")
    return passed, failed


def run(path: Path, *, engine: bool, ready: Callable[[], None], say: Callable[[str], None] = print) -> int:
    """Ask the cases of a file over the database of this process; 0 when all passed. Nothing is stored.

    `ready` prepares a process for the work, as this one is. The whole flow is asked in one process for each core.
    """
    try:
        cases = read(path)
    except NotAsked as wrong:
        print(wrong, file=sys.stderr)  # lint: allow print (a command's sentence)
        return 1
    left = sum(len(cases.pop(name, [])) for name in FLOW_ONLY) if engine else 0
    many = 1 if engine else min(os.cpu_count() or 1, sum(map(len, cases.values())) // ALONE)
    if many > 1:
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(many, spawn, _begin, (ready, spawn.Value("i"))) as pool:
            passed, failed = _told(pool.map(_one, numbered(cases)), say)
    else:
        with _asked(engine) as platform:
            passed, failed = ask_all(platform, cases, say)
    if left:
        say(f"{left} 个案例要走完整个流程，没有问")
    say(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


@contextmanager
def _asked(engine: bool, place: int = 0) -> Iterator[Platform]:
    """Who answers, in a transaction that is rolled back; `place` tells several at once apart."""
    with kit_db.new_session() as db:
        db.info["me"] = SYSTEM
        if engine:
            yield Engine(db)
        else:
            count_apart(db, place)
            flow = Flow(db)
            try:
                yield flow
            finally:
                flow.world.leave()
        db.rollback()


def _begin(ready: Callable[[], None], started: "Synchronized[int]") -> None:
    """Make a process of the pool ready, with a platform of its own until it ends."""
    with started.get_lock():
        started.value += 1
        place = started.value
    ready()
    platform = _asked(False, place)
    _platforms.append(platform.__enter__())
    Finalize(None, platform.__exit__, (None, None, None), exitpriority=10)


_platforms: list[Platform] = []  # of this process of the pool


def _one(asked: tuple[str, str, Case]) -> tuple[str, list[Miss]]:
    key, name, case = asked
    return key, misses(_platforms[0], name, case)
