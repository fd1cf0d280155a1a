"""Planted faults (`./test --faults`) follow the code: each names one place of it, and tests that are there."""

from pathlib import Path

from tools.planted import FAULTS

TESTS = Path(__file__).parent
SERVER = TESTS.parent / "tejian"


def test_every_planted_fault_has_its_place_and_its_tests() -> None:
    wrong = [f.name for f in FAULTS.values() if (SERVER / f.file).read_text("utf-8").count(f.old) != 1]
    wrong += [f.name for f in FAULTS.values() if not (TESTS / f.tests).exists() or f.old == f.new]
    assert wrong == []
    assert len(FAULTS) >= 370
