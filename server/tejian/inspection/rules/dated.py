"""What a record says to the date rules, and what stands against the next date that was chosen."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from .conclusion import BY_GRADE, LIMITED, MOVES
from .elevator import ERROR, Finding, check_next_date
from .period import LABELS
from .result import DateLine
from .stated import COUNT, DAY, FLAG, StatedName, stated_value

YES = "1"


def stated_dates(names: Iterable[StatedName], facts: Mapping[str, str]) -> dict[str, Any]:
    """The fields of InspectionResult that a record states. Of two lengths of a cycle the shorter one counts."""
    fields: dict[str, Any] = {}
    for one in names:
        text = facts.get(one.name, "")
        if not one.rule or not text:
            continue
        if one.kind == FLAG:
            fields[one.rule] = text == YES
        elif one.kind == COUNT:
            fields[one.rule] = min(int(text), fields.get(one.rule, int(text)))
        elif one.kind == DAY:
            fields[one.rule] = stated_value(one, text)
    return fields


def as_months(value: object) -> int | None:
    """Whole months of a table result."""
    return int(value) if isinstance(value, Decimal) else None


def against_date(line: DateLine | None, field: str, effect: str, chosen: date | None, inspdate: date) -> Finding | None:
    """What stands against the next date of a conclusion with this effect; None when nothing does.

    `line` is what the rules give for `field`, the date that the report states ('' for a sort that states none).
    """
    if effect not in MOVES or not field:
        return Finding(ERROR, "", "该检验结论没有下次检验日期", check="T14") if chosen else None
    if line is None:
        return Finding(ERROR, "", f"没有{LABELS.get(field, field)}日期的规则，不能确定下次日期")
    if line.rulevalue is None:
        bounded = effect == LIMITED and line.ruleid  # use until a day that a rule would have to bound
        graded = effect == BY_GRADE and line.ruleid  # passed with a grade for which the rule has no cycle left
        if graded and not line.lacking:
            return Finding(ERROR, "", f"该等级按规则没有{line.label}日期，不能判为合格：{line.steps[-1]}")
        if line.lacking or bounded or not (line.ruleid or chosen):
            return Finding(ERROR, "", f"不能确定{line.label}日期：{line.steps[-1]}")
        if line.ruleid and chosen:
            return Finding(ERROR, "", f"按规则不产生{line.label}日期：{line.steps[-1]}")
    return next(iter(check_next_date(chosen, line.rulevalue, inspdate)), None)


def against_other(line: DateLine, chosen: date, inspdate: date) -> list[Finding]:
    """What stands against a date besides the main one, by its own name; checks of the main date do not rule it."""
    found = check_next_date(chosen, line.rulevalue, inspdate, line.label)
    return [replace(one, check="", field=line.field) for one in found]
