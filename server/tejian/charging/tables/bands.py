"""Bands of one fee item beside each other: no value lies in two of them, none between them in no band.

The conditions are not solved but asked at every value that they compare with, and between these values: what holds
there holds in the whole stretch, because a condition only changes at such a value.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, pairwise, product

from tejian.archives.common.api import class_of, kind_matches
from tejian.charging.fees.api import FeeBook, FeeRow, fee_facts
from tejian.inspection.rules.api import MissingValue, holds, names_in

MOST_POINTS = 20_000
Value = Decimal | str | None


@dataclass(frozen=True)
class Beside:
    """What is wrong between bands: at which row, with which other, and the sentence."""

    feecode: str
    sentence: str


def faults(rows: Sequence[FeeRow], kinds: Sequence[str], book: FeeBook) -> list[Beside]:
    """Bands that overlap or leave a hole. `book` has the derived names, `kinds` the codes of the catalogue."""
    groups: dict[tuple[str, str, str, str], list[FeeRow]] = {}
    for row in rows:
        if row.role == "base":
            for equclass in row.classes:
                for sort in row.testsorts:
                    groups.setdefault((equclass, sort, row.item, row.nature), []).append(row)
    by_code: dict[str, Beside] = {}
    for (equclass, _sort, _item, _nature), group in groups.items():
        if len(group) > 1:
            for fault in _of_group(group, _codes(equclass, group, kinds), book):
                by_code.setdefault(fault.feecode, fault)
    return list(by_code.values())


def _codes(equclass: str, group: Sequence[FeeRow], kinds: Sequence[str]) -> list[str]:
    """The codes to ask with: those of the class, and sub-kinds that a row names itself."""
    named = [one for row in group for one in row.kind_filter.split(",") if len(one) > 4 and not one.endswith("*")]
    return [code for code in [*kinds, *named] if class_of(code) == equclass and not code.endswith("00")] or [equclass]


def _of_group(group: Sequence[FeeRow], codes: Sequence[str], book: FeeBook) -> Iterator[Beside]:
    asked: set[tuple[str, ...]] = set()
    named = {code for row in group for code in row.kind_filter.split(",")} | _compared_kinds(group)
    for code in sorted(codes, key=lambda one: one not in named):
        own = [row for row in group if kind_matches(row.kind_filter, code)]
        key = (*(row.feecode for row in own), code if code in named else "")
        if len(own) > 1 and key not in asked:
            asked.add(key)
            yield from _of_kind(own, code, book)


def _compared_kinds(group: Sequence[FeeRow]) -> set[str]:
    """Kinds that a condition names."""
    out: set[str] = set()
    for row in group:
        if "kind" in names_in(row.band_expr):
            out |= {str(one) for one in _compared(row.band_expr).get("kind", ())}
    return out


def _of_kind(rows: Sequence[FeeRow], code: str, book: FeeBook) -> Iterator[Beside]:
    axes = _axes(rows, code, book)
    if _size(axes) > MOST_POINTS:
        return
    names = sorted(axes)
    holding: dict[tuple[Value, ...], list[FeeRow]] = {}
    for point in product(*(axes[name] for name in names)):
        values = {name: value for name, value in zip(names, point, strict=True) if value is not None}
        facts = fee_facts({**values, "equclacode": code[:4], "equsubkind": code if len(code) > 4 else ""}, book)
        here = [row for row in rows if _holds(row, facts)]
        holding[point] = here
        if pair := next((pair for pair in combinations(here, 2) if _one_scale(*pair)), None):
            where = "、".join(f"{book.word(n, code)} = {_said(v)}" for n, v in values.items()) or "任何情形"
            yield Beside(pair[1].feecode, f"与 {pair[0].feecode} 的档次重叠（{where}）")
            return
    for place, name in enumerate(names):
        yield from _holes(holding, axes, names, place, book.word(name, code))


def _one_scale(one: FeeRow, two: FeeRow) -> bool:
    """Whether two bands may be held against each other: by a name that both read, or because one reads none.

    Bands of small boilers go by water and pressure, those of others by output: that no boiler is both is not theirs
    to say.
    """
    first, second = names_in(one.band_expr), names_in(two.band_expr)
    return bool(first & second) or not first or not second


def _holes(
    holding: Mapping[tuple[Value, ...], Sequence[FeeRow]],
    axes: Mapping[str, Sequence[Value]],
    names: Sequence[str],
    place: int,
    label: str,
) -> Iterator[Beside]:
    """Stretches of a number that lie between two bands and in none."""
    line = [value for value in axes[names[place]] if isinstance(value, Decimal)]
    ends = {
        value for rows in holding.values() for row in rows for value in _compared(row.band_expr).get(names[place], ())
    }
    for rest in product(*(axes[name] for n, name in enumerate(names) if n != place)):
        point = [[*rest[:place], value, *rest[place:]] for value in line]
        covered = [value for value, one in zip(line, point, strict=True) if holding[tuple(one)]]
        for low, high in pairwise(covered):
            between = [value for value in line if low < value < high]
            if between:
                row = holding[(*rest[:place], high, *rest[place:])][0]
                first, last = (low if low in ends else between[0]), (high if high in ends else between[-1])
                words = f"等于 {_said(first)} " if len(between) == 1 and between[0] in ends else _stretch(first, last)
                yield Beside(row.feecode, f"{label} {words}时没有对应的档次")


def _stretch(low: Value, high: Value) -> str:
    return f"在 {_said(low)} 与 {_said(high)} 之间"


def _said(value: Value) -> str:
    if isinstance(value, Decimal):
        text = f"{round(value, 4):f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(value or "未登记")


def _holds(row: FeeRow, facts: Mapping[str, object]) -> bool:
    try:
        return holds(row.band_expr, facts)
    except MissingValue:
        return False


def _size(axes: Mapping[str, Sequence[Value]]) -> int:
    size = 1
    for values in axes.values():
        size *= len(values)
    return size


def _axes(rows: Sequence[FeeRow], code: str, book: FeeBook) -> dict[str, list[Value]]:
    """The names that the conditions compare, each with the values at which to ask."""
    compared: dict[str, set[Value]] = {}
    for row in rows:
        for text in _with_derived(row.band_expr, code, book):
            for name, values in _compared(text).items():
                compared.setdefault(name, set()).update(values)
    compared.pop("kind", None)
    compared.pop("equsubkind", None)
    return {name: _points(values) for name, values in compared.items()}


def _with_derived(text: str, code: str, book: FeeBook) -> list[str]:
    """A condition, and what stands behind its yes-or-no names (small, sphere): those are worked out, not varied."""
    own = {row.name: row.expr for row in book.names if kind_matches(row.kind_filter, code)}
    return [text, *(own[name] for name in names_in(text) if name in own and _compared(own[name]))]


def _points(values: set[Value]) -> list[Value]:
    """The values themselves, and one in every stretch between and outside them."""
    numbers = sorted(value for value in values if isinstance(value, Decimal))
    out: list[Value] = [value for value in values if not isinstance(value, Decimal)]
    for low, high in pairwise(numbers):
        out += [low, (low + high) / 2]
    if numbers:
        out += [numbers[-1], numbers[-1] + 1, *([numbers[0] / 2] if numbers[0] else [])]
    inside = sorted(value for value in out if isinstance(value, Decimal))
    return [*inside, *sorted(value for value in out if isinstance(value, str)), *([None] if None in values else [])]


def _compared(text: str) -> dict[str, set[Value]]:
    """Name → the constants that a condition compares it with; None where it asks whether there is a value."""
    out: dict[str, set[Value]] = {}
    if not text.strip():
        return out
    for node in ast.walk(ast.parse(text.strip(), mode="eval")):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            values = {value for side in sides for value in _constants(side)}
            empty = any(isinstance(side, ast.Name) and side.id == "empty" for side in sides)
            for side in sides:
                if isinstance(side, ast.Name) and side.id != "empty":
                    out.setdefault(side.id, set()).update(values | ({None} if empty else set()))
    return out


def _constants(node: ast.expr) -> list[Value]:
    if isinstance(node, ast.Tuple):
        return [value for one in node.elts for value in _constants(one)]
    if isinstance(node, ast.Constant) and not isinstance(node.value, bool):
        return [node.value if isinstance(node.value, str) else Decimal(repr(node.value))]
    return []
