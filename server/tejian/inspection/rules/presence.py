"""Results of items that cannot be true of a device: √ at what it does not have, — at what every one has.

Rows of report_item_presence.csv. A condition that lacks a value says nothing; of a piping project it is asked line by
line: √ cannot be true when none of its lines has the thing, — when one of them has it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from .conclusion import Verdict
from .elevator import CONFORMS, FAIL, NONE, PASS, RECTIFIED, ItemResult, Prefill, PrefilledItem, numbers
from .expr import ExpressionError, MissingValue, Names, holds

JUDGED = (PASS, FAIL, RECTIFIED)  # results of an item that was inspected
RESULTS = (PASS, FAIL, NONE, RECTIFIED)
LEVELS = ("hard", "soft")
YES = "Y"
ByItem = Mapping[tuple[str, str], Sequence["PresenceRule"]]


@dataclass(frozen=True, slots=True)
class PresenceRule:
    """One row of report_item_presence.csv: `result` at the item cannot be true where `condition` holds (hard), or has
    to be explained. `periodic`: only at the inspection whose own template the list is."""

    ruleid: str
    template: str
    item_no: str
    result: str
    condition: str
    hard: bool
    sentence: str
    periodic: bool
    source: str

    def is_about(self, result: str) -> bool:
        """Whether it speaks of a result; what conforms after repair is there as what conforms."""
        return result == self.result or (self.result == PASS and result == RECTIFIED)


@dataclass(frozen=True, slots=True)
class Said:
    """A rule that speaks of an item, and the names that its sentence is filled with."""

    ruleid: str
    item: ItemResult
    hard: bool
    sentence: str
    names: Names


@dataclass(frozen=True, slots=True)
class Place:
    """What the conditions read: the names of device and record, those of each line of a piping project, and the lists
    that are templates of other inspections."""

    names: Names
    lines: Sequence[Names] = ()
    foreign: Collection[str] = frozenset()


def presence_rule(row: Mapping[str, str]) -> PresenceRule:
    """A row of report_item_presence.csv. Raises ValueError for a result or a level that is none."""
    if row["result"] not in RESULTS or row["level"] not in LEVELS:
        raise ValueError(f"{row['ruleid']}：结果或级别不正确")
    return PresenceRule(
        ruleid=row["ruleid"],
        template=row["template"],
        item_no=row["item_no"],
        result=row["result"],
        condition=row["condition"],
        hard=row["level"] == "hard",
        sentence=row["sentence"],
        periodic=row["periodic"] == YES,
        source=row["source"],
    )


def presence_by_item(rules: Iterable[PresenceRule]) -> dict[tuple[str, str], list[PresenceRule]]:
    """The rules by template and item."""
    found: dict[tuple[str, str], list[PresenceRule]] = {}
    for one in rules:
        found.setdefault((one.template, one.item_no), []).append(one)
    return found


def cannot_be(rules: ByItem, item: ItemResult, result: str, place: Place) -> list[Said]:
    """What the rules say of a result at an item."""
    return [
        Said(one.ruleid, replace(item, result=result), one.hard, one.sentence, names)
        for one in rules.get((item.template, item.item_no), ())
        if one.is_about(result)
        and not (one.periodic and item.template in place.foreign)
        and (names := _speaks(one, place)) is not None
    ]


def untrue(rules: ByItem, items: Iterable[ItemResult], place: Place) -> tuple[Said, ...]:
    """What the rules say of the results of a record; of an item a refusal alone, where one rule refuses."""
    found: list[Said] = []
    for item in items:
        said = cannot_be(rules, item, item.result, place) if item.result else []
        found += [one for one in said if one.hard] or said
    return tuple(found)


def _speaks(rule: PresenceRule, place: Place) -> Names | None:
    """The names with which a rule speaks; None when it is silent."""
    if not place.lines:
        return place.names if is_so(rule.condition, place.names) else None
    own = [{**place.names, **line} for line in place.lines]
    true = [one for one in own if is_so(rule.condition, one)]
    whole = rule.result != NONE  # a part is not there when no line has it
    return true[0] if true and (not whole or len(true) == len(own)) else None


def is_so(condition: str, names: Names) -> bool:
    """Whether a condition holds; one that lacks a value, or meets words where it compares a number, does not."""
    try:
        return holds(condition, names)
    except (MissingValue, ExpressionError):
        return False


def prefill_items(rows: Iterable[Prefill], template: str, place: Place) -> list[PrefilledItem]:
    """What the rules fill in before the inspector starts. The first row that applies to an item wins; of a piping
    project a row applies when all of its lines meet it."""
    items: dict[tuple[str, str], PrefilledItem] = {}
    names = [{**place.names, **line} for line in place.lines] or [{**place.names}]
    for row in rows:
        if row.template != template or (row.item_no, row.scope) in items:
            continue
        if row.periodic and template in place.foreign:
            continue
        if all(is_so(row.condition, one) for one in names):
            items[row.item_no, row.scope] = PrefilledItem(row.item_no, row.result, row.sentence, row.source)
    whole = {number for number, scope in items if scope == "item"}
    return [item for (number, scope), item in items.items() if scope == "item" or number not in whole]


def unproposed(verdict: Verdict, items: Sequence[ItemResult], sayings: Iterable[Said]) -> Verdict:
    """No conclusion follows from a record whose results cannot be true, nor from one that inspected nothing."""
    if verdict.rule is None or not items:
        return verdict
    wrong = {one.item.seq: one.item for one in sayings if one.hard}
    if wrong:
        absent = [one for one in wrong.values() if one.result == NONE]
        present = [one for one in wrong.values() if one.result in CONFORMS]
        parts = [f"第{numbers(absent)}项必须检验，不能填“—”"] if absent else []
        parts += [f"第{numbers(present)}项填写的“符合”与设备不符"] if present else []
        return Verdict(None, f"不能判定检验结论：{'；'.join(parts)}")
    if not any(one.result in JUDGED for one in items):
        return Verdict(None, "不能判定检验结论：没有一项实际检验")
    keys = [one for one in items if one.key_item]
    if keys and not any(one.result in JUDGED for one in keys):
        return Verdict(None, "不能判定检验结论：重点项目没有一项实际检验")
    return verdict
