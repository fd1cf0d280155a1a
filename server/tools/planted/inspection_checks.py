"""Faults planted in what the checks of reports read of real records."""

from tools.fault import Fault

FAULTS = [
    Fault(
        "records of a day that say the same are not compared",
        "inspection/records/beside.py",
        '        "typed": [_typed_values(record.results)],\n',
        "",
        "inspection/test_planted_records.py",
        "3110-0211",
    ),
    Fault(
        "values that tables gave are forgotten of the last report",
        "inspection/records/beside.py",
        ', **(item.get("given") or {})}',
        "}",
        "inspection/test_planted_records.py",
        "3110-0211",
    ),
    Fault(
        "state of an instrument said as its code",
        "inspection/records/beside.py",
        "states.get(one.status, one.status)",
        "one.status",
        "inspection/test_planted_records.py",
        "3110-0211",
    ),
    Fault(
        "stage of a supervision without its word",
        "inspection/records/gathered_items.py",
        "**_worded(row, coded), ",
        "",
        "inspection/test_planted_records.py",
        "3110-0102",
    ),
    Fault(
        "number of the archive said with its noughts",
        "inspection/rules/checks.py",
        "plain(value.normalize() if value else Decimal(0))",
        "plain(value)",
        "inspection/test_planted_records.py",
        "8310-0212",
    ),
    Fault(
        "a number written otherwise taken for a change of the archive",
        "inspection/records/reading.py",
        "book.number(old) == book.number(new)",
        "old == new",
        "inspection/test_planted_records.py",
        "written_otherwise",
    ),
    Fault(
        "two questions of one check under one key",
        "inspection/rules/checks.py",
        "if many[one.key] > 1 else one",
        "if many[one.key] > 9 else one",
        "rules/test_report_checks.py",
        "two_keys",
    ),
    Fault(
        "a question about another record that does not say which",
        "inspection/rules/check_calls.py",
        'Place(item_no=str(one["other"]))',
        "Place()",
        "inspection/test_report_checks.py",
        "each_of_two",
    ),
]
