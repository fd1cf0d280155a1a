"""The quick run leaves out what is there, and no more than that; what runs by turns is there and comes round."""

import ast
import json

import pytest

from tests import quick, turns
from tools import lately
from tools.check import TURNS


def test_what_is_left_out_is_there() -> None:
    assert [one for one in quick.LEFT_OUT if not (quick.ROOT / one).exists()] == []
    assert quick.is_left_out(quick.ROOT / "walks") and not quick.is_left_out(quick.ROOT / "archives")


@pytest.mark.parametrize("name", [*turns.SHARES, *turns.LONG, *turns.TOUCHED])
def test_a_walk_that_runs_by_turns_is_there(name: str) -> None:
    file, _, function = name.partition("::")
    tree = ast.parse((quick.ROOT / file).read_text())
    assert not function or function in {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}


def test_each_case_has_its_day_and_one_alone() -> None:
    for shares in {*turns.SHARES.values(), *turns.LONG.values()}:
        for name in ("a", "test_x[unit_list]", "检验"):
            assert sum(lately.is_due(name, shares, day) for day in range(739_000, 739_000 + shares)) == 1


def test_a_file_that_changed_is_told_and_one_whose_imports_moved_is_not(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(lately, "ROOT", tmp_path)
    lately.changed.cache_clear()
    assert lately.changed() is None  # no history: everything counts
    lately._git("init", "-q")
    for name, text in {"same.py": "from a import b\n\nx = 1\n", "other.py": "x = 1\n", "gone.py": "y = 1\n"}.items():
        (tmp_path / name).write_text(text)
    lately._git("add", ".")
    who = ("-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "-m", "x")
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z")
    lately._git(*who)
    (tmp_path / "same.py").write_text("from c.a import b\n\nx = 1\n")
    (tmp_path / "other.py").write_text("x = 2\n")
    (tmp_path / "gone.py").unlink()
    (tmp_path / "new.py").write_text("")
    lately.changed.cache_clear()
    try:
        assert lately.changed() == {"other.py", "gone.py", "new.py"}
    finally:
        lately.changed.cache_clear()


def test_every_journey_says_when_it_runs() -> None:
    folder = TURNS.parent
    need_a_city = {f.name for f in folder.glob("*.spec.mjs") if "needs a running platform" in f.read_text()}
    told = json.loads(TURNS.read_text())
    assert need_a_city == set(told)
    named = [path for touched in told.values() if touched != "always" for path in touched]
    assert [path for path in named if not (folder.parents[1] / path).is_dir()] == []
