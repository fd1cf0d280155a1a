"""What must stand behind the result of an item: rows of a table, a sub-report, an instrument, a value that can be.

Rows of report_item_evidence.csv. `needs` are ways with `|` between them, of which one is enough:
`table:code` and `subreport:word` (at least `least` of them), `instrument`, `photo`, `field:name` (known to archive,
record or table), `whole:value`, `range:low:high:value` (impossible outside), `equal:value:table:column` (`min_`, `max_`
= over its rows), `atleast:table:column:field` (no cell of these rows below the field).
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation

from .elevator import CONFORMS, ItemResult
from .expr import Names
from .presence import JUDGED, LEVELS, Said, is_so
from .rounding import rounded
from .tables import INPUT, RecordTable
from .worked import Worked

TABLE, SUBREPORT, FIELD = "table", "subreport", "field"
LENGTHS = {TABLE: 2, SUBREPORT: 2, "instrument": 1, "photo": 1, FIELD: 2, "whole": 2, "range": 4, "equal": 4}
LENGTHS |= {"atleast": 4}
Way = tuple[str, ...]
ByItem = Mapping[tuple[str, str], Sequence["EvidenceRule"]]


@dataclass(frozen=True, slots=True)
class EvidenceRule:
    """One row of report_item_evidence.csv. `rows` is a condition over the cells of a row that `atleast` looks at."""

    ruleid: str
    template: str
    item_no: str
    condition: str
    ways: tuple[Way, ...]
    rows: str
    least: str
    hard: bool
    sentence: str
    source: str


@dataclass(frozen=True, slots=True)
class Behind:
    """What a record has: names, tables as they were worked out, sub-reports by name, whether instruments are named.

    `offered` are the tables that the device has at all; `whole` is not so of a re-inspection, which measures only what
    failed and keeps its tables and sub-reports with the first inspection.
    """

    names: Names
    worked: Mapping[str, Worked]
    offered: Mapping[str, RecordTable]
    subreports: Sequence[str] = ()
    instruments: bool = True
    whole: bool = True
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)  # of a kind of sub-report: what its name holds
    asked: Collection[str] = ()  # tables of whose missing rows is said already
    givers: Collection[str] | None = ()  # the names that archive or record can give; None where nobody knows it


def evidence_rule(row: Mapping[str, str]) -> EvidenceRule:
    """A row of report_item_evidence.csv. Raises ValueError for a level or a need that is none."""
    ways = tuple(tuple(one.split(":")) for one in row["needs"].split("|"))
    if row["level"] not in LEVELS or any(LENGTHS.get(one[0]) != len(one) for one in ways):
        raise ValueError(f"{row['ruleid']}：依据或级别不正确")
    try:
        bounds = [Decimal(one) for way in ways if way[0] == "range" for one in way[1:3]]
    except InvalidOperation:
        raise ValueError(f"{row['ruleid']}：范围应为数值") from None
    if any(low >= high for low, high in zip(bounds[::2], bounds[1::2], strict=True)):
        raise ValueError(f"{row['ruleid']}：范围的下限应小于上限")
    return EvidenceRule(
        ruleid=row["ruleid"],
        template=row["template"],
        item_no=row["item_no"],
        condition=row["condition"],
        ways=ways,
        rows=row["rows"],
        least=row["least"],
        hard=row["level"] == LEVELS[0],
        sentence=row["sentence"],
        source=row["source"],
    )


def evidence_by_item(rules: Iterable[EvidenceRule]) -> dict[tuple[str, str], list[EvidenceRule]]:
    """The rules by template and item."""
    found: dict[tuple[str, str], list[EvidenceRule]] = {}
    for one in rules:
        found.setdefault((one.template, one.item_no), []).append(one)
    return found


def unproven(rules: ByItem, items: Iterable[ItemResult], behind: Behind) -> list[Said]:
    """The rules whose evidence is not there."""
    return [
        Said(one.ruleid, item, one.hard, one.sentence, behind.names)
        for item in items
        for one in rules.get((item.template, item.item_no), ())
        if is_so(one.condition, behind.names) and not _proven(one, item, behind)
    ]


def rows_wanted(rules: ByItem, items: Iterable[ItemResult], behind: Behind) -> dict[str, int]:
    """How many rows the tables need that stand behind the results by refusal; of several tables the first."""
    rows: dict[str, int] = {}
    for item in items:
        for one in rules.get((item.template, item.item_no), ()):
            if not one.hard or item.result not in JUDGED or not behind.whole or not is_so(one.condition, behind.names):
                continue
            tables = [way[1] for way in one.ways if way[0] == TABLE and way[1] in behind.offered]
            if tables and (len(one.ways) == 1 or not _proven(one, item, behind)):
                rows[tables[0]] = max(rows.get(tables[0], 0), least_of(one, behind.names))
    return rows


@dataclass(frozen=True, slots=True)
class Possible:
    """What a measured value can be at all, whatever its limits: `whole` for what is counted."""

    low: Decimal | None = None
    high: Decimal | None = None
    whole: bool = False


def possible_of(rules: Iterable[EvidenceRule]) -> dict[str, Possible]:
    """What the values of an item can be, by field, as its rules say; of several ranges the narrowest."""
    values: dict[str, Possible] = {}
    for way in (way for one in rules for way in one.ways):
        if way[0] == "whole":
            before = values.get(way[1], Possible())
            values[way[1]] = replace(before, whole=True)
        elif way[0] == "range":
            before, low, high = values.get(way[3], Possible()), Decimal(way[1]), Decimal(way[2])
            low = low if before.low is None else max(low, before.low)
            values[way[3]] = replace(before, low=low, high=high if before.high is None else min(high, before.high))
    return values


def least_of(rule: EvidenceRule, names: Names) -> int:
    """How many rows or sub-reports a rule asks for; 1 where what says it is not known."""
    if rule.least.isdigit():
        return int(rule.least)
    try:
        return int(Decimal(str(names.get(rule.least) or 1)))
    except InvalidOperation:
        return 1


def _proven(rule: EvidenceRule, item: ItemResult, behind: Behind) -> bool:
    known = [way for way in rule.ways if _can_be(way, behind)]
    return not known or any(PROOFS[way[0]](way, rule, item, behind) for way in known)


def _can_be(way: Way, behind: Behind) -> bool:
    """Whether this inspection can have it: a table of the device, a name that archive, record or a table gives."""
    if way[0] == TABLE:
        return way[1] in behind.offered
    if way[0] != FIELD:
        return True
    if behind.givers is None:
        return False
    columns = {one.column for table in behind.offered.values() for one in table.columns}
    return way[1] in behind.givers or way[1] in columns


def _table(way: Way, rule: EvidenceRule, item: ItemResult, behind: Behind) -> bool:
    if item.result not in JUDGED or not behind.whole or way[1] in behind.asked:
        return True
    worked = behind.worked.get(way[1])
    typed = [one.column for one in worked.table.of(INPUT)] if worked else []
    rows = [row for row in worked.rows if any(row.get(one) not in (None, "") for one in typed)] if worked else []
    return len(rows) >= least_of(rule, behind.names)


def _subreport(way: Way, rule: EvidenceRule, item: ItemResult, behind: Behind) -> bool:
    if item.result not in JUDGED or not behind.whole:
        return True
    words = behind.words.get(way[1]) or (way[1],)
    fitting = [name for name in behind.subreports if any(one in name for one in words)]
    return len(fitting) >= least_of(rule, behind.names)


def _instrument(_way: Way, _rule: EvidenceRule, item: ItemResult, behind: Behind) -> bool:
    return item.result not in JUDGED or behind.instruments


def _photo(_way: Way, _rule: EvidenceRule, item: ItemResult, _behind: Behind) -> bool:
    return item.result not in JUDGED or item.photo


def _field(way: Way, _rule: EvidenceRule, item: ItemResult, behind: Behind) -> bool:
    """Known to the archive or the record; a column of a table in every row of it."""
    if item.result not in CONFORMS or behind.names.get(way[1]) not in (None, ""):
        return True
    tables = [one for one in behind.worked.values() if any(c.column == way[1] for c in one.table.columns)]
    return any(one.rows and all(row.get(way[1]) not in (None, "") for row in one.rows) for one in tables)


def _whole(way: Way, _rule: EvidenceRule, item: ItemResult, behind: Behind) -> bool:
    value = _value(way[1], item, behind)
    return value is None or value == value.to_integral_value()


def _range(way: Way, _rule: EvidenceRule, item: ItemResult, behind: Behind) -> bool:
    value = _value(way[3], item, behind)
    return value is None or Decimal(way[1]) <= value <= Decimal(way[2])


def _equal(way: Way, _rule: EvidenceRule, item: ItemResult, behind: Behind) -> bool:
    """The value of the item is that of the table, as it is printed."""
    value, worked = item.values.get(way[1]), behind.worked.get(way[2])
    if value is None or worked is None:
        return True
    over, _, bare = way[3].partition("_")
    many = over in OVER and bare
    name = bare if many else way[3]
    cells = [row.get(name) for row in worked.rows] if many else [worked.results.get(name)]
    cells_ = [one for one in cells if isinstance(one, Decimal)]
    if not cells_:
        return True
    column = next((one for one in worked.table.columns if one.column == name), None)
    places = column.decimals if column else None
    given = OVER[over](cells_) if many else cells_[0]
    return value == given if places is None else rounded(value, places) == rounded(given, places)


def _atleast(way: Way, rule: EvidenceRule, item: ItemResult, behind: Behind) -> bool:
    """No cell of the rows that the rule looks at lies below what the archive says."""
    worked, least = behind.worked.get(way[1]), behind.names.get(way[3])
    if item.result not in JUDGED or worked is None or not isinstance(least, Decimal):
        return True
    rows = ({**behind.names, **worked.params, **row} for row in worked.rows)
    cells = [row.get(way[2]) for row in rows if is_so(rule.rows, row)]
    return all(one >= least for one in cells if isinstance(one, Decimal))


def _value(name: str, item: ItemResult, behind: Behind) -> Decimal | None:
    """A measured value of the item, else what the record states by that name."""
    value = item.values.get(name)
    stated = behind.names.get(name) if value is None else value
    return stated if isinstance(stated, Decimal) else None


OVER: Mapping[str, Callable[[Sequence[Decimal]], Decimal]] = {"min": min, "max": max}
PROOFS: Mapping[str, Callable[[Way, EvidenceRule, ItemResult, Behind], bool]] = {
    TABLE: _table,
    SUBREPORT: _subreport,
    "instrument": _instrument,
    "photo": _photo,
    FIELD: _field,
    "whole": _whole,
    "range": _range,
    "equal": _equal,
    "atleast": _atleast,
}
