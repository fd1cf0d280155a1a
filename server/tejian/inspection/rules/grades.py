"""The grade of one finding: the first row of grade_rules that holds for it (TSG 21-2016 8.5, TSG D7005-2018 3.2)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tejian.archives.common.api import class_of, kind_matches

from .expr import MissingValue, Names, holds


@dataclass(frozen=True, slots=True)
class GradeRule:
    """One row of grade_rules.csv: a finding that meets `condition` gives a grade between `low` and `high`."""

    ruleid: str
    scale: str
    classes: tuple[str, ...]
    kinds: str
    sorts: tuple[str, ...]
    templates: tuple[str, ...]
    seq: int
    condition: str
    low: int
    high: int
    needs: str
    source: str


@dataclass(frozen=True, slots=True)
class Graded:
    """The grades that a finding may have: `low` is proposed. Without a rule both are 0."""

    low: int = 0
    high: int = 0
    rule: GradeRule | None = None
    missing: frozenset[str] = frozenset()


def grade_rule(row: Mapping[str, str]) -> GradeRule:
    """A row of grade_rules.csv. Raises ValueError for a grade that is no number."""
    return GradeRule(
        ruleid=row["ruleid"],
        scale=row["scale"],
        classes=tuple(row["classes"].split(",")),
        kinds=row["kinds"],
        sorts=tuple(row["sorts"].split(",")),
        templates=tuple(row["templates"].split(",")),
        seq=int(row["seq"]),
        condition=row["condition"],
        low=int(row["grade_from"]),
        high=int(row["grade_to"]),
        needs=row["needs"],
        source=row["source"],
    )


def grade_rules_for(
    rules: Iterable[GradeRule], kind: str, testsort: str, templates: Collection[str]
) -> tuple[GradeRule, ...]:
    """The rows for a kind, a sort and its templates, in their order."""
    mine = class_of(kind)
    fitting = (
        row
        for row in rules
        if mine in row.classes
        and kind_matches(row.kinds, kind)
        and any(testsort.startswith(sort) for sort in row.sorts)
        and any(one in row.templates for one in templates)
    )
    return tuple(sorted(fitting, key=lambda row: row.seq))


def grade_finding(rules: Sequence[GradeRule], names: Names) -> Graded:
    """The grade of a finding. A rule that lacks a value is passed over, and what it lacked is said."""
    missing: frozenset[str] = frozenset()
    for row in rules:
        try:
            if holds(row.condition, names):
                return Graded(row.low, row.high, row, missing)
        except MissingValue as fault:
            missing |= fault.names
    return Graded(missing=missing)
