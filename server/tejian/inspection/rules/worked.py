"""A filled table worked out: computed cells, results, which limits fail, and what an expression lacked.

Everything is Decimal of full length; only what is shown is rounded. Nothing is taken as zero: a cell that lacks an
input stays empty and says which one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Any

from .aggregates import aggregate, is_aggregate
from .expr import ExpressionError, MissingValue, Names, evaluate, holds, names_in
from .grades import Graded, GradeRule, grade_finding
from .methods import GRADE, OF_ROW, OF_TABLE, parsed
from .tables import COMPUTED, INPUT, KEY, RESULT, RecordTable, TableColumn

Cells = Mapping[str, object]
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Fail:
    """A cell or a result (`row` 0) that does not meet its limit."""

    column: TableColumn
    row: int

    @property
    def name(self) -> str:
        """`doors.lock#2`."""
        return f"{self.column.table}.{self.column.column}" + (f"#{self.row}" if self.row else "")


@dataclass(frozen=True, slots=True)
class Lacking:
    """A cell or a result (`row` 0) that could not be worked out: the names that have no value, or what is wrong."""

    column: TableColumn
    row: int
    names: frozenset[str] = frozenset()
    wrong: str = ""


@dataclass(slots=True)
class Worked:
    """A table with all its cells. `results` are those with a value, by column."""

    table: RecordTable
    params: dict[str, object]
    rows: list[dict[str, object]]
    results: dict[str, object] = field(default_factory=dict)
    fails: list[Fail] = field(default_factory=list)
    lacking: list[Lacking] = field(default_factory=list)
    grades: dict[int, Graded] = field(default_factory=dict)  # by row, of a table of findings
    wanted: set[tuple[int, str]] = field(default_factory=set)  # empty cells for which another one stayed empty

    def matters(self, one: Lacking) -> bool:
        """Whether anything follows from a cell that could not be worked out."""
        own = one.column
        read = {part for c in self.table.of(RESULT) for name in names_in(c.formula) for part in name.split("_")}
        return bool(own.limit or own.item or own.column in read or (one.row, own.column) in self.wanted)

    def measured(self) -> dict[tuple[str, str], dict[str, object]]:
        """The results that are measured values of items: by template and item, by field."""
        found: dict[tuple[str, str], dict[str, object]] = {}
        for one in self.table.of(RESULT):
            if one.item and one.column in self.results:
                found.setdefault((one.template, one.item), {})[one.field] = self.results[one.column]
        return found


@dataclass(frozen=True, slots=True)
class Outer:
    """What a table reads beside its own cells: names of device and record, those of a line, the grade rules."""

    names: Names
    grades: Sequence[GradeRule] = ()
    of_line: Callable[[str], Names] = lambda _line: {}


def work_out(
    table: RecordTable,
    params: Cells,
    rows: Sequence[Cells],
    outer: Outer,
    known: Mapping[str, Mapping[str, object]] = NOTHING,
) -> Worked:
    """Work a table out in the order of its columns: every row, then the results. Values are typed already.

    `known` are computed cells that another table gives, by line: they are not worked out again.
    """
    made = Worked(table, dict(params), [])
    own = {one.column for one in table.columns if one.role != RESULT}
    empty = dict.fromkeys(own - set(table.params))
    fails: list[tuple[str, ...]] = []
    for number, cells in enumerate(rows, 1):
        row = empty | {k: v for k, v in cells.items() if k in own}
        line = outer.of_line(str(row["lineid"])) if row.get("lineid") else {}
        before = len(made.fails)
        given = known.get(str(row.get("lineid") or ""), NOTHING)
        _row(made, row, number, {**outer.names, **line, **made.params}, outer.grades, given)
        made.rows.append(row)
        fails.append(tuple(one.column.column for one in made.fails[before:]))
    _results(made, outer.names, fails)
    return made


def _row(
    made: Worked,
    row: dict[str, object],
    number: int,
    names: Names,
    grades: Sequence[GradeRule],
    given: Mapping[str, object],
) -> None:
    columns = made.table.of(COMPUTED)
    for name, group in groupby(columns, key=lambda one: one.column):
        known = {**names, **row}
        options = list(group)
        if name in given:
            row[name] = given[name]
        elif options[0].method and parsed(options[0].method)[0] == GRADE:
            row[name] = _grade(made, options[0], number, known, grades)
        else:
            row[name] = _cell(made, options, number, known)
    known = {**names, **row}
    judged = {one.column: one for one in made.table.of(KEY, INPUT, COMPUTED) if one.limit}
    for column in judged.values():
        if row.get(column.column) not in (None, ""):
            _judge(made, column, number, known)


def _cell(made: Worked, options: Sequence[TableColumn], number: int, known: Names) -> object:
    """The value of the first formula whose condition holds; None with the reason noted when it lacks something."""
    missing: frozenset[str] = frozenset()
    for column in options:
        try:
            if holds(column.condition, known):
                wanted = names_in(column.formula)
                if empty := {name for name in wanted if known.get(name) in (None, "")}:
                    raise MissingValue(frozenset(empty))  # all of them, not the first one only
                return _value(column, known)
        except MissingValue as fault:
            missing |= fault.names
        except (ExpressionError, ArithmeticError) as fault:
            made.lacking.append(Lacking(column, number, wrong=str(fault)))
            return None
    computed = {one.column for one in made.table.of(COMPUTED, RESULT)}
    made.wanted |= {(number, one) for one in missing & computed}
    if roots := frozenset(one for one in missing if one not in computed):
        made.lacking.append(Lacking(options[0], number, roots))
    return None


def _value(column: TableColumn, known: Names) -> object:
    if not column.method:
        return evaluate(column.formula, known)
    name, args, by = parsed(column.method)
    return OF_ROW[name](known, args) / by


def _grade(
    made: Worked, column: TableColumn, number: int, known: Mapping[str, object], grades: Sequence[GradeRule]
) -> object:
    """The grade of a finding; flags that nobody set count as no."""
    flags = {one.column: "0" for one in made.table.of(INPUT) if one.is_flag and known.get(one.column) in (None, "")}
    graded = grade_finding(grades, {**known, **flags})
    made.grades[number] = graded
    if graded.rule is None:
        made.lacking.append(Lacking(column, number, graded.missing, "" if graded.missing else "没有适用的评级规则"))
        return None
    return evaluate(str(graded.low), {})


def _judge(made: Worked, column: TableColumn, number: int, known: Names) -> None:
    try:
        if not holds(column.limit, known):
            made.fails.append(Fail(column, number))
    except MissingValue as fault:
        made.lacking.append(Lacking(column, number, fault.names))
    except (ExpressionError, ArithmeticError) as fault:
        made.lacking.append(Lacking(column, number, wrong=str(fault)))


def _results(made: Worked, names: Names, fails: Sequence[tuple[str, ...]]) -> None:
    keys = [one.column for one in made.table.of(KEY, INPUT, COMPUTED) if one.role == KEY or one.type == "enum"]
    words = [[str(row[one]) for one in dict.fromkeys(keys) if row.get(one)] for row in made.rows]
    if not made.rows:
        return
    for name, group in groupby(made.table.of(RESULT), key=lambda one: one.column):
        options = list(group)
        read = {n for one in options for n in (*names_in(one.formula), *names_in(one.condition)) if is_aggregate(n)}
        aggregates = {one: aggregate(one, made.rows, words, fails) for one in read}
        own = dict.fromkeys(one.column for one in made.table.of(RESULT))
        known = {**names, **made.params, **own, **made.results, **aggregates}
        if options[0].method:
            value = _of_table(made, options[0])
        else:
            value = _cell(made, options, 0, known) if _readable(options, known) else None
        if value is None:
            continue
        made.results[name] = value
        for column in options:
            if column.limit:
                _judge(made, column, 0, {**known, name: value})


def _readable(options: Sequence[TableColumn], known: Names) -> bool:
    """Whether the rows gave what a result reads: a result of cells that nobody filled is empty without a word."""
    return not any(is_aggregate(n) and known.get(n) is None for one in options for n in names_in(one.formula))


def _of_table(made: Worked, column: TableColumn) -> object:
    name, args, by = parsed(column.method)
    value = OF_TABLE[name](made.rows, args)
    return None if value is None else value / by
