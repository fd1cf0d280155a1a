"""What result formulas read of the rows of a table: `max_gap`, `minif_ratio_surface`, `countif_result_合格`."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

GROUPS = {"surface": ("MT", "PT", "ET"), "volume": ("UT", "RT", "TOFD", "PA")}  # kinds of non-destructive testing
MARGIN = "margin"  # the column that says which row is the worst
WHOLE: dict[str, Callable[[Sequence[Decimal]], Decimal]] = {
    "min": min,
    "max": max,
    "sum": lambda found: sum(found, Decimal(0)),
    "mean": lambda found: sum(found, Decimal(0)) / len(found),
    "spread": lambda found: max(found) - min(found),
    "first": lambda found: found[0],
}
SOME = {"minif": "min", "maxif": "max", "sumif": "sum", "at": "first"}
HEADS = (*WHOLE, *SOME, "count", "countif", "countfail", "worst")
Cells = Mapping[str, object]


def is_aggregate(name: str) -> bool:
    """Whether a name of a result formula is worked out over the rows."""
    return name.partition("_")[0] in HEADS and "_" in name


def aggregate(
    name: str, rows: Sequence[Cells], words: Sequence[Sequence[str]], fails: Sequence[tuple[str, ...]]
) -> Decimal | None:
    """The value of an aggregate; None when no row has what it reads.

    `words` are the key and enum cells of each row, `fails` the columns whose limit each row breaks. Counts and sums
    of a table without rows are unknown, not zero.
    """
    head, _, rest = name.partition("_")
    if not rows:
        return None
    if head == "countfail":
        return Decimal(sum(bool(own) if rest == "row" else rest in own for own in fails))
    if head == "worst":
        margins = [(row[MARGIN], n) for n, row in enumerate(rows) if isinstance(row.get(MARGIN), Decimal)]
        value = rows[min(margins)[1]].get(rest) if margins else None  # type: ignore[type-var]
        return value if isinstance(value, Decimal) else None
    column, _, key = rest.partition("_")
    if head in SOME or head == "countif":
        keys = GROUPS.get(key, (key,))
        rows = [row for row, own in zip(rows, words, strict=True) if any(one in keys for one in own)]
    if head in ("count", "countif"):
        return Decimal(sum(row.get(column) not in (None, "") for row in rows))
    values = [number for row in rows if (number := as_number(row.get(column))) is not None]
    return WHOLE[SOME.get(head, head)](values) if values else None


def as_number(value: object) -> Decimal | None:
    """A number of a cell; a grade chosen from a list is one too."""
    if isinstance(value, Decimal):
        return value
    return Decimal(value) if isinstance(value, str) and value.isascii() and value.isdigit() else None
