"""Every rule of the own lint finds its bad examples and lets its good ones pass."""

import ast

import pytest

from tools import print_areas
from tools.lint import RULES, Rule, Source, audited_models, findings

AUDITED = frozenset({"Equipment"})


def _found(rule: Rule, path: str, code: str) -> list[str]:
    return findings(Source(path, ast.parse(code), code.splitlines(), AUDITED), [rule])


BAD = [pytest.param(r, p, c, id=f"{r.name}-{i}") for r in RULES for i, (p, c) in enumerate(r.bad)]
GOOD = [pytest.param(r, p, c, id=f"{r.name}-{i}") for r in RULES for i, (p, c) in enumerate(r.good)]


@pytest.mark.parametrize(("rule", "path", "code"), BAD)
def test_bad_example_is_found(rule: Rule, path: str, code: str) -> None:
    assert len(_found(rule, path, code)) == 1


@pytest.mark.parametrize(("rule", "path", "code"), GOOD)
def test_good_example_passes(rule: Rule, path: str, code: str) -> None:
    assert _found(rule, path, code) == []


def test_every_rule_has_examples() -> None:
    assert all(rule.bad and rule.good for rule in RULES)


def test_an_allowance_without_reason_does_not_count() -> None:
    rule = next(r for r in RULES if r.name == "by-id")
    assert _found(rule, "archives/service.py", "db.get(Unit, 1)  # lint: allow by-id")
    assert _found(rule, "archives/service.py", "db.get(Unit, 1)  # lint: allow commit (wrong rule)")


def test_audited_models_are_read_from_their_classes() -> None:
    code = 'class A(Base):\n    audited = "00"\nclass B(Base):\n    audited: ClassVar[str | None] = None\nclass C: pass'
    assert audited_models([ast.parse(code)]) == {"A"}


@pytest.mark.parametrize(
    ("no", "line"),
    [("boiler_list", 2), ("jy_form_release", 3), ("written_list", 0), ("jy_list", 0)],
)
def test_a_composed_view_no_is_found_where_it_is_composed(no: str, line: int) -> None:
    text = 'x = 1\ny = f"{kind}_list"\nz = Family("jy_form_")\nwhole = "written_list"\nother = "jy_list"\n'
    assert print_areas.composed_at(no, text) == line
