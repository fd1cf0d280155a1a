"""The conditions on site under which a record was made, as the rows of report_conditions.csv say."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from .expr import MissingValue, Names, holds


@dataclass(frozen=True, slots=True)
class SiteCondition:
    """One condition of a template: inclusive limits (None = open), when it is asked, what happens outside."""

    template: str
    code: str
    label: str
    unit: str
    condition: str
    low: Decimal | None
    high: Decimal | None
    outside: str
    source: str

    @property
    def is_limited(self) -> bool:
        return self.low is not None or self.high is not None

    @property
    def is_measured(self) -> bool:
        """Whether it is a number; the others are recorded in words."""
        return self.is_limited or bool(self.unit)

    def words(self) -> str:
        """`5～40 ℃`."""
        unit = f" {self.unit}" if self.unit else ""
        if self.low is not None and self.high is not None:
            return f"{self.low}～{self.high}{unit}"
        return f"≥{self.low}{unit}" if self.low is not None else f"≤{self.high}{unit}" if self.is_limited else ""

    def holds_for(self, value: Decimal) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


def site_condition(row: Mapping[str, str]) -> SiteCondition:
    """A row of report_conditions.csv. Raises ValueError or ArithmeticError for a limit that is no number."""
    low, high = (Decimal(row[name]) if row[name] else None for name in ("low", "high"))
    return SiteCondition(
        template=row["template"],
        code=row["code"],
        label=row["label"],
        unit=row["unit"],
        condition=row["expr"],
        low=low,
        high=high,
        outside=row["outside"],
        source=row["source"],
    )


def conditions_for(rows: Iterable[SiteCondition], templates: Iterable[str], names: Names) -> list[SiteCondition]:
    """The conditions of a record, each asked once. Of those that cannot be judged `doubtful_conditions` tells."""
    return _judged(rows, templates, names)[0]


def doubtful_conditions(
    rows: Iterable[SiteCondition], templates: Iterable[str], names: Names
) -> list[tuple[SiteCondition, frozenset[str]]]:
    """The conditions of which nobody can say whether they are asked, with the names that this needs."""
    return _judged(rows, templates, names)[1]


def _judged(
    rows: Iterable[SiteCondition], templates: Iterable[str], names: Names
) -> tuple[list[SiteCondition], list[tuple[SiteCondition, frozenset[str]]]]:
    wanted, by_code, doubtful = list(templates), dict[str, SiteCondition](), dict[str, frozenset[str]]()
    known: dict[str, SiteCondition] = {}
    for row in rows:
        if row.template not in wanted or row.code in by_code:
            continue
        known.setdefault(row.code, row)
        try:
            if holds(row.condition, names):
                by_code[row.code] = row
        except MissingValue as fault:
            doubtful[row.code] = doubtful.get(row.code, frozenset()) | fault.names
    return list(by_code.values()), [(known[code], missing) for code, missing in doubtful.items() if code not in by_code]
