"""The rule tables of the inspection business as typed rows, kept until a rule changes."""

from sqlalchemy.orm import Session

from tejian.inspection.rules.api import (
    Cover,
    ItemLimit,
    Prefill,
    RuleBook,
    SeisortRule,
    cover,
    find_rule,
    item_limit,
    prefill,
    rule_book,
    seisort_rule,
)
from tejian.kit import clock
from tejian.system.rules import api as rulestore


def seisorts(db: Session) -> tuple[SeisortRule, ...]:
    """The allowed combinations in force."""

    def make(s: Session) -> tuple[SeisortRule, ...]:
        return tuple(seisort_rule(r) for r in rulestore.rows(s, "seisort_rules"))

    found: tuple[SeisortRule, ...] = rulestore.made(db, "seisorts", make)
    return found


def rule_of(db: Session, kind: str, seisort: str, testsort: str) -> SeisortRule | None:
    """What follows from one combination; None when it is not allowed."""
    row = find_rule(seisorts(db), kind, seisort, testsort)
    return row if row and row.allowed else None


def dates_book(db: Session) -> RuleBook:
    """Everything that next dates are decided by."""

    def make(s: Session) -> RuleBook:
        rows = rulestore.rows
        return rule_book(rows(s, "cycle_rule"), rows(s, "ele_cycle_rule"), seisorts(s), rows(s, "inspection_setting"))

    found: RuleBook = rulestore.made(db, "dates_book", make)
    return found


def settings(db: Session) -> dict[str, str]:
    """The settings of the inspection rules by key."""
    return {r["key"]: r["value"] for r in rulestore.rows(db, "inspection_setting")}


def covers(db: Session) -> list[Cover]:
    return [cover(r) for r in rulestore.rows(db, "qualification_cover")]


def limits(db: Session) -> list[ItemLimit]:
    """The limits of measured values."""
    found: list[ItemLimit] = rulestore.made(
        db, "limits", lambda s: [item_limit(r) for r in rulestore.rows(s, "report_item_limits")]
    )
    return found


def prefills(db: Session) -> list[Prefill]:
    """The rules that fill items in before the inspector starts."""
    found: list[Prefill] = rulestore.made(
        db, "prefills", lambda s: [prefill(r) for r in rulestore.rows(s, "report_item_prefill")]
    )
    return found


def items_of(db: Session, templates: tuple[str, ...]) -> list[dict[str, str]]:
    """The items of a report: those of each template in turn, numbered through."""
    today = clock.today()
    out: list[dict[str, str]] = []
    for template in templates:
        for row in rulestore.rows(db, "report_items", today) or rulestore.rows(db, "report_items"):
            if row["template"] == template:
                out.append({**row, "seq": str(len(out) + 1)})
    return out
