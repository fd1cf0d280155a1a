"""What an inspector states of a record beside its items and tables: findings for the conclusion, inputs, results.

Rows of conclusion_names.csv (read by conclusions) and of record_fields.csv (read by limits, tables and gradings, or
given to the date rules and the archive).
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation

from tejian.archives.common.api import kind_matches

from .of_templates import is_of

COUNT, FLAG, NUMBER, CHOICE, TEXT, DAY = "count", "flag", "number", "choice", "text", "day"
KINDS = ("", COUNT, FLAG, NUMBER, CHOICE, TEXT, DAY)
LONGEST = 500


@dataclass(frozen=True, slots=True)
class StatedName:
    """A name of a record. `kind` empty = it is not asked for; `needed` = nothing follows without it.

    `read`: asked only where a rule of the record reads it. `rule` is what it is to the date rules (a field of
    InspectionResult), `archive` the field of the device that approval writes; with `+` it is added to what is there.
    `conclusions`: it belongs to these alone. `wantedby`: a name that may not be stated without it.
    """

    name: str
    kinds: str
    label: str
    kind: str
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)
    needed: bool = False
    unit: str = ""
    sorts: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    default: str = ""
    read: bool = True
    rule: str = ""
    archive: str = ""
    templates: tuple[str, ...] = ()
    conclusions: tuple[str, ...] = ()
    wantedby: str = ""

    def holds(self, code: str) -> bool:
        """Whether it may be stated beside a conclusion; before there is one everything may."""
        return not (code and self.conclusions) or code in self.conclusions


class NotStated(ValueError):
    """A value that does not fit its name; the text is the sentence."""


def stated_name(row: Mapping[str, str]) -> StatedName:
    """A row of conclusion_names.csv. Raises ValueError or ArithmeticError for a bound that is no number."""
    return StatedName(
        name=row["name"],
        kinds=row["kinds"],
        label=row["label"],
        kind=_kind(row["kind"]),
        low=Decimal(row["low"] or 0),
        high=Decimal(row["high"] or 0),
        needed=row["needed"] == "Y",
    )


def record_field(row: Mapping[str, str]) -> StatedName:
    """A row of record_fields.csv. Raises ValueError or ArithmeticError for a kind or a bound that is none."""
    return StatedName(
        name=row["name"],
        kinds=row["kinds"],
        label=row["label"],
        kind=_kind(row["kind"]),
        low=Decimal(row["low"] or 0),
        high=Decimal(row["high"] or 0),
        unit=row["unit"],
        sorts=tuple(filter(None, row["sorts"].split(","))),
        options=tuple(filter(None, row["options"].split("/"))),
        default=row["default"],
        read=row["read"] == "Y",
        rule=row["rule"],
        archive=row["archive"],
        templates=tuple(filter(None, row.get("templates", "").split(","))),
        conclusions=tuple(filter(None, row.get("conclusions", "").split(","))),
        wantedby=row.get("wantedby", ""),
    )


def fields_for(
    fields: Iterable[StatedName], kind: str, testsort: str, templates: Collection[str], read: Collection[str]
) -> tuple[StatedName, ...]:
    """The fields of a record: those of its kind, sort and templates, and the inputs that one of its rules reads."""
    return tuple(
        one
        for one in fields
        if kind_matches(one.kinds, kind)
        and (not one.sorts or testsort in one.sorts)
        and is_of(one.templates, templates)
        and (one.name in read or not one.read)
    )


def stated_text(one: StatedName, value: str) -> str:
    """A value as it is stored; '' when it is empty. Raises NotStated."""
    text = value.strip()
    if not text:
        return ""
    if one.kind in (COUNT, FLAG):
        low, high = (0, 1) if one.kind == FLAG else (int(one.low), int(one.high))
        if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
            raise NotStated(f"{one.label}：请输入 {low} 至 {high} 的整数")
        return str(int(text))
    if one.kind == NUMBER:
        return _number(one, text)
    if one.kind == DAY:
        try:
            return date.fromisoformat(text[:10]).isoformat()
        except ValueError:
            raise NotStated(f"{one.label}：日期应为yyyy-MM-dd") from None
    if one.kind == CHOICE and text not in one.options:
        raise NotStated(f"{one.label}：只能是{'、'.join(one.options)}")
    if len(text) > LONGEST:
        raise NotStated(f"{one.label}：最多{LONGEST}个字")
    return text


def stated_value(one: StatedName, text: str) -> object:
    """A stored value as expressions read it; '' when it is empty."""
    if not text:
        return ""
    if one.kind in (COUNT, NUMBER):
        return Decimal(text)
    return date.fromisoformat(text) if one.kind == DAY else text


def _number(one: StatedName, text: str) -> str:
    try:
        value = Decimal(text)
    except InvalidOperation:
        raise NotStated(f"{one.label}：请输入数字") from None
    if not (value.is_finite() and one.low <= value <= one.high):
        raise NotStated(f"{one.label}：请输入 {one.low} 至 {one.high} 的数")
    return f"{value:f}"


def _kind(text: str) -> str:
    if text not in KINDS:
        raise ValueError(f"没有此录入方式：{text}")
    return text
