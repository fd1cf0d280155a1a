"""Ranges of believable values and fields that a kind must state: the rule table equipment_limits, by level."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.common.api import kind_matches
from tejian.kit.forms.formview import Field
from tejian.system.rules import api as rulestore

from .fields import levels


@dataclass(frozen=True)
class Limit:
    """`low` and `high` are inclusive and in the storage unit of the field; None is no bound."""

    low: float | None
    high: float | None
    requiredfor: str
    clause: str


def table(db: Session) -> dict[tuple[str, str], Limit]:
    """All limits by level and field."""

    def bound(text: str) -> float | None:
        return float(text) if text else None

    return {
        (r["class_code"], r["field"]): Limit(bound(r["low"]), bound(r["high"]), r["requiredfor"], r["clause"])
        for r in rulestore.rows(db, "equipment_limits")
    }


def limits_of(db: Session, equclass: str, equclacode: str) -> Mapping[str, Limit]:
    """Field name → limit for a record of this class and category code; the lowest level wins."""
    kept: dict[tuple[str, str], Mapping[str, Limit]] = rulestore.made(db, "archives.limits", lambda _db: {})
    known = kept.get((equclass, equclacode))
    if known is None:
        every: dict[tuple[str, str], Limit] = rulestore.made(db, "archives.limit_table", table)
        places = {level: place for place, level in enumerate(levels(equclass, equclacode))}
        found = sorted((places[level], name, limit) for (level, name), limit in every.items() if level in places)
        known = kept[equclass, equclacode] = {name: limit for _place, name, limit in found}
    return known


def limited(field: Field, limit: Limit | None) -> Field:
    """The field with the bounds of its limit."""
    if limit is None or (limit.low is None and limit.high is None):
        return field
    low = field.low if limit.low is None else limit.low
    return replace(field, low=low, high=field.high if limit.high is None else limit.high)


def is_required(limit: Limit | None, equclacode: str) -> bool:
    """Whether a device of this kind must state the field."""
    return limit is not None and bool(limit.requiredfor) and kind_matches(limit.requiredfor, equclacode)


def missing(limits: Mapping[str, Limit], equclacode: str, values: Mapping[str, Any]) -> list[str]:
    """Fields that the kind must state and `values` does not."""
    return [n for n, one in limits.items() if is_required(one, equclacode) and values.get(n) in (None, "")]
