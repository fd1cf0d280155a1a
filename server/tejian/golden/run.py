"""Asks every case of a file and prints where an answer is not the wanted one."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from sqlalchemy.orm import Session

from tejian.inspection.rules.api import BadCell, NotStated
from tejian.kit import db as kit_db
from tejian.kit.errors import BadInput, Refused
from tejian.kit.pdf import PdfError
from tejian.kit.signing import SigningError
from tejian.kit.user import SYSTEM

from .answers import Answer, Miss, misses_of_date, misses_of_fee, misses_of_record
from .carried import Flow
from .cases import Case, NotAsked, check, read
from .engine import Engine

COMPARED: dict[str, Callable[[Case, Answer], Iterator[Miss]]] = {
    "records": misses_of_record,
    "dates": misses_of_date,
    "fees": misses_of_fee,
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
        wanted = str(case["expect"].get("refused") or "")
        return [] if wanted and wanted in refusal.message else [Miss("refused", wanted or "不拒绝", refusal.message)]
    except (AssertionError, KeyError, TypeError, ValueError, ArithmeticError, SigningError, PdfError) as wrong:
        return [Miss("案例", "可以询问", f"{type(wrong).__name__}：{wrong}")]


def ask_all(platform: Platform, cases: Mapping[str, Sequence[Case]], say: Callable[[str], None]) -> tuple[int, int]:
    """Ask every case; gives how many passed and how many failed."""
    passed = failed = 0
    for name, own in cases.items():
        for number, case in enumerate(own, 1):
            wrong = misses(platform, name, case)
            passed, failed = (passed, failed + 1) if wrong else (passed + 1, failed)
            key = case.get("id") or f"{name}#{number}"
            for one in wrong:
                say(f"FAIL {key} {one.field}: want {one.want}, got {one.got}")
    return passed, failed


def run(path: Path, *, engine: bool, say: Callable[[str], None] = print) -> int:
    """Ask the cases of a file over the database of this process; 0 when all passed. Nothing is stored."""
    try:
        cases = read(path)
    except NotAsked as wrong:
        print(wrong, file=sys.stderr)  # lint: allow print (a command's sentence)
        return 1
    with kit_db.new_session() as db:
        db.info["me"] = SYSTEM
        passed, failed = ask_all(_asked(db, engine), cases, say)
        db.rollback()
    say(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _asked(db: Session, engine: bool) -> Platform:
    return Engine(db) if engine else Flow(db)
