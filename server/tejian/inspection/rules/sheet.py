"""A filled record judged as a whole: its tables worked out, its values against their limits, its conclusion.

The tables come first: their results are measured values of items and names of limits and conclusions.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial

from .aggregates import as_number
from .checks import name_of
from .conclusion import ConclusionRule, Verdict, counted, derive, names_read, rules_for
from .elevator import ItemResult
from .expr import Names, names_in
from .grades import GradeRule, grade_rules_for
from .limits import ItemLimit, bounds_of, refuse_value
from .presence import ByItem, Place, Said, unproposed, untrue
from .recheck import AGAIN, NO_TERM, RECHECK, Term, Told, recheck
from .rows import LINE, TABLES, VALVE, OfRow, RowFound, RowRules, found_of_rows, held, row_rules_for
from .stated import FLAG, StatedName, fields_for, stated_value
from .tables import RecordTable, tables_for
from .walls import LINES, WALL, of_lines, with_walls
from .worked import Outer, Worked, work_out

COUNTS = "countif_"  # how many rows of a table failed
WORST = ("worstgrade", "worstline")  # what is found and what is stated: the worse of the two counts
NO = "0"  # a flag that nobody set
Cells = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Filled:
    """A table as it was filled: parameters and rows of typed cells."""

    params: Cells
    rows: Sequence[Cells]


@dataclass(frozen=True, slots=True)
class SheetRules:
    """The rule rows that a record is judged by."""

    conclusions: Sequence[ConclusionRule]
    names: Sequence[StatedName]  # of conclusions
    fields: Sequence[StatedName]  # of records
    limits: Mapping[tuple[str, str], Sequence[ItemLimit]]  # by template and item
    tables: Mapping[str, Mapping[str, RecordTable]]
    grades: Sequence[GradeRule]
    settings: Names
    rows: RowRules = field(default_factory=dict)  # of lines and valves
    presence: ByItem = field(default_factory=dict)  # results that cannot be true, by template and item


@dataclass(frozen=True, slots=True)
class Sheet:
    """A record as it was filled. `device` are the names of device and day, `stated` what the inspector states."""

    kind: str
    seisort: str
    testsort: str
    templates: tuple[str, ...]
    items: Sequence[ItemResult]
    tables: Mapping[str, Filled]
    device: Names
    stated: Mapping[str, str]
    of_line: Callable[[str], Names] = lambda _line: {}
    term: Term = NO_TERM
    lines: Sequence[Names] = ()  # of a piping project, with all that the archive says of each
    foreign: Collection[str] = frozenset()  # item lists that are templates of other inspections
    conclusion: str = ""  # that was chosen


@dataclass(frozen=True, slots=True)
class Outside:
    """A measured value outside its limit."""

    item: ItemResult
    field: str
    text: str

    @property
    def name(self) -> str:
        """`A1.2.7.8.lockengage`."""
        return f"{self.item.item_no}.{self.field}"


@dataclass(frozen=True, slots=True)
class Found:
    """What follows from a record. `names` is everything that conditions could read."""

    rules: tuple[ConclusionRule, ...]
    asked: tuple[StatedName, ...]
    tables: Mapping[str, RecordTable]
    worked: Mapping[str, Worked]
    items: Sequence[ItemResult]
    outside: Sequence[Outside]
    names: Names
    limits: Names  # what limits read
    verdict: Verdict
    graded: Names = field(default_factory=dict)  # the worst grades that the tables give
    labels: Mapping[str, str] = field(default_factory=dict)  # of the names that are stated or measured
    rows: Mapping[str, Sequence[RowFound]] = field(default_factory=dict)  # what follows for single rows, by stage
    told: tuple[Told, ...] = ()  # what follows for names that nobody needs to state
    place: Place = field(default_factory=lambda: Place({}))  # what the rules of presence read
    untrue: tuple[Said, ...] = ()  # what they say of the results


@dataclass(frozen=True, slots=True)
class Asked:
    """What the rules of a record read, whatever is filled in."""

    rules: tuple[ConclusionRule, ...]
    read: Sequence[StatedName]  # by conclusions
    fields: Sequence[StatedName]
    tables: Mapping[str, RecordTable]
    grades: Sequence[GradeRule]

    @property
    def to_state(self) -> tuple[StatedName, ...]:
        """What the inspector states."""
        return tuple(one for one in (*self.read, *self.fields) if one.kind)


def asked_of(sheet: Sheet, book: SheetRules) -> Asked:
    """The rules, tables and names of a record."""
    rules = rules_for(book.conclusions, sheet.kind, sheet.seisort, sheet.testsort, sheet.templates)
    tables = tables_for(book.tables, sheet.templates)
    grades = grade_rules_for(book.grades, sheet.kind, sheet.testsort, sheet.templates)
    inputs = names_of_inputs(book, tables, grades, sheet.items)
    fields = fields_for(book.fields, sheet.kind, sheet.testsort, sheet.templates, inputs)
    return Asked(rules, names_read(rules, book.names, sheet.kind), fields, tables, grades)


def judge_sheet(sheet: Sheet, book: SheetRules) -> Found:
    """Work the tables out, put their results into the items, compare with limits, derive the conclusion."""
    frame = asked_of(sheet, book)
    rules, read, fields, tables, grades = frame.rules, frame.read, frame.fields, frame.tables, frame.grades
    to_state = frame.to_state
    consequences = _told(sheet, read)
    sheet = replace(
        sheet, stated={one.name: one.value for one in consequences} | {k: v for k, v in sheet.stated.items() if v}
    )
    unsaid = {one.name: one.default or NO for one in fields if one.default or one.kind == FLAG}
    base = {**book.settings, **unsaid, **sheet.device}
    base |= {one.name: stated_value(one, text) for one in to_state if (text := sheet.stated.get(one.name, ""))}
    outer = Outer(base, grades, sheet.of_line)
    worked = _worked_out(sheet, tables, outer)
    results = {**_alike(worked.values(), fields)}
    results |= {name: value for one in worked.values() for name, value in one.results.items()}
    items = _measured(sheet.items, worked.values())
    names = _named(sheet, read, base, results, items)
    limits = {**{name: value for one in items for name, value in one.values.items()}, **base, **results}
    outside = [value for one in items for value in outside_of(one, limits_of(book.limits, one), limits)]
    beyond = {one.item.seq for one in outside}
    rows = _rows(sheet, book, worked, names, partial(_of_row, items, beyond, worked))
    verdict = held(derive(rules, items, beyond, names), rules, [*rows.get(VALVE, ()), *rows.get(LINE, ())])
    place = _place(sheet, limits, items, verdict)
    sayings = untrue(book.presence, items, place)
    verdict = unproposed(verdict, items, sayings)
    labels = {one.name: one.label for one in (*read, *fields)}
    graded = {name: results[name] for name in WORST if name in results}
    own = (rules, to_state, tables, worked, items, outside, names, limits, verdict, graded, labels, rows, consequences)
    return Found(*own, place, sayings)


def _worked_out(sheet: Sheet, tables: Mapping[str, RecordTable], outer: Outer) -> dict[str, Worked]:
    """The filled tables worked out: that of lines says of each what its measuring points say."""
    filled = {code: one for code, one in sheet.tables.items() if code in tables}
    made = {code: work_out(tables[code], one.params, one.rows, outer) for code, one in filled.items() if code != LINES}
    if LINES in filled:
        walls = of_lines(made[WALL].rows) if WALL in made else {}
        own = filled[LINES]
        lines = work_out(tables[LINES], own.params, with_walls(own.rows, walls), outer, walls)
        made = {code: lines if code == LINES else made[code] for code in filled}
    return made


def _place(sheet: Sheet, limits: Names, items: Sequence[ItemResult], verdict: Verdict) -> Place:
    """What the rules of presence read: what limits do, the results of the other items, the conclusion."""
    results = {name_of(f"{one.template}:{one.item_no}"): one.result for one in items}
    names = {**limits, **results, "conclusion": sheet.conclusion or verdict.code}
    return Place(names, sheet.lines, sheet.foreign)


def _told(sheet: Sheet, read: Sequence[StatedName]) -> tuple[Told, ...]:
    """What the record itself says of names that its rules read."""
    if all(one.name != RECHECK for one in read):
        return ()
    again = sheet.tables.get(AGAIN)
    return (recheck(again.rows if again else (), sheet.term),)


def _rows(
    sheet: Sheet, book: SheetRules, worked: Mapping[str, Worked], names: Names, of_row: OfRow
) -> dict[str, list[RowFound]]:
    """What follows for the rows of the filled tables that have a conclusion each."""
    known = row_rules_for(book.rows, sheet.kind, sheet.seisort, sheet.testsort, sheet.templates)
    filled = {stage: worked[code].rows for stage, (code, _key) in TABLES.items() if code in worked}
    return {stage: found_of_rows(known.get(stage, ()), stage, rows, names, of_row) for stage, rows in filled.items()}


def _of_row(
    items: Sequence[ItemResult], beyond: Collection[int], worked: Mapping[str, Worked], name: str
) -> dict[str, object]:
    """What the items say of one row: what failed at other lines alone is nothing to this one, nor what the tables
    of these items counted."""
    own = [one for one in items if one.concerns(name)]
    elsewhere = {(one.template, one.item_no) for one in items if not one.concerns(name)}
    spared: dict[str, object] = {}
    for one in worked.values():
        if any((c.template, c.item) in elsewhere for c in one.table.columns if c.item):
            spared |= {c.column: Decimal(0) for c in one.table.of("result") if c.formula.startswith(COUNTS)}
    return {**counted(own, beyond), **spared}


def limits_of(limits: Mapping[tuple[str, str], Sequence[ItemLimit]], item: ItemResult) -> Sequence[ItemLimit]:
    """The limits of an item."""
    return limits.get((item.template, item.item_no), ())


def by_item(limits: Iterable[ItemLimit]) -> dict[tuple[str, str], list[ItemLimit]]:
    """Limits by template and item: a record asks them item by item."""
    found: dict[tuple[str, str], list[ItemLimit]] = {}
    for one in limits:
        found.setdefault((one.template, one.item_no), []).append(one)
    return found


def outside_of(item: ItemResult, limits: Iterable[ItemLimit], names: Names) -> list[Outside]:
    """The measured values of an item that lie outside their limits, each once."""
    found: dict[str, Outside] = {}
    for limit in bounds_of(limits, item.template, item.item_no, names):
        value = item.values.get(limit.field)
        if value is not None and limit.field not in found and (text := refuse_value(limit, value)):
            found[limit.field] = Outside(item, limit.field, text)
    return list(found.values())


def fed_fields(tables: Mapping[str, RecordTable], filled: Collection[str]) -> set[tuple[str, str, str]]:
    """Template, item and field of the measured values that filled tables give; nobody types these."""
    return {(one.template, one.item, one.field) for code in filled for one in tables[code].columns if one.item}


def names_of_inputs(
    book: SheetRules, tables: Mapping[str, RecordTable], grades: Sequence[GradeRule], items: Sequence[ItemResult]
) -> set[str]:
    """The names that limits, tables and gradings of a record read."""
    texts = [text for one in tables.values() for c in one.columns for text in (c.condition, c.formula, c.limit)]
    texts += [one.condition for one in grades]
    rows = [row for one in items for row in limits_of(book.limits, one)]
    texts += [text for row in rows for text in (row.low, row.high, row.condition)]
    return {name for text in texts for name in names_in(text)}


def _alike(worked: Iterable[Worked], fields: Iterable[StatedName]) -> dict[str, object]:
    """Names that are a column of a table, where every row says the same; `options` names it (`press.kind`) where the
    name is another one."""
    own = {(one.options[0] if one.options else one.name): one.name for one in fields if not one.kind}
    names: dict[str, object] = {}
    for one in worked:
        for column in {each.column for each in one.table.columns}:
            name = own.get(f"{one.table.code}.{column}") or own.get(column)
            values = {row.get(column) for row in one.rows} - {None} if name else set()
            if name and len(values) == 1:
                names[name] = values.pop()
    return names


def _measured(items: Sequence[ItemResult], worked: Iterable[Worked]) -> list[ItemResult]:
    """The items with the results of the tables among their values."""
    found: dict[tuple[str, str], dict[str, Decimal]] = {}
    for one in worked:
        for key, values in one.measured().items():
            found.setdefault(key, {}).update({k: v for k, v in values.items() if isinstance(v, Decimal)})
    return [replace(one, values={**one.values, **found.get((one.template, one.item_no), {})}) for one in items]


def _named(
    sheet: Sheet, read: Sequence[StatedName], base: Names, results: Names, items: Sequence[ItemResult]
) -> dict[str, object]:
    names: dict[str, object] = {one.name: "0" for one in read if not one.needed}
    names |= base
    names |= {name: value for one in items for name, value in one.values.items()}
    names |= {one.name: sheet.stated.get(one.name) or ("" if one.needed else "0") for one in read if one.kind}
    worst = {name: _worse(names.get(name), results.get(name)) for name in WORST}
    return {**names, **results, **{name: value for name, value in worst.items() if value is not None}}


def _worse(stated: object, found: object) -> Decimal | None:
    grades = [one for one in (as_number(stated), as_number(found)) if one is not None]
    return max(grades, default=None)
