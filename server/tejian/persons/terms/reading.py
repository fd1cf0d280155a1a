"""The rules of persons by their day: what an item asks for, and the numbers of examination and certificate."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.system.rules import api as rulestore


@dataclass(frozen=True)
class Item:
    """What an item of C622 asks for (person_items). Marks are out of 100, times in months or days."""

    item: str
    practice: bool
    pass_theory: int
    pass_practice: int
    min_age: int
    max_age: int
    education: str
    health: str
    valid_months: int
    renew_before_days: int
    limits: str
    unread: str
    source: str


def item_rule(db: Session, item: str, on: date | None = None) -> Item | None:
    """The row of an item in force on a day; None for an item that nobody has entered."""
    rows = [r for r in rulestore.rows(db, "person_items", on or clock.today()) if r["item"] == item]
    if not rows:
        return None
    r = max(rows, key=lambda one: one["validfrom"])
    return Item(
        item,
        r["practice"] == "Y",
        int(r["pass_theory"]),
        int(r["pass_practice"] or 0),
        int(r["min_age"]),
        int(r["max_age_first"]),
        r["education"],
        r["health"],
        int(r["valid_months"]),
        int(r["renew_before_days"]),
        r["limits"],
        r["unread"],
        r["source"],
    )


def rule(db: Session, key: str, on: date | None = None) -> dict[str, str]:
    """The rule of this name in force on a day. Raises KeyError for one that there is not."""
    rows = [r for r in rulestore.rows(db, "person_rules", on or clock.today()) if r["key"] == key]
    if not rows:
        raise KeyError(key)
    return max(rows, key=lambda one: one["validfrom"])


def number_of_rule(db: Session, key: str) -> int:
    """A rule that is a whole number, in its own unit."""
    return int(rule(db, key)["value"])
