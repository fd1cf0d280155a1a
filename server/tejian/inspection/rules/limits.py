"""Measured values against their limits, as the rows of report_item_limits.csv say."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from .expr import MissingValue, Names, evaluate_number, holds, names_in

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
    """The limits of one measured field for one device, worked out; None = open. `missing` is what they lacked, of
    `doubtful` ones to say whether they apply at all."""

    field: str
    label: str
    unit: str
    low: Decimal | None
    high: Decimal | None
    source: str
    spare: str = ""
    missing: frozenset[str] = frozenset()
    doubtful: bool = False
    reads: frozenset[str] = frozenset()  # by its condition

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
    """The limits of one item that apply to a device. A bound that needs an unknown value is open; a row of which
    nobody can say whether it applies is left out: `unjudged` tells of both."""
    return [one for one in _worked(limits, template, item_no, names) if not one.doubtful]


def doubtful_fields(limits: Iterable[ItemLimit], template: str, item_no: str, names: Names) -> list[Bounds]:
    """One limit, open, for each field of an item of which nobody can say whether one applies to the device."""
    own = _worked(limits, template, item_no, names)
    sure = {one.field for one in own if not one.doubtful}
    found = {one.field: one for one in reversed(own) if one.field not in sure}
    return [replace(one, low=None, high=None) for one in reversed(found.values())]


def unjudged(
    limits: Iterable[ItemLimit], template: str, item_no: str, values: Mapping[str, Decimal], names: Names
) -> frozenset[str]:
    """The names without which the values of an item cannot be held against their limits.

    A row in doubt counts for a value that is there: when no other row of the field applies, or when it would refuse
    the value and none of these says what holds while the name is empty. What lacks a bound counts without a value
    too, unless the item needs none.
    """
    own = _worked(limits, template, item_no, names)
    sure: dict[str, frozenset[str]] = {}
    for one in own:
        if not one.doubtful:
            sure[one.field] = sure.get(one.field, frozenset()) | one.reads
    reads = {**names, **dict.fromkeys((one.field for one in own), None), **values}
    lacks: frozenset[str] = frozenset()
    for one in own:
        value = values.get(one.field)
        if value is None:
            silent = one.doubtful or bool(one.spare and _spares(one.spare, reads))
        else:
            harmless = one.missing <= sure.get(one.field, frozenset()) or refuse_value(one, value) is None
            silent = one.doubtful and one.field in sure and harmless
        if not silent:
            lacks |= one.missing
    return lacks


def _worked(limits: Iterable[ItemLimit], template: str, item_no: str, names: Names) -> list[Bounds]:
    """The rows of an item that apply to a device, and those of which nobody can say it."""
    bounds = []
    for row in limits:
        if row.template != template or row.item_no != item_no:
            continue
        missing: frozenset[str] = frozenset()
        try:
            if not holds(row.condition, names):
                continue
        except MissingValue as fault:
            missing = fault.names
        (low, lacks_low), (high, lacks_high) = _bound(row.low, names), _bound(row.high, names)
        bounds.append(
            Bounds(
                row.field,
                row.label,
                row.unit,
                low,
                high,
                row.source,
                row.spare,
                missing | lacks_low | lacks_high,
                doubtful=bool(missing),
                reads=names_in(row.condition),
            )
        )
    return bounds


def unvalued(bounds: Sequence[Bounds], values: Mapping[str, Decimal], names: Names) -> str:
    """The fields with a bound that have no value and need one, as people call them. Where a value of one makes that of
    the next needless, the two are joined by 或."""
    own = {**names, **dict.fromkeys(one.field for one in bounds), **values}
    wanting = {one.field: one.label for one in reversed(bounds) if not one.is_open and one.field not in values}

    def spared(known: Names) -> set[str]:
        return {one.field for one in bounds if one.spare and _spares(one.spare, known)}

    needless = spared(own)
    fields = [one for one in dict.fromkeys(b.field for b in bounds) if one in wanting and one not in needless]
    words = ""
    for last, one in zip(["", *fields], fields, strict=False):
        either = last and (one in spared(own | {last: Decimal(1)}) or last in spared(own | {one: Decimal(1)}))
        words += ("或" if either else "、" if last else "") + wanting[one]
    return words


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
    if high is None:
        return low
    return (high if low is None else low + high) / 2


def plain(value: Decimal) -> str:
    """A number as people write it: no exponent, at most four decimals."""
    exponent = value.as_tuple().exponent
    rounded = round(value, 4) if isinstance(exponent, int) and exponent < -4 else value
    return f"{rounded:f}"


def _bound(text: str, names: Names) -> tuple[Decimal | None, frozenset[str]]:
    """A bound, and the names that it lacked."""
    if not text:
        return None, frozenset()
    if LITERAL.fullmatch(text):
        return Decimal(text), frozenset()
    try:
        worked = evaluate_number(text, names).normalize()
    except MissingValue as fault:
        return None, fault.names
    return (worked if worked.as_tuple().exponent in range(-28, 1) else worked.quantize(Decimal(1))), frozenset()
