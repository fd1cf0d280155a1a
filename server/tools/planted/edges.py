"""Faults at the edge of a rule that once left every test green."""

from tools.fault import Fault

FAULTS = [
    Fault(
        "a worse conclusion that no rule derives moves the next date",
        "inspection/rules/conclusion.py",
        "code=code, effect=KEEP, needs",
        "code=code, needs",
        "rules/test_rule_edges.py",
        "moves_no_date",
    ),
    Fault(
        "relief above the price of an item taken from the others",
        "charging/fees/totals.py",
        "return min(off, base)",
        "return off",
        "rules/test_rule_edges.py",
        "leaves_the_others_alone",
    ),
    Fault(
        "a line of the bank below what was registered matched",
        "charging/checking/matching.py",
        "elif payment.amount != line.amount:",
        "elif payment.amount < line.amount:",
        "charging/test_statement.py",
        "by_a_cent",
    ),
    Fault(
        "a re-inspection judged by its first day",
        "inspection/rules/recheck.py",
        "last, notice = max(days),",
        "last, notice = min(days),",
        "rules/test_rule_edges.py",
        "last_day_of_a_reinspection",
    ),
    Fault(
        "a due date shortened by an earlier delay",
        "inspection/rules/next_date.py",
        "and device.delaydate > device.ninspdate:",
        ":",
        "rules/test_rule_edges.py",
        "a_delay_counts",
    ),
    Fault(
        "a due date of a list shortened by an earlier delay",
        "archives/equipment/lists.py",
        "return func.greatest(E.ninspdate, func.coalesce(E.delaydate, E.ninspdate))",
        "return func.coalesce(E.delaydate, E.ninspdate)",
        "archives/test_equipment_lists.py",
        "late_from_the_day_after",
    ),
    Fault(
        "a ride refused on the last day of its design life",
        "inspection/rules/next_date.py",
        "past = end is not None and end < result.inspdate",
        "past = end is not None and end <= result.inspdate",
        "rules/test_rule_edges.py",
        "last_day_of_its_design_life",
    ),
    Fault(
        "a ride due a year after its design life",
        "inspection/rules/next_date.py",
        "return end < day if class_of(device.kind) == codes.AMUSEMENT else end <= day",
        "return end <= day",
        "rules/test_rule_edges.py",
        "last_day_of_its_design_life",
    ),
    Fault(
        "a band of fees without a value beside the one that holds",
        "charging/fees/rules.py",
        "    lines = _decided(lines)\n",
        "",
        "rules/test_rule_edges.py",
        "a_band_that_lacks_its_value",
    ),
    Fault(
        "a difference of exactly the limit reviewed",
        "charging/closing/process.py",
        "abs(difference(d)) > number(d.db, LIMIT, 10)",
        "abs(difference(d)) >= number(d.db, LIMIT, 10)",
        "charging/test_closing.py",
        "exactly_the_limit",
    ),
    Fault(
        "a series of numbers longer than its digits",
        "kit/database/numbering.py",
        "if width and value >= 10**digits:",
        "if width and value > 10**digits:",
        "rules/test_rule_edges.py",
        "a_series_ends",
    ),
    Fault(
        "the next step opened by who opened the one before",
        "kit/process/steps.py",
        """                subject.handlers = self.handlers(db, subject)
            subject.opened_by = ""
""",
        """                subject.handlers = self.handlers(db, subject)
""",
        "inspection/test_returns.py",
        "what_one_step_opened",
    ),
]
