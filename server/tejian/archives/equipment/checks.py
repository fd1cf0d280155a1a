"""What can be wrong in the values of one device by itself. A form says the first fault, an import says them all."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common import api as identifiers
from tejian.kit.ground import clock, dictionary
from tejian.system.rules import api as rulestore
from tejian.system.settings.api import version

from .fields import EquipmentField, fields_of, levels
from .limits import limits_of, missing

Wrong = tuple[str, str]  # field name, sentence without the label


@dataclass(frozen=True)
class Relation:
    """`lower` may not be greater than `higher` (strict: nor equal), or than so many times as much.

    A side is a field, `today` or a day. A soft one is only named by the quality check.
    """

    code: str
    level: str
    lower: str
    higher: str
    strict: bool
    hard: bool
    clause: str
    times: int = 1


def relations(db: Session) -> list[Relation]:
    """The pairs of the rule table equipment_relations."""

    def make(db: Session) -> list[Relation]:
        return [
            Relation(
                r["code"],
                r["class_code"],
                r["lower"],
                r["higher"],
                bool(r["strict"]),
                bool(r["hard"]),
                r["clause"],
                int(r.get("times") or 1),
            )
            for r in rulestore.rows(db, "equipment_relations")
        ]

    known: list[Relation] = rulestore.made(db, "archives.relations", make)
    return known


def wrong(
    db: Session, equclass: str, values: dict[str, Any], fields: list[EquipmentField], *, draft: bool = False
) -> Iterator[Wrong]:
    """Field and sentence of each fault. `fields` are those that a form or file states; codes are put into `values`
    in their stored form. A draft may lack what its kind must state."""
    yield from lacking(db, equclass, values, fields, draft=draft)
    yield from impossible(db, equclass, values)


def lacking(
    db: Session, equclass: str, values: dict[str, Any], fields: list[EquipmentField], *, draft: bool = False
) -> Iterator[Wrong]:
    """What a device of this kind must state and this one does not."""
    code = values["equclacode"]
    for f in fields:
        if f.required and values.get(f.name) in (None, ""):
            yield f.name, "必填"
    for name in [] if draft else missing(limits_of(db, equclass, code), code, values):
        yield name, "该品种设备必填"
    if equclass == codes.BOILER and not draft and values.get("ratedevap") is None and values.get("heatarea") is None:
        yield "ratedevap", "必填（余热锅炉填受热面积）"


def impossible(db: Session, equclass: str, values: dict[str, Any]) -> Iterator[Wrong]:
    """What a device states and cannot be."""
    code = values["equclacode"]
    yield from _codes(values, code)
    yield from _placed(db, values)
    yield from _outside(db, equclass, code, values)
    yield from _related(db, equclass, code, values)
    yield from _postponed(db, equclass, values)


def wrong_in_change(db: Session, equclass: str, current: dict[str, Any], values: dict[str, Any]) -> Iterator[Wrong]:
    """The faults that a change of some fields brings; what was wrong before and stays untouched is not its business."""
    code = values.get("equclacode") or current["equclacode"]
    merged = {**current, **values}
    lacking = set(missing(limits_of(db, equclass, code), code, merged))
    lacking |= {f.name for f in fields_of(equclass, code).values() if f.required and merged.get(f.name) in (None, "")}
    for name in values:
        if name in lacking:
            yield name, "必填"
    yield from _codes(values, code)
    yield from _placed(db, values)
    yield from _related(db, equclass, code, merged, touching=set(values))
    if "delaydate" in values:
        yield from _postponed(db, equclass, merged)


def _outside(db: Session, equclass: str, code: str, values: dict[str, Any]) -> Iterator[Wrong]:
    """Values beyond what is believable for the kind."""
    named = fields_of(equclass, code)
    for name, limit in limits_of(db, equclass, code).items():
        value = values.get(name)
        if name not in named or isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
            continue
        if limit.low is not None and value < Decimal(str(limit.low)):
            yield name, f"不得小于{limit.low:g}{named[name].unit}"
        if limit.high is not None and value > Decimal(str(limit.high)):
            yield name, f"不得大于{limit.high:g}{named[name].unit}"


def _placed(db: Session, values: dict[str, Any]) -> Iterator[Wrong]:
    area = values.get("areacode")
    if area and area in _divided(db):
        yield "areacode", "请选到县（市、区）"


def _divided(db: Session) -> frozenset[str]:
    """The provinces, and the cities that have districts: no machine stands nowhere closer."""
    number = version(db, "dict")

    def make(db: Session) -> frozenset[str]:
        every = [code for code in dictionary.words(db, number).get("AREA", {}) if len(code) == 6]
        parts = {code[:4] for code in every if not code.endswith("00")}
        return frozenset(code for code in every if code.endswith("0000") or (code.endswith("00") and code[:4] in parts))

    known: frozenset[str] = rulestore.made(db, f"archives.divided {number}", make)
    return known


def _codes(values: dict[str, Any], kind: str) -> Iterator[Wrong]:
    rules = {
        "equcode": (str.upper, identifiers.refuse_equipment_code),
        "usecertno": (identifiers.normalise_usecertno, identifiers.refuse_usecertno),
        "regcode": (str.strip, identifiers.refuse_regcode),
        "ele96333code": (str.strip, identifiers.refuse_emergency_code),
    }
    for name, (stored, refuse) in rules.items():
        if values.get(name):
            values[name] = stored(values[name])
            if fault := refuse(values[name]) or (OF_KIND[name](values[name], kind) if name in OF_KIND else None):
                yield name, fault


OF_KIND = {"equcode": identifiers.refuse_code_of_kind, "usecertno": identifiers.refuse_cert_of_kind}
TODAY = "today"


def _related(
    db: Session, equclass: str, code: str, values: dict[str, Any], touching: set[str] | None = None
) -> Iterator[Wrong]:
    mine = levels(equclass, code)
    named = fields_of(equclass, code)
    for pair in relations(db):
        if not pair.hard or pair.level not in mine:
            continue
        low, high = _side(pair.lower, values), _side(pair.higher, values)
        if not _comparable(low, high):
            continue
        if touching is not None and not touching & {pair.lower, pair.higher}:
            continue
        if pair.times > 1:
            if low > high * pair.times:
                label = named[pair.higher].label if pair.higher in named else pair.higher
                yield pair.lower, f"不得大于{label}（{high}）的{pair.times}倍"
        elif pair.higher == TODAY:
            if low > high:
                yield pair.lower, "不得晚于今天"
        elif low > high or (pair.strict and low == high):
            is_date = isinstance(low, date)
            least = ("应晚于" if is_date else "应大于") if pair.strict else ("不得早于" if is_date else "不得小于")
            yield pair.higher, f"{least}{named[pair.lower].label}（{low}）" if pair.lower in named else f"{least}{low}"


def _postponed(db: Session, equclass: str, values: dict[str, Any]) -> Iterator[Wrong]:
    """A postponed inspection (TSG 21-2016 8, TSG 11-2020 9): of pressure equipment, by the months that are allowed."""
    until, due = values.get("delaydate"), values.get("ninspdate")
    if not until or not due:
        return
    if equclass not in codes.PRESSURE:
        yield "delaydate", "只有承压类设备可以延期检验"
        return
    months = next(int(r["value"]) for r in rulestore.rows(db, "inspection_setting") if r["key"] == "delay_max_months")
    if until <= due:
        yield "delaydate", f"应晚于下次检验日期（{due}）"
    elif until > (last := clock.add_months(due, months)):
        yield "delaydate", f"最多延期{months}个月，不得晚于{last}"


def _side(name: str, values: dict[str, Any]) -> Any:
    """The value of one side of a relation: a field, today, or a day that the rule states."""
    if name == TODAY:
        return clock.today()
    return date.fromisoformat(name) if name[:1].isdecimal() else values.get(name)


def _comparable(low: Any, high: Any) -> bool:
    if low is None or high is None:
        return False
    numbers = (int, float, Decimal)
    return (isinstance(low, date) and isinstance(high, date)) or (
        isinstance(low, numbers) and isinstance(high, numbers)
    )
