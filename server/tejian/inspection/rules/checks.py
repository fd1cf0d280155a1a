"""The checks of a report: each row of report_checks.csv is asked of what the report says, and speaks or is silent.

A row says over what it runs (`each`), when it speaks (`condition`) and its sentence. Pure: all that the rows read is
gathered before, once for a report.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import cast

from tejian.archives.common.api import class_of, kind_matches

from .elevator import ERROR, FAIL, RECTIFIED, WARN, Finding, ItemResult, numbers
from .expr import ExpressionError, MissingValue, Names, evaluate, holds
from .limits import plain

HARD, SOFT = "hard", "soft"
STEPS = ("BGLR", "BGSH", "BGSP")  # where a check first speaks; from there on at every later step
AT_STEP = {"BGLR": 0, "BGQR": 0, "BGSH_FX": 1, "BGSH": 1, "BGSP": 2}
WHERE = re.compile(r"[^0-9A-Za-z]+")
NAMED = re.compile(r"\{(\w+)}")  # a name in a sentence


@dataclass(frozen=True, slots=True)
class ReportCheck:
    """One row of report_checks.csv. `of` names the items, tables or fields that it runs over, `lets` what its sentence
    and its condition read besides; `off` says why it is not in use."""

    code: str
    group: str
    classes: tuple[str, ...]
    sorts: tuple[str, ...]
    but: tuple[str, ...]
    step: str
    hard: bool
    each: str
    of: tuple[str, ...]
    lets: tuple[tuple[str, str], ...]
    condition: str
    field: str
    sentence: str
    params: Mapping[str, object]
    off: str
    source: str

    def is_for(self, kind: str, seisort: str, testsort: str) -> bool:
        """Whether the row is about this kind and this sort."""
        mine = class_of(kind)
        own = any(one in ("all", mine) or kind_matches(one, kind) for one in self.classes)
        return (
            own and ("all" in self.sorts or _in(self.sorts, seisort, testsort)) and not self._spared(seisort, testsort)
        )

    def _spared(self, seisort: str, testsort: str) -> bool:
        return _in(self.but, seisort, testsort)


def _in(sorts: Sequence[str], seisort: str, testsort: str) -> bool:
    return seisort in sorts or testsort in sorts


@dataclass(frozen=True, slots=True)
class Place:
    """Where the page jumps to: an item, a cell of a table, or a field of the record."""

    seq: int = 0
    item_no: str = ""
    field: str = ""
    table: str = ""
    row: int = 0
    column: str = ""
    grows: tuple[str, ...] = ()  # names of its sentence whose values grow by themselves


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured value of an item with its limits worked out; None = open."""

    item: ItemResult
    field: str
    label: str
    unit: str
    value: Decimal
    low: Decimal | None
    high: Decimal | None
    limits: str

    @property
    def inside(self) -> bool:
        return (self.low is None or self.value >= self.low) and (self.high is None or self.value <= self.high)


@dataclass(frozen=True, slots=True)
class CellFault:
    """A cell of a table outside its limit, or below zero."""

    row: int
    column: str
    label: str
    value: str
    unit: str


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A filled table: its rows with what was worked out, its results, its cells outside their limits, its typed numbers
    below zero, and the items of which it gives measured values."""

    title: str
    rows: Sequence[Names] = ()
    results: Names = field(default_factory=dict)
    faults: Sequence[CellFault] = ()
    negatives: Sequence[CellFault] = ()
    items: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """Everything that checks read of a report. `labels` are words of fields, `words` those of coded values."""

    kind: str
    seisort: str
    testsort: str
    names: Names
    items: Sequence[ItemResult] = ()
    measured: Sequence[Measured] = ()
    tables: Mapping[str, TableFacts] = field(default_factory=dict)
    lists: Mapping[str, Sequence[Names]] = field(default_factory=dict)  # people, instruments, valves, changes, lines
    findings: Sequence[Finding] = ()  # what the rules of the record said
    labels: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    odd_days: Mapping[date, bool] = field(default_factory=dict)  # that differ from Monday to Friday: whether worked
    excused: Mapping[int, str] = field(default_factory=dict)  # items that a rule leaves out, with its sentence
    unvalued: Mapping[int, str] = field(default_factory=dict)  # the values that items with limits lack, in words
    unjudged: Mapping[int, str] = field(default_factory=dict)  # what their limits lack to be worked out, in words
    untrue: Collection[int] = ()  # items of whose results a rule of presence speaks
    told: dict[int, Mapping[str, object]] = field(default_factory=dict, init=False)  # names of items, see `of_item`

    @property
    def all_names(self) -> dict[str, object]:
        """The names of every row: those of the report, results of its items, values, results and sizes of tables."""
        names: dict[str, object] = dict(self.names)
        for one in self.items:
            own = name_of(f"{one.template}:{one.item_no}")
            names[own] = one.result
            names |= {f"{own}_{name}": value for name, value in one.values.items()}
        for code, table in self.tables.items():
            names[f"{code}_count"] = Decimal(len(table.rows))
            names |= {f"{code}_{name}": value for name, value in table.results.items()}
        return names

    def of_item(self, one: ItemResult) -> Mapping[str, object]:
        """The names of an item, the same ones for every item: worked out once for all rows that run over it."""
        if one.seq not in self.told:
            self.told[one.seq] = _of_item(self, one)
        return self.told[one.seq]


Case = tuple[Mapping[str, object], Place]
Call = Callable[[ReportFacts, ReportCheck, Mapping[str, object]], Iterator[Case]]


def name_of(item: str) -> str:
    """The name of an item in conditions: `DT-DJ:A1.2.3.3(3)` → `DT_DJ_A1_2_3_3_3`."""
    return WHERE.sub("_", item).strip("_")


def report_check(row: Mapping[str, str]) -> ReportCheck:
    """A row of report_checks.csv. Raises ValueError for a row that cannot be asked."""
    sorts, _, but = row["sorts"].partition("-")
    check = ReportCheck(
        code=row["code"],
        group=row["grp"],
        classes=_parts(row["classes"]),
        sorts=_parts(sorts),
        but=_parts(but),
        step=row["step"],
        hard=row["level"] == HARD,
        each=row["each"],
        of=_parts(row["of"]),
        lets=tuple((a.strip(), b.strip()) for a, _, b in (one.partition("=") for one in row["lets"].split(";") if one)),
        condition=row["condition"],
        field=row["field"],
        sentence=row["sentence"],
        params=_params(row["params"]),
        off=row["off"],
        source=row["source"],
    )
    if row["level"] not in (HARD, SOFT) or check.step not in STEPS:
        raise ValueError(f"{check.code}：环节或级别不正确")
    if not check.off and check.each not in (*FORMS, CALLED, SAYS):
        raise ValueError(f"{check.code}：没有这种检查方式：{check.each}")
    return check


def _parts(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())


def _params(text: str) -> dict[str, object]:
    """`low=0.3;days=3000:10;4000:30`: numbers, words, and numbers by class or template."""
    params: dict[str, object] = {}
    last = ""
    for one in filter(None, text.split(";")):
        name, equals, value = one.partition("=")
        last = name if equals else last
        key, colon, number = (value if equals else one).partition(":")
        if colon:
            params.setdefault(last, {})[key] = Decimal(number)  # type: ignore[index]
        else:
            params[last] = Decimal(value) if re.fullmatch(r"-?\d+(\.\d+)?", value) else value
    return params


# -- over what a row runs -----------------------------------------------------------------------------------------


def _once(facts: ReportFacts, check: ReportCheck, names: Mapping[str, object]) -> Iterator[Case]:
    yield names, Place(field=check.field)


def _of_items(facts: ReportFacts, check: ReportCheck) -> Iterator[ItemResult]:
    for one in facts.items:
        if not check.of or f"{one.template}:{one.item_no}" in check.of:
            yield one


def _of_item(facts: ReportFacts, one: ItemResult) -> dict[str, object]:
    own = {"seq": Decimal(one.seq), "item_no": one.item_no, "content": one.content, "result": one.result}
    flags = {"key": one.key_item, "monitored": one.monitored, "measure": one.value_type == "measure"}
    rule = facts.excused.get(one.seq, "")
    more = {
        "note": one.note,
        "valued": bool(one.values),
        "photo": one.photo,
        "duty": one.duty,
        "excused": bool(rule),
        "rule": rule,
    }
    more |= {"untrue": one.seq in facts.untrue}
    more |= {"unvalued": facts.unvalued.get(one.seq, ""), "unjudged": facts.unjudged.get(one.seq, "")}
    values = [m for m in facts.measured if m.item.seq == one.seq and m.limits]
    beside = any(table.faults for table in facts.tables.values() if one.item_no in table.items)
    inside = bool(values) and all(m.inside for m in values) and not beside
    return {**own, **flags, **more, "values_inside": inside}


def _item(facts: ReportFacts, check: ReportCheck, names: Mapping[str, object]) -> Iterator[Case]:
    case = dict(names)  # asked item by item: the next one says the same names anew
    for one in _of_items(facts, check):
        case.update(facts.of_item(one))
        yield case, Place(one.seq, one.item_no)


def _items(facts: ReportFacts, check: ReportCheck, names: Mapping[str, object]) -> Iterator[Case]:
    """All items of the row for which its condition holds, in one sentence."""
    mine = [one for one in _of_items(facts, check) if _applies(check, {**names, **facts.of_item(one)})]
    if mine:
        yield {**names, "items": numbers(mine), "result": mine[0].result}, Place(mine[0].seq, mine[0].item_no)


def _row(facts: ReportFacts, check: ReportCheck, names: Mapping[str, object]) -> Iterator[Case]:
    for code in check.of:
        table = facts.tables.get(code, TableFacts(""))
        for number, row in enumerate(table.rows, 1):
            blank = dict.fromkeys(row)
            own = {"table": table.title, "row": Decimal(number)}
            yield {**names, **own, **blank, **row}, Place(table=code, row=number, column=check.field)


def _cell(facts: ReportFacts, check: ReportCheck, names: Mapping[str, object]) -> Iterator[Case]:
    """The cells of these columns (`valves.seal`) that lie outside their limits."""
    for one in check.of:
        code, _, column = one.partition(".")
        table = facts.tables.get(code, TableFacts(""))
        for fault in table.faults:
            if fault.column == column:
                row = table.rows[fault.row - 1] if fault.row else table.results
                own = {"table": table.title, "label": fault.label, "value": fault.value, "unit": fault.unit}
                yield {**names, **row, **own}, Place(table=code, row=fault.row, column=column)


def _fault(facts: ReportFacts, check: ReportCheck, names: Mapping[str, object]) -> Iterator[Case]:
    """The rows outside their limits of a table while no item fails to which it gives values, or none at all."""
    failed = {one.item_no for one in facts.items if one.result in (FAIL, RECTIFIED)}
    failed |= {one.item.item_no for one in facts.measured if not one.inside}  # said at its item
    for code, table in facts.tables.items():
        if failed & table.items or (failed and not table.items):
            continue
        given = "、".join(str(one.seq) for one in facts.items if one.item_no in table.items)
        for one in table.faults:
            own = {"table": table.title, "label": one.label, "value": f"{one.value}{one.unit}", "items": given}
            if one.row:
                yield {**names, **own, "row": Decimal(one.row), "code": code}, Place(table=code, row=one.row)


def _negative(facts: ReportFacts, check: ReportCheck, names: Mapping[str, object]) -> Iterator[Case]:
    """The typed numbers of all tables that lie below zero; `name` is that of their column: `brake.distance`."""
    for code, table in facts.tables.items():
        for one in table.negatives:
            own = {"table": table.title, "row": Decimal(one.row), "label": one.label, "value": one.value}
            own |= {"unit": one.unit, "name": f"{code}.{one.column}"}
            yield {**names, **own}, Place(table=code, row=one.row, column=one.column)


def _value(facts: ReportFacts, check: ReportCheck, names: Mapping[str, object]) -> Iterator[Case]:
    """The measured values of these items or fields (`CC-DJ:15.forkwear`), or all; never those that `but` names."""
    for one in facts.measured:
        item = f"{one.item.template}:{one.item.item_no}"
        named = {item, f"{item}.{one.field}"}
        if (check.of and not named & set(check.of)) or named & set(check.but):
            continue
        bounds = {"low": one.low, "high": one.high, "limits": one.limits, "limit": one.limits, "max": one.high}
        own = {"label": one.label, "unit": one.unit, "value": one.value, "inside": one.inside, "item": one.item.item_no}
        own["name"] = one.field
        bounded = one.low is not None or one.high is not None
        yield (
            {**names, **facts.of_item(one.item), **bounds, **own, **check.params, "bounded": bounded},
            Place(one.item.seq, one.item.item_no, one.field),
        )


def _listed(facts: ReportFacts, check: ReportCheck, names: Mapping[str, object]) -> Iterator[Case]:
    """The people, instruments, valves, lines or changes of the report."""
    for one in facts.lists.get(check.of[0], ()):
        grows = cast(tuple[str, ...], one.get("grows", ()))
        yield {**names, **one}, Place(item_no=str(one.get("id", "")), field=check.field, grows=grows)


def _blank(facts: ReportFacts, check: ReportCheck, names: Mapping[str, object]) -> Iterator[Case]:
    """The fields of the row that are empty, in one sentence."""
    empty = [one for one in check.of if names.get(one) in (None, "")]
    if empty:
        labels = "、".join(facts.labels.get(one, one) for one in empty)
        yield {**names, "labels": labels}, Place(field=check.field or empty[0])


FORMS: dict[str, Call] = {
    "once": _once,
    "item": _item,
    "items": _items,
    "row": _row,
    "cell": _cell,
    "fault": _fault,
    "negative": _negative,
    "value": _value,
    "list": _listed,
    "blank": _blank,
}
REST = "rest"
CALLED = "call"  # a function of check_calls
SAYS = "says"  # the rules of the record say it themselves; the row rules its level and whether it is in force


# -- asking -------------------------------------------------------------------------------------------------------


def checks_in_use(checks: Iterable[ReportCheck], kind: str, seisort: str, testsort: str) -> tuple[ReportCheck, ...]:
    """The rows in use for a kind and a sort. A row over the rest of the values leaves out those that others name."""
    mine = [one for one in checks if not one.off and one.is_for(kind, seisort, testsort)]
    taken = tuple(item for one in mine if one.each == "value" for item in one.of if item != REST)
    return tuple(replace(one, of=(), but=taken) if one.of == (REST,) else one for one in mine)


def speak(checks: Iterable[ReportCheck], facts: ReportFacts, step: str, calls: Mapping[str, Call]) -> list[Finding]:
    """What the rows say of a report at a step: hard ones first, then by item."""
    at = AT_STEP.get(step, 0)
    names = facts.all_names
    labelled: dict[str, list[Finding]] = {}
    for one in facts.findings:
        labelled.setdefault(one.check, []).append(one)
    spoken: list[Finding] = []
    for check in checks:
        if STEPS.index(check.step) <= at:
            try:
                own = _params_for(check, facts.kind)
                spoken += _asked(check, facts, {**names, **own} if own else names, calls, labelled)
            except ExpressionError as fault:  # a row that cannot be asked is said, never passed over
                spoken.append(_finding(replace(check, hard=False), f"检查{check.code}不能判断：{fault}", Place()))
    return told_apart(sorted(dict.fromkeys(spoken), key=lambda one: (one.level != ERROR, one.seq)))


def told_apart(findings: Sequence[Finding]) -> list[Finding]:
    """Each has a key of its own, by its words where check and place are the same: a reason answers one of them."""
    many = Counter(one.key for one in findings)
    return [replace(one, mark=_mark(one.question)) if many[one.key] > 1 else one for one in findings]


def _mark(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:8]


def _params_for(check: ReportCheck, kind: str) -> dict[str, object]:
    """The parameters of a row; of numbers by class that of the kind."""
    mine = (kind, kind[:4], class_of(kind))
    return {
        name: next((value[one] for one in mine if one in value), None) if isinstance(value, dict) else value
        for name, value in check.params.items()
    }


def _finding(check: ReportCheck, text: str, at: Place) -> Finding:
    level = ERROR if check.hard else WARN
    return Finding(level, at.item_no, text, at.seq, check.code, at.table, at.row, at.field, at.column)


def _asked(
    check: ReportCheck,
    facts: ReportFacts,
    names: Mapping[str, object],
    calls: Mapping[str, Call],
    labelled: Mapping[str, Sequence[Finding]],
) -> Iterator[Finding]:
    if check.each == SAYS:
        for one in labelled.get(check.code, ()):
            yield _finding(check, one.text, Place(one.seq, one.item_no, check.field, one.table, one.row))
        return
    form = calls[check.of[0]] if check.each == CALLED else FORMS[check.each]
    own = check.each in (CALLED, "items")  # these have judged their cases themselves
    for case, place in form(facts, check, names):
        known = _with(check, case)
        if own or _applies(check, known):
            text = filled(check.sentence, known, facts.words)
            lasting = text
            if place.grows:
                lasting = filled(check.sentence, {**known, **dict.fromkeys(place.grows, "…")}, facts.words)
            yield replace(_finding(check, text, place), lasting=lasting)


def _with(check: ReportCheck, names: Mapping[str, object]) -> Mapping[str, object]:
    if not check.lets:
        return names
    known = dict(names)
    for name, text in check.lets:
        try:
            known[name] = evaluate(text, known)
        except (MissingValue, ExpressionError):
            known[name] = None
    return known


def _applies(check: ReportCheck, names: Mapping[str, object]) -> bool:
    """Whether the condition of a row holds. A check whose input is empty does not speak."""
    try:
        return holds(check.condition, names)
    except MissingValue:
        return False


def filled(sentence: str, names: Mapping[str, object], words: Mapping[str, str] = {}) -> str:
    """The sentence of a row with its names filled in: of several (`|`) the first of which every name has a value."""

    def lacks(one: str) -> bool:
        return any(not words.get(name) and names.get(name) in (None, "") for name in NAMED.findall(one))

    *before, last = sentence.split("|")
    chosen = next((one for one in before if not lacks(one)), last)
    return NAMED.sub(lambda m: words.get(m[1]) or text_of(names.get(m[1])), chosen)


def text_of(value: object) -> str:
    """A value as a sentence says it."""
    if value is None:
        return "—"
    if isinstance(value, Decimal):
        return plain(value.normalize() if value else Decimal(0))  # 1.6, where the archive keeps 1.6000
    return value.isoformat() if isinstance(value, date) else str(value)
