"""The conclusion that follows from a record: the first row of conclusion_rules that holds for its kind and sort."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from tejian.archives.common.api import class_of, kind_matches

from .elevator import FAIL, RECTIFIED, ItemResult, numbers
from .expr import MissingValue, Names, holds, names_in
from .of_templates import is_of
from .stated import StatedName

ADVANCE, BY_GRADE, LIMITED, KEEP = "advance", "grade", "limited", "keep"
MOTHER = "mother"  # of a re-inspection: what the inspection that failed would have moved
MOVES = (ADVANCE, BY_GRADE, LIMITED, MOTHER)  # effects after which a next date is written


@dataclass(frozen=True, slots=True)
class ConclusionRule:
    """One row of conclusion_rules.csv. `needs` is what the record must state with it, `worse_to` the worse codes."""

    ruleid: str
    classes: tuple[str, ...]
    kinds: str
    sorts: tuple[str, ...]
    templates: tuple[str, ...]
    seq: int
    condition: str
    code: str
    text: str
    grade_from: int
    grade_to: int
    needs: tuple[str, ...]
    worse_to: tuple[str, ...]
    effect: str
    source: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from a record: the rule and why, or, without a rule, what is missing."""

    rule: ConclusionRule | None
    reason: str
    missing: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        return self.rule.code if self.rule else ""

    @property
    def allowed(self) -> tuple[str, ...]:
        """The derived conclusion and the worse ones that may be chosen in its place."""
        return (self.rule.code, *self.rule.worse_to) if self.rule else ()


def conclusion_rule(row: Mapping[str, str]) -> ConclusionRule:
    """A row of conclusion_rules.csv. Raises ValueError for a number that is none."""
    needs = [one for one in row["needs"].split("+") if one not in ("", "none")]
    return ConclusionRule(
        ruleid=row["ruleid"],
        classes=tuple(row["classes"].split(",")),
        kinds=row["kinds"],
        sorts=tuple(row["sorts"].split(",")),
        templates=tuple(filter(None, row["templates"].split(","))),
        seq=int(row["seq"]),
        condition=row["condition"],
        code=row["code"],
        text=row["text"],
        grade_from=int(row["grade_from"] or 0),
        grade_to=int(row["grade_to"] or 0),
        needs=tuple(needs),
        worse_to=tuple(filter(None, row["worse_to"].split("/"))),
        effect=row["next_effect"],
        source=row["source"],
    )


def rules_for(
    rules: Iterable[ConclusionRule], kind: str, seisort: str, testsort: str, templates: Collection[str]
) -> tuple[ConclusionRule, ...]:
    """The rows for a kind, a sort and the item lists of its record, in their order."""
    mine = class_of(kind)
    fitting = (
        row
        for row in rules
        if ("all" in row.classes or mine in row.classes)
        and kind_matches(row.kinds, kind)
        and (testsort in row.sorts or seisort in row.sorts)
        and is_of(row.templates, templates)
    )
    return tuple(sorted(fitting, key=lambda row: row.seq))


def names_read(rules: Iterable[ConclusionRule], stated: Iterable[StatedName], kind: str) -> tuple[StatedName, ...]:
    """The names of conclusion_names that these rules read for the kind."""
    read = {name for row in rules for name in names_in(row.condition)}
    return tuple(one for one in stated if one.name in read and kind_matches(one.kinds, kind))


def counted(items: Sequence[ItemResult], outside: Collection[int]) -> dict[str, object]:
    """The counts that conditions read. An item with a value outside its limit counts as failed, whatever its mark."""
    failed = [one for one in items if one.result == FAIL or one.seq in outside]
    rectified = [one for one in items if one.result == RECTIFIED and one.seq not in outside]
    limits = [one for one in items if one.seq in outside and one.result != FAIL]
    counts = {
        "unfilled": sum(not one.result for one in items),
        "failed": len(failed),
        "failedkey": sum(one.key_item for one in failed),
        "monitored": sum(one.monitored and not one.key_item for one in failed),
        "unmonitored": sum(not one.monitored and not one.key_item for one in failed),
        "rectified": len(rectified),
        "rectifiedkey": sum(one.key_item for one in rectified),
        "limitfail": len(limits),
        "limitfailkey": sum(one.key_item for one in limits),
    }
    return {name: Decimal(count) for name, count in counts.items()}


def derive(
    rules: Sequence[ConclusionRule], items: Sequence[ItemResult], outside: Collection[int], names: Names
) -> Verdict:
    """The conclusion of a record: the first rule that holds decides.

    A rule that needs a name without a value stops: nothing better may follow from what nobody has stated.
    `outside` are the numbers of the items with a value outside its limit; `names` everything else that is known.
    """
    known = {**names, **counted(items, outside)}
    for row in rules:
        try:
            applies = holds(row.condition, known)
        except MissingValue as fault:
            return Verdict(None, "", tuple(sorted(fault.names)))
        if applies and not row.code:
            empty = [one for one in items if not one.result]
            return Verdict(None, f"还有 {len(empty)} 项没有结果：第{numbers(empty)}项")
        if applies:
            return Verdict(row, _reason(row, items, outside))
    return Verdict(None, "没有适用的结论规则")


def in_force(rules: Sequence[ConclusionRule], verdict: Verdict, code: str) -> ConclusionRule | None:
    """The rule that a chosen conclusion follows: the derived one, else the first one with that code.

    A worse conclusion that no rule derives ends the matter: it moves no date and says what is wrong.
    """
    if verdict.rule and verdict.rule.code == code:
        return verdict.rule
    named = next((row for row in rules if row.code == code), None)
    if named is None and verdict.rule and code in verdict.rule.worse_to:
        return replace(verdict.rule, code=code, effect=KEEP, needs=("problems",), worse_to=(), grade_from=0, grade_to=0)
    return named


def grade_of(rule: ConclusionRule | None, names: Names) -> int | None:
    """The grade that goes with a conclusion: the worst one found, held inside the grades of the rule if it has any.

    The grade of a line of a project stands for itself: conclusions on projects give none of their own.
    """
    if rule is None:
        return None
    name = "worstgrade" if rule.grade_from else "worstline"
    worst = int(str(names.get(name) or 0))
    if not worst:
        return None
    return min(max(worst, rule.grade_from), rule.grade_to) if rule.grade_from else worst


def _reason(row: ConclusionRule, items: Sequence[ItemResult], outside: Collection[int]) -> str:
    groups = (
        ("不符合", [one for one in items if one.result == FAIL]),
        ("实测值超限", [one for one in items if one.seq in outside and one.result != FAIL]),
        ("整改后符合", [one for one in items if one.result == RECTIFIED and one.seq not in outside]),
    )
    parts = [f"第{numbers(found)}项{word}" for word, found in groups if found]
    return f"{row.text}（{'，'.join(parts)}）" if parts else row.text
