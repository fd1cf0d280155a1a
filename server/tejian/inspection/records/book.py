"""The rule tables of the inspection business as typed rows, kept until a rule changes."""

from dataclasses import replace

from sqlalchemy.orm import Session

from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import fields_of
from tejian.inspection.rules.api import (
    ConclusionRule,
    Cover,
    ItemLimit,
    Prefill,
    RuleBook,
    SeisortRule,
    StatedName,
    conclusion_rule,
    cover,
    find_rule,
    is_for,
    item_limit,
    prefill,
    refuse_offer,
    rule_book,
    seisort_rule,
    stated_name,
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


def offered(db: Session, kind: str) -> tuple[SeisortRule, ...]:
    """The combinations that can be declared for a kind; one that cannot be done whole says why in `lacks`."""
    known: dict[str, tuple[SeisortRule, ...]] = rulestore.made(db, "offered", lambda s: {})
    if kind not in known:
        templates = {r["template"] for r in rulestore.rows(db, "report_items")}
        facts = (templates, conclusions(db), dates_book(db))
        rows = (r for r in seisorts(db) if is_for(r, kind))
        device = "equcode" in fields_of(class_of(kind), kind)  # components and valves have ledgers of their own
        known[kind] = tuple(replace(r, lacks=refuse_offer(r, kind, *facts, is_device=device) or "") for r in rows)
    return known[kind]


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


def conclusions(db: Session) -> tuple[ConclusionRule, ...]:
    """The rules that conclusions follow from."""
    found: tuple[ConclusionRule, ...] = rulestore.made(
        db, "conclusions", lambda s: tuple(conclusion_rule(r) for r in rulestore.rows(s, "conclusion_rules"))
    )
    return found


def conclusion_names(db: Session) -> tuple[StatedName, ...]:
    """The names that these rules read beside the items, and how a record states them."""
    found: tuple[StatedName, ...] = rulestore.made(
        db, "conclusion names", lambda s: tuple(stated_name(r) for r in rulestore.rows(s, "conclusion_names"))
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
