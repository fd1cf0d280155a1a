"""A large workbook is written by another process: the same file, and no file at all when something goes wrong."""

import subprocess
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from tejian.kit.lists import excel
from tejian.kit.lists.listview import Col
from tejian.kit.papers import sheet

COLUMNS = [
    Col("code", "代码", None),
    Col("due", "下次检验", None, type="date"),
    Col("load", "载重", None, type="number"),
    Col("ok", "合格", None, type="bool"),
]
ROWS: list[dict[str, Any]] = [
    {"code": "=1+1", "due": date(2027, 2, 28), "load": 1000, "ok": True},
    {"code": None, "due": None, "load": 0.63, "ok": "0"},
    {"code": "http://x", "due": "2027-02", "load": None, "ok": None},
]


def read(path: Path) -> list[list[Any]]:
    try:
        return CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python()
    finally:
        path.unlink()


def test_another_process_writes_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    here = read(excel.workbook("电梯", COLUMNS, [ROWS[:2], ROWS[2:]]))
    assert here == [
        ["代码", "下次检验", "载重", "合格"],
        ["=1+1", date(2027, 2, 28), 1000, "是"],
        ["", "", 0.63, "否"],
        ["http://x", "2027-02", "", ""],
    ]
    monkeypatch.setattr(excel, "FEW", 1)
    monkeypatch.setattr(sheet, "write", None)  # not in this process
    assert read(excel.workbook("电梯", COLUMNS, [ROWS[:2], ROWS[2:]])) == here


def test_a_question_that_breaks_off_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[subprocess.Popen[bytes]] = []
    really = subprocess.Popen

    def kept(*given: Any, **more: Any) -> Any:
        begun.append(really(*given, **more))
        return begun[-1]

    def blocks() -> Iterator[list[dict[str, Any]]]:
        yield ROWS
        raise TimeoutError("too long")

    monkeypatch.setattr(excel, "FEW", 1)
    monkeypatch.setattr(subprocess, "Popen", kept)
    with pytest.raises(TimeoutError):
        excel.workbook("电梯", COLUMNS, blocks())
    assert [p.poll() for p in begun] == [-9]


def test_a_writer_that_fails_gives_no_file(tmp_path: Path) -> None:
    with pytest.raises((subprocess.CalledProcessError, BrokenPipeError)):
        sheet.write_apart(tmp_path / "no" / "such.xlsx", sheet.Head("电梯", ["代码"], [8]), [["1"]])
