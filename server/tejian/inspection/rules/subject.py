"""What an inspection is of: a device of the archive, a safety valve or a product of its ledger (subject_rules.csv)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tejian.archives.common.api import kind_matches

OF_DEVICE, OF_VALVE, OF_PRODUCT = "device", "valve", "product"
EVERY = "all"


@dataclass(frozen=True, slots=True)
class SubjectRule:
    """Inspections of these kinds, categories and test sorts are of these; what no rule names is of devices."""

    kinds: str
    seisorts: tuple[str, ...]
    sorts: tuple[str, ...]
    subjects: tuple[str, ...]


def subject_rule(row: Mapping[str, str]) -> SubjectRule:
    """A row of subject_rules.csv. Raises ValueError for a subject that is none."""
    subjects = tuple(one.strip() for one in row["subject"].split(" or "))
    if unknown := [one for one in subjects if one not in (OF_DEVICE, OF_VALVE, OF_PRODUCT)]:
        raise ValueError(f"没有此检验对象：{unknown[0]}")
    return SubjectRule(row["kinds"], _several(row["seisorts"]), _several(row["sorts"]), subjects)


def subjects_of(rules: Iterable[SubjectRule], kind: str, seisort: str, testsort: str) -> tuple[str, ...]:
    """What an inspection of a kind may be of."""
    return next((one.subjects for one in rules if _is_for(one, kind, seisort, testsort)), (OF_DEVICE,))


def subjects_of_sort(rules: Iterable[SubjectRule], seisort: str, testsort: str) -> set[str]:
    """What inspections of a category and test sort are of for some kind or other. Calibrations are of valves alone."""
    named = [one.subjects for one in rules if _is_of(one, seisort, testsort)]
    found = {subject for some in named for subject in some}
    return found if found == {OF_VALVE} else found | {OF_DEVICE}


def _several(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())


def _is_for(rule: SubjectRule, kind: str, seisort: str, testsort: str) -> bool:
    return kind_matches(rule.kinds, kind) and _is_of(rule, seisort, testsort)


def _is_of(rule: SubjectRule, seisort: str, testsort: str) -> bool:
    return all(EVERY in some or one in some for some, one in ((rule.seisorts, seisort), (rule.sorts, testsort)))
