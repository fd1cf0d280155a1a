"""Measured values against their limits, as the rows of report_item_limits.csv say."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from .expr import MissingValue, Names, evaluate_number, holds

LITERAL = re.compile(r"-?\d+(\.\d+)?")


@dataclass(frozen=True, slots=True)
class ItemLimit:
    """One limit: `low` and `high` are inclusive expressions in `unit` (empty = open); `condition` = when it applies,
    `spare` = when an item that conforms needs no value of the field (empty = never)."""

    template: str
    item_no: str
    field: str
    label: str
    unit: str
    low: str
    high: str
    condition: str
    source: str
    spare: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of one measured field for one device, worked out; None = open."""

    field: str
    label: str
    unit: str
    low: Decimal | None
    high: Decimal | None
    source: str
    spare: str = ""

    @property
    def is_open(self) -> bool:
        return self.low is None and self.high is None

    def words(self) -> str:
        """`0.40～0.50`, `≥7 mm`, `≤6 mm`."""
        unit = f" {self.unit}" if self.unit else ""
        if self.low is not None and self.high is not None:
            return f"{plain(self.low)}～{plain(self.high)}{unit}"
        if self.low is not None:
            return f"≥{plain(self.low)}{unit}"
        return f"≤{plain(self.high)}{unit}" if self.high is not None else ""


def item_limit(row: Mapping[str, str]) -> ItemLimit:
    """A row of report_item_limits.csv."""
    return ItemLimit(
        row["template"],
        row["item_no"],
        row["field"],
        row["label"],
        row["unit"],
        row["low"],
        row["high"],
        row["expr"],
        row["source"],
        row.get("spare", ""),
    )


def bounds_of(limits: Iterable[ItemLimit], template: str, item_no: str, names: Names) -> list[Bounds]:
    """The limits of one item for a device. A row whose condition needs an unknown value is left out; a bound that
    needs one is open."""
    bounds = []
    for row in limits:
        if row.template != template or row.item_no != item_no:
            continue
        try:
            applies = holds(row.condition, names)
        except MissingValue:
            continue
        if applies:
            low, high = _bound(row.low, names), _bound(row.high, names)
            bounds.append(Bounds(row.field, row.label, row.unit, low, high, row.source, row.spare))
    return bounds


def unvalued(bounds: Sequence[Bounds], values: Mapping[str, Decimal], names: Names) -> list[str]:
    """The fields with a bound that have no value and need one, as people call them."""
    own = {**names, **dict.fromkeys(one.field for one in bounds), **values}
    wanting = {one.field: one.label for one in reversed(bounds) if not one.is_open and one.field not in values}
    spared = {one.field for one in bounds if one.spare and _spares(one.spare, own)}
    return [wanting[one] for one in dict.fromkeys(b.field for b in bounds) if one in wanting and one not in spared]


def _spares(condition: str, names: Names) -> bool:
    try:
        return holds(condition, names)
    except MissingValue:
        return False


def refuse_value(bounds: Bounds, value: Decimal) -> str | None:
    """None when the value lies inside the bounds, else the sentence."""
    low, high = bounds.low, bounds.high
    if (low is None or value >= low) and (high is None or value <= high):
        return None
    unit = f" {bounds.unit}" if bounds.unit else ""
    return f"{bounds.label} {plain(value)}{unit} 超出限值（{bounds.words()}）"


def inside(bounds: Iterable[tuple[Decimal | None, Decimal | None]]) -> Decimal | None:
    """A value inside all bounds; None when nothing bounds it."""
    pairs = list(bounds)
    low = max((one for one, _ in pairs if one is not None), default=None)
    high = min((one for _, one in pairs if one is not None), default=None)
    if low is None and high is None:
        return None
    if low is None or high is None:
        return high if low is None else low
    return (low + high) / 2


def plain(value: Decimal) -> str:
    """A number as people write it: no exponent, at most four decimals."""
    exponent = value.as_tuple().exponent
    rounded = round(value, 4) if isinstance(exponent, int) and exponent < -4 else value
    return f"{rounded:f}"


def _bound(text: str, names: Names) -> Decimal | None:
    if not text:
        return None
    if LITERAL.fullmatch(text):
        return Decimal(text)
    try:
        worked = evaluate_number(text, names).normalize()
    except MissingValue:
        return None
    return worked if worked.as_tuple().exponent in range(-28, 1) else worked.quantize(Decimal(1))
