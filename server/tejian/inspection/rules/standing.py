"""Which inspections give the archive its last result, and which of them end a failure (result_rules.csv).

A failed inspection marks the device. The mark goes when an inspection of the same sort passes, its re-inspection, or
one that includes it; any other inspection that passes says nothing of what failed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tejian.archives.common.api import kind_matches

RESULT, DETECTION = "result", "detection"
WRITES = ("", RESULT, DETECTION)


@dataclass(frozen=True, slots=True)
class ResultRule:
    """What inspections of these kinds and sorts (test sorts, or whole categories) do.

    `writes`: result = they are the last inspection of the archive, detection = they are its last detection. `includes`
    are the test sorts whose failure they end as well.
    """

    kinds: str
    sorts: tuple[str, ...]
    writes: str
    includes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """An inspection that is done. `sort` of a re-inspection is that of the inspection `first` which it goes back to."""

    id: str
    first: str
    sort: str
    unqualcode: str


def result_rule(row: Mapping[str, str]) -> ResultRule:
    """A row of result_rules.csv. Raises ValueError when it says to write what there is not."""
    if row["writes"] not in WRITES:
        raise ValueError(f"没有此写入方式：{row['writes']}")
    return ResultRule(row["kinds"], _several(row["sorts"]), row["writes"], _several(row["includes"]))


def written_by(rules: Iterable[ResultRule], kind: str, sort: str) -> str:
    """What an inspection of a test sort writes of itself into the archive: result, detection or nothing."""
    return next((one.writes for one in rules if one.writes and _is_for(one, kind, sort)), "")


def failures(rules: Sequence[ResultRule], kind: str, done: Iterable[Done]) -> list[Done]:
    """The failed inspections of a device that nothing has ended since; `done` in the order of their days."""
    left: list[Done] = []
    for one in done:
        ended = {one.sort, *(name for rule in rules if _is_for(rule, kind, one.sort) for name in rule.includes)}
        left = [failed for failed in left if failed.first != one.first and failed.sort not in ended]
        if one.unqualcode:
            left.append(one)
    return left


def _is_for(rule: ResultRule, kind: str, sort: str) -> bool:
    return (sort in rule.sorts or sort[:2] in rule.sorts) and kind_matches(rule.kinds, kind)


def _several(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())
