"""How inspection fees are computed: one line per row of the fee table that applies, each with its formula and source.

Amounts are yuan, Decimal, rounded half up to 0.01 when a line is made; totals are sums of rounded lines. A row that
needs an empty field gives a line without amount that names the field: nothing is ever taken as zero.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from tejian.archives.common.api import class_of, kind_matches
from tejian.inspection.rules.api import MissingValue, evaluate, evaluate_number, holds, names_in

from .lines import FeeLine

Facts = Mapping[str, object]

CENT = Decimal("0.01")
BASE, SURCHARGE, OPTION, QUANTITY, RULE = "base", "surcharge", "option", "quantity", "rule"
MOTHER = "mother item"
REF_LACKS = "what is missing of ref"  # no name of an expression: it holds the words
OF_LINE = re.compile(r"nominaldia|pipelength|ref\(")  # what a row reads that each pipeline of a project has for itself
LINE_NAMES = {"qty": "数量", "base": "基本费", "ref": "参照项目费用", "item": "本项费用", "total": "合计"}


@dataclass(frozen=True, slots=True)
class FeeRow:
    """One row of fees.csv. `calc` and `band_expr` are expressions; `excludes` are fee codes it may not stand beside."""

    feecode: str
    classes: tuple[str, ...]
    testsorts: tuple[str, ...]
    item: str
    band: str
    unit: str
    nature: str
    source: str
    note: str
    kind_filter: str
    band_expr: str
    calc: str
    param_field: str
    role: str
    excludes: tuple[str, ...] = ()
    validfrom: date = date.min
    validto: date = date.max  # the first day on which it is no longer in force

    @property
    def of_line(self) -> bool:
        """Whether a piping project pays it for every line, and not once."""
        return self.role in (BASE, SURCHARGE) and bool(OF_LINE.search(self.param_field))


@dataclass(frozen=True, slots=True)
class FeeName:
    """One row of fee_names.csv: a derived name (D, V, Q …), for which kinds and when it is read in which way."""

    name: str
    kind_filter: str
    condition: str
    expr: str
    label: str
    source: str


@dataclass(frozen=True, slots=True)
class FeeBook:
    """The fee table, the derived names, and Chinese labels of the fields for explanations."""

    rows: tuple[FeeRow, ...]
    names: tuple[FeeName, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # level of the catalogue → its own labels

    def word(self, name: str, code: str = "") -> str:
        """What a name is called for devices of a kind: a field may be called otherwise for another."""
        for level in (
            code[:4],
            code[:3].ljust(4, "0"),
            code[:2].ljust(4, "0"),
            code[:1].ljust(4, "0"),
            f"{code[:1]}000GX",
        ):
            if name in self.own.get(level, {}):
                return self.own[level][name]
        return self.labels.get(name, name)


def fee_row(row: Mapping[str, str]) -> FeeRow:
    """A row of fees.csv; `_from` and `_to` of the store (else a column validfrom) say when it is in force."""
    excluded = re.search(r"not together with ([F0-9, ]+)", row["note"])
    since, until = row.get("_from") or row.get("validfrom", ""), row.get("_to", "")
    return FeeRow(
        feecode=row["feecode"],
        classes=tuple(row["equclass"].split("/")),
        testsorts=tuple(row["testsort"].split("/")),
        item=row["item"],
        band=row["band"],
        unit=row["unit"],
        nature=row["nature"],
        source=row["source"],
        note=row["note"],
        kind_filter=row["kind_filter"],
        band_expr=row["band_expr"],
        calc=row["calc"],
        param_field=row["param_field"],
        role=row["line_role"],
        excludes=tuple(re.findall(r"F\d{4}", excluded.group(1))) if excluded else (),
        validfrom=date.fromisoformat(since) if since else date.min,
        validto=date.fromisoformat(until) if until else date.max,
    )


def fee_name(row: Mapping[str, str]) -> FeeName:
    """A row of fee_names.csv."""
    return FeeName(row["name"], row["kind_filter"], row["condition"], row["expr"], row["label"], row["source"])


def fee_book(
    rows: Iterable[Mapping[str, str]],
    names: Iterable[Mapping[str, str]],
    labels: Mapping[str, str],
    own: Mapping[str, Mapping[str, str]] | None = None,
) -> FeeBook:
    """A FeeBook from raw rows; `labels` is field → label_zh, `own` the same for each level of the catalogue."""
    derived = tuple(fee_name(row) for row in names)
    words = {**labels, **LINE_NAMES, **{row.name: row.label for row in derived}}
    return FeeBook(tuple(fee_row(row) for row in rows), derived, words, own or {})


def on_day(book: FeeBook, day: date) -> FeeBook:
    """The book with the version of each row that is in force on a day; later versions are left out."""
    newest: dict[str, FeeRow] = {}
    for row in book.rows:
        known = newest.get(row.feecode)
        if row.validfrom <= day < row.validto and (known is None or row.validfrom >= known.validfrom):
            newest[row.feecode] = row
    return replace(book, rows=tuple(newest.values()))


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
    for row in rows:
        chosen = row.feecode in options
        if row.role == BASE or (row.role == OPTION and chosen) or row.role == QUANTITY:
            here = _with_row_names(names, row, lines, typed=typed, book=book, mothersort=mothersort)
            if row.role != QUANTITY or here.get("qty") is not None:
                lines.extend(line_of(row, here, book))
    lines = _decided(lines)
    for row in rows:
        if row.role == SURCHARGE:
            here = _with_row_names(names, row, lines, typed=typed, book=book, mothersort=mothersort)
            lines.extend(line_of(row, here, book))
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
    lines: list[FeeLine] = []
    for one in pipelines:
        own = fee_lines({**facts, **one}, testsort, book, mothersort=mothersort, taken=lambda row: row.of_line)
        lines += [replace(line, about=str(one.get("pipeno") or "")) for line in own]
    once = fee_lines(facts, testsort, book, options=options, quantities=quantities, taken=lambda row: not row.of_line)
    return [*lines, *once]


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


def _with_row_names(
    names: Facts, row: FeeRow, lines: Sequence[FeeLine], *, typed: Mapping[str, Decimal], book: FeeBook, mothersort: str
) -> dict[str, object]:
    """The names of one row: those of the device, and qty, base and ref as far as the row reads them."""
    here = dict(names)
    read = names_in(row.calc)
    if "qty" in read:
        here["qty"] = _quantity(row, names, typed)
    if "base" in read:
        here["base"] = fee_total(line for line in lines if line.role == BASE)
    reference = re.search(r"ref\(([^)]+)\)", row.param_field)
    if "ref" in read and reference:
        sort = mothersort if reference.group(1) == MOTHER else reference.group(1)
        referred = fee_lines(names, sort, book) if sort and sort not in row.testsorts else []
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
    named = re.search(r"(\w+)\(default of qty\)", row.param_field)
    if named:
        return names.get(named.group(1))
    return Decimal(1) if row.role == OPTION else None


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
        missing = tuple(dict.fromkeys(word for name in sorted(wanted) for word in _missing(name, names, book)))
        return [replace(empty, missing=missing, explanation=f"缺少参数：{'、'.join(missing)}")]
    count = Decimal(str(qty)) if qty is not None else None
    params = _params(row, names, book)
    sentence = "；".join([empty.formula, *params, f"得 {amount} 元"])
    return [replace(empty, amount=amount, qty=count, params=params, explanation=sentence)]


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
    named = re.sub(r"[A-Za-z_]\w*", lambda found: book.word(found.group(), code), calc)
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
