"""The terms of maintenance and rescue: rows of rescue_rules, by the day on which they are asked."""

from datetime import date

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.system.rules import api as rulestore


def term(db: Session, key: str, on: date | None = None) -> str:
    """The rule of this name in force on a day (today). Raises KeyError for one that there is not."""
    day = on or clock.today()
    said = {r["_from"]: r["value"] for r in rulestore.rows(db, "rescue_rules", day) if r["key"] == key}
    if not said:
        raise KeyError(key)
    return said[max(said)]


def number_term(db: Session, key: str, on: date | None = None) -> int:
    """The same as a whole number, in the unit of its row."""
    return int(term(db, key, on))
