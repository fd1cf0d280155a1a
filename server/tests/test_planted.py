"""Planted faults (`./test --faults`) follow the code: each names one place of it, and tests that are there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression

from tools.fault import Fault
from tools.planted import FAULTS

TESTS = Path(__file__).parent
SERVER = TESTS.parent / "tejian"
TABLE = TESTS.parents[1] / "docs" / "security.md"

# rows of docs/security.md in which no fault is planted, and why
LEFT_OUT = {
    "猜证书编号看到他人信息；国家格式带走完整证件号码": "said row by row in persons/test_public and test_exports",
    "一个浏览器的标签页各自登录、互相顶掉，退出后别的标签页还开着": "held by the client and tested there",
}


def test_every_planted_fault_has_its_place_and_its_tests() -> None:
    wrong = [f.name for f in FAULTS.values() if (SERVER / f.file).read_text("utf-8").count(f.old) != 1]
    wrong += [f.name for f in FAULTS.values() if not (TESTS / f.tests).exists() or f.old == f.new]
    assert wrong == []
    assert len(FAULTS) >= 470


@cache
def functions(file: str) -> frozenset[str]:
    """The tests of a file."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    return frozenset(n.name for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_"))


def names(fault: Fault, file: str, test: str) -> bool:
    """Whether the fault must turn this very test red; words that no test of the file has are those of its cases."""
    if fault.tests != file or not fault.only:
        return False
    met: list[str] = []

    def has(word: str) -> bool:
        if word in test:
            met.append(word)
            return True
        return not any(word in one for one in functions(file))

    return Expression.compile(fault.only).evaluate(has) and bool(met)


def rows() -> dict[str, list[tuple[str, str]]]:
    """Threat → the tests of its row: file and name."""
    found: dict[str, list[tuple[str, str]]] = {}
    for line in TABLE.read_text("utf-8").splitlines():
        tests = re.findall(r"`([\w/.]+)::([^`]+)`", line)
        if line.startswith("|") and tests:
            found.setdefault(line.split("|")[1].strip(), []).extend(tests)
    return found


ROWS = rows()


@pytest.mark.parametrize("threat", ROWS)
def test_every_row_of_the_security_page_has_a_planted_fault(threat: str) -> None:
    """One that turns a test of the row red; or the row is left out by its name."""
    server = [(file, test) for file, test in ROWS[threat] if file.endswith(".py")]
    assert [one for one in server if one[1] not in functions(one[0])] == [], "tests that are not there"
    has_fault = any(names(fault, file, test) for file, test in server for fault in FAULTS.values())
    assert has_fault != (threat in LEFT_OUT)


def test_what_is_left_out_is_a_row() -> None:
    assert LEFT_OUT.keys() <= ROWS.keys()
    assert len(ROWS) >= 130
