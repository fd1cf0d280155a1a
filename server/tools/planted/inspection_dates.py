"""Faults planted in the dates of devices: when they may be declared, what an inspection writes and leaves."""

from tools.fault import Fault

FAULTS = [
    Fault(
        "declared long before it is due without a reason",
        "inspection/flow/declaring_guards.py",
        'return f"{due}才到期，早于{months}个月" if due and due > add_months(clock.today(), months) else None',
        'return f"{due}才到期，早于{months}个月" if due and due > add_months(clock.today(), 999) else None',
        "inspection/test_early.py",
        "counter_asks or batch_asks or row_of_a_file or valve_is_asked",
    ),
    Fault(
        "reason of an early declaration lost on the way to the counter",
        "inspection/online/judging.py",
        "        earlyreason=application.earlyreason,\n",
        "",
        "inspection/test_early.py",
        "by_itself",
    ),
    Fault(
        "early by the date of another inspection",
        "inspection/records/reading.py",
        "    field, values = rule.next_date_fields[0], values_of(device)\n",
        '    field, values = "ninspdate", values_of(device)\n',
        "inspection/test_early.py",
        "that_is_declared",
    ),
    Fault(
        "other date later than its rule",
        "inspection/records/dating.py",
        "            yield from against_other(line, date.fromisoformat(day), inspdate)",
        "            against_other(line, date.fromisoformat(day), inspdate)\n            yield from ()",
        "inspection/test_other_dates.py",
        "own_name or behind",
    ),
    Fault(
        "other date written as the rule gives it",
        "inspection/rules/next_date.py",
        "            line, warning = _chosen(line, own, line.label)\n",
        "            warning = [line.label]\n",
        "inspection/test_other_dates.py",
        "chosen_by_itself or each_class",
    ),
    Fault(
        "date of no rule taken",
        "inspection/records/service.py",
        "if foreign := sorted(name for name, day in sent.items() if day and name not in given):",
        "if foreign := sorted(name for name, day in sent.items() if day and name in ()):",
        "inspection/test_other_dates.py",
        "no_rule_gives",
    ),
    Fault(
        "other date stays with a failed inspection",
        "inspection/records/service.py",
        "    due = examined.due if examined.judgement.dated else None\n    given",
        "    due = examined.due\n    given",
        "inspection/test_other_dates.py",
        "keeps_no_date",
    ),
    Fault(
        "dates beside those of the sort not printed",
        "inspection/records/content.py",
        'if line["ruleid"] and line["value"] and name not in fields]',
        'if line["ruleid"] and line["value"] and name in ()]',
        "inspection/test_other_dates.py",
        "each_class",
    ),
    Fault(
        "earlier date of an inspector undone by a new computation",
        "inspection/recompute/preview.py",
        'if line and value == str(c.old) and value < (line.get("rule") or ""):',
        'if line and value == str(c.old) and value < "":',
        "inspection/test_recompute.py",
        "set_earlier",
    ),
]
