"""What other wings and areas may ask of inspection.rules."""

from .alike import DATES, Answer, Case, Cases
from .book import RuleBook, rule_book
from .elevator import (
    ERROR,
    WARN,
    Conclusion,
    Finding,
    ItemResult,
    Prefill,
    check_conclusion,
    check_items,
    check_next_date,
    item_names,
    prefill,
    prefill_items,
    propose_conclusion,
)
from .expr import MissingValue, evaluate, evaluate_number, holds, names_in
from .facts import DeviceFacts, InspectionResult, device_facts
from .limits import ItemLimit, bounds_of, item_limit
from .next_date import next_dates
from .period import LABELS
from .result import NextDates
from .seisort import (
    Cover,
    SeisortRule,
    allowed_rules,
    cover,
    find_rule,
    refuse_combination,
    refuse_inspector,
    seisort_rule,
)

__all__ = [
    "DATES",
    "ERROR",
    "LABELS",
    "WARN",
    "Answer",
    "Case",
    "Cases",
    "Conclusion",
    "Cover",
    "DeviceFacts",
    "Finding",
    "InspectionResult",
    "ItemLimit",
    "ItemResult",
    "MissingValue",
    "NextDates",
    "Prefill",
    "RuleBook",
    "SeisortRule",
    "allowed_rules",
    "bounds_of",
    "check_conclusion",
    "check_items",
    "check_next_date",
    "cover",
    "device_facts",
    "evaluate",
    "evaluate_number",
    "find_rule",
    "holds",
    "item_limit",
    "item_names",
    "names_in",
    "next_dates",
    "prefill",
    "prefill_items",
    "propose_conclusion",
    "refuse_combination",
    "refuse_inspector",
    "rule_book",
    "seisort_rule",
]
