"""How far two measurements of one thing differ without anything having changed, as usual_differences.csv says."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

ANY = "*"


@dataclass(frozen=True)
class Usual:
    """`within` in the unit; `share` of the limit that is nearest, or where there is none of the earlier value."""

    table: str
    unit: str
    within: Decimal
    share: Decimal


def usual_difference(row: Mapping[str, str]) -> Usual:
    """A row of usual_differences.csv."""
    return Usual(row["table_code"], row["unit"], Decimal(row["within"]), Decimal(row["share"]))


def _number(value: object) -> Decimal | None:
    try:
        found = Decimal(str(value))
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def is_usual(
    rules: Iterable[Usual],
    table: str,
    unit: str,
    before: object,
    now: object,
    low: Decimal | None = None,
    high: Decimal | None = None,
) -> bool:
    """Whether two values of a unit are the same as far as measuring tells them apart, and on the same side of both
    limits, which are inclusive. The row of the table itself goes before that of all tables; of a unit that no row
    names nothing is usual."""
    was, is_ = _number(before), _number(now)
    own = {one.table: one for one in rules if one.unit == unit and one.table in (table, ANY)}
    rule = own.get(table) or own.get(ANY)
    if was is None or is_ is None or rule is None:
        return False
    inside = [(low is None or one >= low) and (high is None or one <= high) for one in (was, is_)]
    if inside[0] != inside[1]:
        return False
    near = [abs(one) for one in (low, high) if one is not None]
    span = min(near, default=abs(was))
    return abs(is_ - was) <= max(rule.within, rule.share * span)
