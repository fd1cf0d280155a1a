"""Walks that run by turns: those that ask one path of an engine of hundreds of declarations, and tests of minutes.

A case runs when what it is about changed lately, when its test did, or when it is its day (tools/lately.py); `--all`
runs them all. A test that is not named here always runs whole. Of a file whose name stands here alone the cases of
declarations are shared out; a test that is named itself, or whose file is one of `LONG`, is shared out as it is.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tools import lately

ROOT = Path(__file__).resolve().parents[2]
FIFTH, THIRD = 5, 3
SHARES = {
    "archives/test_every_field.py": FIFTH,
    "archives/test_search.py::test_a_list_shows_what_its_scope_says_and_nothing_else": FIFTH,
    "inspection/test_all_combinations.py": THIRD,
    "inspection/test_every_template.py": THIRD,
    "inspection/test_planted_records.py": FIFTH,
    "inspection/test_whole_tables.py": FIFTH,
    "documents/test_templates.py::test_hostile_text_in_every_value_still_prints": FIFTH,
    "ops/test_upgrades.py": THIRD,
    "security/test_every_call.py::test_no_text_and_no_shape_breaks_a_call": FIFTH,
    "security/test_openapi.py::test_made_inputs_are_answered_as_described": FIFTH,
    "test_declarations.py::test_a_list_exports_its_shown_columns": FIFTH,
    "test_declarations.py::test_a_list_opens_and_sorts_by_each_column_both_ways": FIFTH,
    "test_declarations.py::test_a_list_takes_each_search_field_and_no_value_breaks_it": FIFTH,
    "walks/test_keys.py": FIFTH,
    "walks/test_moves.py": FIFTH,
    "walks/test_phones.py::test_no_list_and_no_export_shows_one": FIFTH,
    "walks/test_scopes.py": FIFTH,
    "walks/test_tiles.py": FIFTH,
    "walks/test_unseen.py::test_the_child_rows_of_a_page_carry_the_version_that_their_actions_send": FIFTH,
    "walks/test_unseen.py::test_what_a_form_loads_carries_the_version_that_it_sends": FIFTH,
    "walks/test_unseen.py::test_no_record_is_changed_on_an_old_reading": FIFTH,
    "walks/test_unseen.py::test_no_record_is_changed_without_its_version": FIFTH,
}
# Whole flows, real servers and databases of their own: each test takes a minute or more.
LONG = {
    "golden/test_golden.py": THIRD,
    "inspection/test_valves.py": THIRD,
    "ops/test_archive_bucket.py": THIRD,
    "ops/test_backup.py": THIRD,
    "ops/test_drill.py": THIRD,
    "ops/test_moving.py": THIRD,
    "ops/test_postgres.py": THIRD,
    "ops/test_seal.py": THIRD,
    "ops/test_server.py": THIRD,
    "watch/test_chain.py": THIRD,
}
OPS = ("server/tejian/ops/", "server/tejian/kit/seals/", "server/tejian/cli.py")
# What else a walk or a long test tells of, beside the modules of its declarations.
TOUCHED = {
    "golden/test_golden.py": ("server/tejian/golden/", "server/tests/golden/"),
    "inspection/test_valves.py": ("server/tejian/inspection/tasks/valves.py",),
    **{file: OPS for file in LONG if file.startswith("ops/")},
    "watch/test_chain.py": ("server/tejian/watch/chain/",),
    "inspection/test_all_combinations.py": ("server/templates/", "server/tejian/data/"),
    "ops/test_upgrades.py": ("server/migrations/", "server/tejian/ops/", "server/tejian/kit/database/"),
    "inspection/test_every_template.py": ("server/templates/", "server/tejian/data/"),
}


def shares_of(item: pytest.Item) -> int:
    """Into how many days a test is shared out; 0 of one that always runs."""
    file, function = _named(item)
    own = SHARES.get(f"{file}::{function}") or LONG.get(file, 0)
    return own or (SHARES.get(file, 0) if hasattr(item, "callspec") else 0)


def runs_today(item: pytest.Item) -> bool:
    """Whether a case runs in a check that leaves some to other days."""
    shares = shares_of(item)
    if not shares:
        return True
    changed = lately.changed()
    if changed is None or lately.is_due(item.name, shares):
        return True
    params = item.callspec.params.values() if hasattr(item, "callspec") else ()
    about = (item.path.relative_to(ROOT).as_posix(), *_modules(params))
    touched = TOUCHED.get(_named(item)[0], ())
    return any(file in changed for file in about) or any(file.startswith(touched) for file in changed if touched)


def _named(item: pytest.Item) -> tuple[str, str]:
    file = item.path.relative_to(Path(__file__).parent).as_posix()
    return file, getattr(item, "originalname", item.name)


def _modules(params: Any) -> Iterator[str]:
    """The files that declare what a case is about: lists, forms, calls, processes and their moves by their names."""
    from tejian.kit.ground.declared import DECLARED_IN
    from tejian.kit.lists.listview import LISTS
    from tejian.kit.process.steps import PROCESSES
    from tejian.kit.web.edge import CALLS

    for one in params:
        if not isinstance(one, str):
            continue
        if module := DECLARED_IN.get(one):
            yield _file(module)
        if (view := LISTS.get(one)) and (model := getattr(view.key, "class_", None)):
            yield _file(model.__module__)
        if call := CALLS.get(one):
            yield _file(call.module)
            yield _file(call.fn.__module__)
        if process := PROCESSES.get(one):
            yield from {_file(e.__module__) for m in process.moves for e in (*m.guards, *m.effects)}


def _file(module: str) -> str:
    return "server/" + module.replace(".", "/") + ".py"
