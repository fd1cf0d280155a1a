"""Which refusals a call can answer with: their codes and sentences, read from the source of what the call runs.

A refusal is named after its rule (errors.code_of): the guard of a move, or the function that raises it. What a
sentence puts in stands in braces, as it does in the source.
"""

import ast
import inspect
from collections.abc import Callable, Iterable
from functools import cache
from textwrap import dedent
from typing import Any

from tejian.kit.ground.errors import Refused, code_of
from tejian.kit.process.steps import PROCESSES, Move
from tejian.kit.web.edge import Call

Refusals = dict[str, str]  # errorCode → the sentence, or what its guard says of itself
DEEP = 5  # calls within calls


def moves_of(path: str) -> list[Move]:
    """The moves that a call makes."""
    return [m for p in PROCESSES.values() for m in p.moves if path in (m.within, *m.paths)]


def refusals_of(call: Call) -> Refusals:
    """The codes that a call may answer with, beside those that every call has."""
    guards = [g for m in moves_of(call.path) for g in m.guards]
    return guard_refusals(guards) | refusals_in(call.fn)


def guard_refusals(guards: Iterable[Callable[..., Any]]) -> Refusals:
    """What guards refuse: the first line of what each says of itself, else its sentences."""
    return {code_of(g.__name__): (g.__doc__ or "").strip().partition("\n")[0].rstrip(".。") for g in guards}


@cache
def refusals_in(fn: Callable[..., Any], deep: int = DEEP) -> Refusals:
    """What a function of the product refuses by itself and by the functions that it calls by name."""
    fn = inspect.unwrap(fn)
    if not inspect.isfunction(fn) or not fn.__module__.startswith("tejian."):
        return {}
    sentences: Refusals = {}
    for node in ast.walk(_tree(fn)):
        if not isinstance(node, ast.Call):
            continue
        target = target_of(node, fn)
        if inspect.isclass(target) and issubclass(target, Refused):
            if target is Refused:
                code = _second(node) or code_of(fn.__name__)
                sentences.setdefault(code, _text(node.args[0]) if node.args else "")
        elif deep and inspect.isfunction(target):
            sentences = refusals_in(target, deep - 1) | sentences
    return sentences


@cache
def _tree(fn: Callable[..., Any]) -> ast.AST:
    try:
        return ast.parse(dedent(inspect.getsource(fn)))
    except (OSError, SyntaxError):  # a function made while running has no source of its own
        return ast.Module([], [])


def target_of(call: ast.Call, fn: Callable[..., Any]) -> Any:
    """What a call in `fn` names, in its module or in one that it imports."""
    first, *rest = ast.unparse(call.func).split(".")
    named: Any = fn.__globals__.get(first)  # type: ignore[attr-defined]
    for part in rest:
        named = getattr(named, part, None)
    return inspect.unwrap(named) if inspect.isfunction(named) else named


def _second(call: ast.Call) -> str:
    """The code that is given with a sentence, where it is written out."""
    codes = [*call.args[1:2], *(k.value for k in call.keywords if k.arg == "code")]
    return str(codes[0].value) if codes and isinstance(codes[0], ast.Constant) else ""


def _text(node: ast.expr) -> str:
    """A sentence as it is written: what is put in stands in braces."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(v.value) if isinstance(v, ast.Constant) else "{" + ast.unparse(v.value) + "}"  # type: ignore[attr-defined]
            for v in node.values
        )
    return ""
