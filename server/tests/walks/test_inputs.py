"""What the guards and effects of a move read of its input is what the form of the move declares."""

import ast
import inspect
from collections.abc import Callable
from functools import cache
from textwrap import dedent
from typing import Any

import pytest

from tejian import areas
from tejian.inspection.flow.effects import fill
from tejian.kit.catalogue.refusals import target_of
from tejian.kit.forms.formview import FormView
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import PROCESSES, Move

areas.load()
MOVES = [(p.name, m.name) for p in PROCESSES.values() for m in p.moves]


@cache
def reads(fn: Callable[..., Any]) -> frozenset[str]:
    """The names that a function, and what it hands its Doing to, reads of `d.form`, and the model it takes it for."""
    tree = ast.parse(dedent(inspect.getsource(fn)))
    nodes = list(ast.walk(tree))
    typed = [n for n in nodes if isinstance(n, ast.AnnAssign) and _is_form(n.value, set())]
    loose = [n for n in nodes if isinstance(n, ast.Assign) and _is_form(n.value, set())]
    own = {getattr(t, "id", "") for t in (*(n.target for n in typed), *(n.targets[0] for n in loose))}
    out = {ast.unparse(n.annotation) for n in typed}
    for n in nodes:
        if isinstance(n, ast.Subscript) and _is_form(n.value, own):
            assert isinstance(n.slice, ast.Constant), f"{fn.__qualname__} reads a name that is computed"
            out.add(str(n.slice.value))
        elif isinstance(n, ast.Attribute) and _is_form(n.value, own):
            out.add(n.attr)
        elif isinstance(n, ast.Call) and any(_is_form(a, own) for a in n.args):
            known = typed or _called(n, fn) is fill  # of a model mypy knows what it holds
            assert known, f"{fn.__qualname__} hands its form to {ast.unparse(n.func)}"
            out |= {str(a.value) for a in n.args if isinstance(a, ast.Constant)}
        elif isinstance(n, ast.Call) and any(getattr(a, "id", "") == "d" for a in n.args):
            out |= reads(called) if (called := _called(n, fn)) else set()
    return frozenset(out)


def _is_form(node: ast.AST | None, own: set[str]) -> bool:
    whole = isinstance(node, ast.Attribute) and node.attr == "form" and getattr(node.value, "id", "") == "d"
    return whole or getattr(node, "id", "") in own


def _called(call: ast.Call, fn: Callable[..., Any]) -> Callable[..., Any] | None:
    """The function that a call in `fn` names."""
    found = target_of(call, fn)
    return found if inspect.isfunction(found) else None


def declared(move: Move) -> set[str]:
    if isinstance(move.form, FormView):
        return {f.name for f in move.form.fields if not f.readonly} | {t.name for t in move.form.tables}
    own = {n for n, f in vars(move.form).items() if inspect.isfunction(f)}
    return {move.form.__name__, *move.form.model_fields, *own}


@pytest.mark.parametrize(("process", "name"), MOVES)
def test_a_move_reads_only_what_its_form_declares(process: str, name: str) -> None:
    move = PROCESSES[process].by_name[name]
    always = [] if isinstance(move.to, str) and not move.to else PROCESSES[process].always
    target = [] if isinstance(move.to, str) else [move.to]
    for fn in (*move.before, *move.guards, *move.effects, *always, *target):
        assert not reads(fn) - declared(move), f"{fn.__name__} reads what nobody is asked for"


def test_the_walk_sees_what_is_read() -> None:
    def misspelt(d: Doing) -> None:
        form = d.form
        fill(d.subject, form, "archivebos")
        d.subject.opinion = d.form["opinoin"] + form.recever

    assert reads(misspelt) == {"archivebos", "opinoin", "recever"}
    read = set().union(*(reads(f) for m in PROCESSES["business"].moves for f in (*m.before, *m.guards, *m.effects)))
    assert {"releaseway", "archivepages", "plandate", "confirm_holiday", "copies", "RecordForm"} <= read
