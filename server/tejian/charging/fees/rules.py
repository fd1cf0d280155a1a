"""How inspection fees are computed: one line per row of the fee table that applies, each with its formula and source.

Amounts are yuan, Decimal, rounded half up to 0.01 when a line is made; totals are sums of rounded lines. A row that
needs an empty field gives a line without amount that names the field: nothing is ever taken as zero.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import partial

from tejian.archives.common.api import class_of, kind_matches
from tejian.inspection.rules.api import MissingValue, evaluate, evaluate_number, holds, names_in
from tejian.system.rules.api import bounded

from .book import BASE, OPTION, QUANTITY, SURCHARGE, FeeBook, FeeRow
from .lines import FeeLine

Facts = Mapping[str, object]

CENT = Decimal("0.01")
REF_LACKS = "what is missing of ref"  # no name of an expression: it holds the words


def fee_lines(
    facts: Facts,
    testsort: str,
    book: FeeBook,
    *,
    options: Collection[str] = (),
    quantities: Mapping[str, Decimal] | None = None,
    mothersort: str = "",
    taken: Callable[[FeeRow], bool] = lambda row: True,
) -> list[FeeLine]:
    """The lines of one business item: base lines, chosen options and quantities, then surcharges.

    `facts` are the equipment (or valve, product, pipeline) values of the acceptance day with equclacode / equsubkind;
    `options` the chosen fee codes, `quantities` the numbers typed per fee code, `mothersort` the test sort that a
    复检 repeats, `taken` the rows that count. Source: fees_notes of the data folder, order and rounding.
    Raises ExpressionError for a malformed row.
    """
    typed = quantities or {}
    names = fee_facts(facts, book)
    rows = [row for row in _rows_for(names, testsort, book) if taken(row)]
    lines: list[FeeLine] = []
    chosen = {*options, *typed}  # who says how many of an option chooses it
    if left_out := {code for row in rows if row.feecode in chosen for code in row.instead}:
        rows = [row for row in rows if row.feecode not in left_out]
    reading = Reading(names, book, typed, mothersort, taken)
    for row in rows:
        if row.role == BASE or (row.role == OPTION and row.feecode in chosen) or row.role == QUANTITY:
            here = reading.of(row, lines)
            if row.role != QUANTITY or row.counted or here.get("qty") is not None:
                lines.extend(line_of(row, here, book))
    lines = _decided(lines)
    for row in rows:
        if row.role == SURCHARGE:
            lines.extend(line_of(row, reading.of(row, lines), book))
    return _once(lines)


def item_lines(
    facts: Facts,
    pipelines: Sequence[Facts],
    testsort: str,
    book: FeeBook,
    *,
    options: Collection[str] = (),
    quantities: Mapping[str, Decimal] | None = None,
    mothersort: str = "",
) -> list[FeeLine]:
    """The lines of an item; a piping project pays one set for each of its pipelines, and the rest once."""
    if not pipelines:
        return fee_lines(facts, testsort, book, options=options, quantities=quantities, mothersort=mothersort)

    def by_line(row: FeeRow) -> bool:
        """Paid for every line, or computed from what is."""
        sort = row.sort_of(mothersort)
        return any(one.of_line for one in book.rows if sort in one.testsorts) if sort else row.of_line

    lines: list[FeeLine] = []
    for one in pipelines:
        own = fee_lines({**facts, **one}, testsort, book, mothersort=mothersort, taken=by_line)
        lines += [replace(line, about=str(one.get("pipeno") or "")) for line in own]
    chosen = partial(fee_lines, options=options, quantities=quantities, mothersort=mothersort)
    return [*lines, *chosen(facts, testsort, book, taken=lambda row: not by_line(row))]


def fee_choices(facts: Facts, testsort: str, book: FeeBook) -> list[FeeRow]:
    """The option and quantity rows that may be added to an item by hand."""
    names = fee_facts(facts, book)
    choices = []
    for row in _rows_for(names, testsort, book):
        if row.role in (OPTION, QUANTITY):
            try:
                if holds(row.band_expr, names):
                    choices.append(row)
            except MissingValue:
                continue
    return choices


def fee_total(lines: Iterable[FeeLine]) -> Decimal | None:
    """The sum of the lines in yuan; None without lines, or while one of them has no amount."""
    amounts = [line.amount for line in lines]
    if not amounts or None in amounts:
        return None
    return sum((amount for amount in amounts if amount is not None), Decimal(0))


def missing_text(lines: Iterable[FeeLine]) -> str:
    """`缺少参数：层数、额定载重量`, empty when every line has its amount."""
    words = dict.fromkeys(word for line in lines for word in line.missing)
    return f"缺少参数：{'、'.join(words)}" if words else ""


def money(amount: Decimal) -> Decimal:
    """An amount of yuan rounded half up to 0.01."""
    return amount.quantize(CENT, ROUND_HALF_UP)


def fee_facts(facts: Facts, book: FeeBook) -> dict[str, object]:
    """The facts with `kind` and the derived names (D, small, V, sphere, Q, M, q, DN, n) that can be worked out."""
    code = str(facts.get("equsubkind") or facts.get("equclacode") or facts.get("equkind") or "")
    names: dict[str, object] = {**facts, "kind": str(facts.get("equkind") or code[:4]), "code": code}
    for row in book.names:
        if names.get(row.name) in (None, "") and kind_matches(row.kind_filter, code):
            try:
                if holds(row.condition, names):
                    names[row.name] = evaluate(row.expr, names)
            except MissingValue:
                continue
    return names


def _rows_for(names: Facts, testsort: str, book: FeeBook) -> list[FeeRow]:
    code = str(names["code"])
    return [
        row
        for row in book.rows
        if testsort in row.testsorts and class_of(code) in row.classes and kind_matches(row.kind_filter, code)
    ]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the rows of an item read, one after another."""

    names: Facts
    book: FeeBook
    typed: Mapping[str, Decimal]
    mothersort: str
    taken: Callable[[FeeRow], bool]

    def of(self, row: FeeRow, lines: Sequence[FeeLine]) -> dict[str, object]:
        """The names of one row: those of the device, and qty, base and ref as far as the row reads them."""
        here = dict(self.names)
        read = names_in(row.calc)
        if "qty" in read:
            here["qty"] = _quantity(row, self.names, self.typed)
        if "base" in read:
            here["base"] = fee_total(line for line in lines if line.role == BASE)
        if "ref" in read and row.refers:
            sort = row.sort_of(self.mothersort)
            known = sort and sort not in row.testsorts
            referred = fee_lines(self.names, sort, self.book, taken=self.taken) if known else []
            counted = [line for line in referred if line.role in (BASE, SURCHARGE)]
            here["ref"] = fee_total(counted)
            here[REF_LACKS] = tuple(dict.fromkeys(word for line in counted for word in line.missing))
        return here


def _quantity(row: FeeRow, names: Facts, typed: Mapping[str, Decimal]) -> object:
    if row.feecode in typed:
        return typed[row.feecode]
    fixed = re.search(r"default (\d+)", row.param_field)
    if fixed:
        return Decimal(fixed.group(1))
    if row.counted:
        return names.get(row.counted)
    return Decimal(1) if row.role == OPTION else None


PART = re.compile(r"(\d+(?:\.\d+)?)\*(?:base|ref|item|total)")


def factor_of(calc: str) -> Decimal | None:
    """By what another fee is multiplied: 0.5*ref → 0.5; None of a row with a price of its own."""
    found = PART.fullmatch(calc)
    return Decimal(found[1]) if found else None


def line_of(row: FeeRow, names: Facts, book: FeeBook) -> list[FeeLine]:
    """The line of a row, none when its band does not apply, one without amount when a value is missing."""
    qty = names.get("qty") if "qty" in names_in(row.calc) else None
    since = row.validfrom if row.validfrom > date.min else None
    empty = FeeLine(
        *(row.feecode, row.item, row.band, row.unit, row.nature, row.role, None, None, "", row.source),
        formula=words_of(row.calc, book, str(names.get("code", ""))),
        since=since,
    )
    lacks: Collection[str] = ()
    try:
        if not holds(row.band_expr, names):
            return []
        lacks = [name for name in names_in(row.calc) if names.get(name) in (None, "")]
        amount = money(evaluate_number(row.calc, names))
    except MissingValue as fault:
        wanted = {*fault.names, *lacks}
        if row.role == SURCHARGE and wanted == {"base"}:
            return []  # the lines that it is computed from say what is missing
        wanted = {row.counted if name == "qty" and row.counted else name for name in wanted}
        missing = tuple(dict.fromkeys(word for name in sorted(wanted) for word in _missing(name, names, book)))
        return [replace(empty, missing=missing, explanation=f"缺少参数：{'、'.join(missing)}")]
    count = Decimal(str(qty)) if qty is not None else None
    params = _params(row, names, book)
    sentence = "；".join([empty.formula, *params, f"得 {amount} 元"])
    return [replace(empty, amount=amount, qty=count, params=params, explanation=sentence, factor=factor_of(row.calc))]


def _missing(name: str, names: Facts, book: FeeBook) -> list[str]:
    """The fields behind a name that has no value: for a derived name those that it is worked out from."""
    lacks = names.get(REF_LACKS)
    if name == "ref" and isinstance(lacks, tuple) and lacks:
        return list(lacks)
    code = str(names.get("code", ""))
    needed: list[str] = []
    for row in book.names:
        if row.name == name and kind_matches(row.kind_filter, code):
            for text in (row.condition, row.expr):
                needed += [one for one in sorted(names_in(text)) if names.get(one) in (None, "")]
            if needed:
                break
    return [book.word(one, code) for one in dict.fromkeys(needed or [name])]


def _params(row: FeeRow, names: Facts, book: FeeBook) -> tuple[str, ...]:
    """What a row read, with the values: those of its band first, then those of its amount."""
    code = str(names.get("code", ""))
    values = [f"{book.word(name, code)} = {_plain(names.get(name))}" for name in sorted(names_in(row.calc))]
    bands = [
        f"{book.word(name, code)} = {_plain(names.get(name))}"
        for name in sorted(names_in(row.band_expr) - names_in(row.calc))
        if isinstance(names.get(name), Decimal | int | float)
    ]
    return (*bands, *values)


def words_of(calc: str, book: FeeBook, code: str = "") -> str:
    """The formula with Chinese names and signs."""
    named = re.sub(r"[A-Za-z_]\w*", lambda found: book.word(found.group(), code), bounded(calc))
    return named.replace("*", "×").replace("/", "÷")


def _plain(value: object) -> str:
    if isinstance(value, Decimal):
        text = f"{round(value, 4):f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return {True: "是", False: "否"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _decided(lines: Sequence[FeeLine]) -> list[FeeLine]:
    """Bands of one item exclude each other: where one holds, one that lacks a value says nothing."""
    settled = {line.item for line in lines if line.role == BASE and line.amount is not None}
    return [line for line in lines if line.role != BASE or not line.missing or line.item not in settled]


def _once(lines: Iterable[FeeLine]) -> list[FeeLine]:
    """Lines without amount that say the same about the same item are shown once."""
    keys: set[tuple[str, tuple[str, ...]]] = set()
    rest = []
    for line in lines:
        key = (line.item, line.missing)
        if line.missing and key in keys:
            continue
        keys.add(key)
        rest.append(line)
    return rest


def row_of(book: FeeBook, feecode: str) -> FeeRow | None:
    return next((row for row in book.rows if row.feecode == feecode), None)
