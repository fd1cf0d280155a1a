"""Faults planted in the tables of records: what they cannot lack, what they say beside the last ones."""

from tools.fault import Fault

FAULTS = [
    Fault(
        "table that a record cannot lack stays empty",
        "inspection/rules/least.py",
        "return bool(self.missing) or self.filled < self.rows",
        "return bool(self.missing) or 0 < self.filled < self.rows",
        "inspection/test_whole_tables.py",
        "thickness_row or landing_doors",
    ),
    Fault(
        "rows of which nobody knows how many count as none",
        "inspection/rules/least.py",
        "least.append(Least(point, table, count, 0, fault.names))",
        "least.append(Least(point, table, count, 0))",
        "inspection/test_whole_tables.py",
        "nobody_knows",
    ),
    Fault(
        "row that names its key alone counts as measured",
        "inspection/rules/least.py",
        "typed = [one.column for one in table.of(INPUT)]",
        "typed = [one.column for one in table.columns]",
        "inspection/test_whole_tables.py",
        "only_name_the_doors",
    ),
    Fault(
        "table wanted of an item that does not apply",
        "inspection/rules/least.py",
        "if point.items and not any(",
        "if point.items and all(",
        "inspection/test_whole_tables.py",
        "judges_its_items",
    ),
    Fault(
        "line without a row is not missed",
        "inspection/rules/check_calls.py",
        'if str(one["pipeno"]) not in concluded:',
        'if concluded and str(one["pipeno"]) not in concluded:',
        "inspection/test_whole_tables.py",
        "line_by_line",
    ),
    Fault(
        "row of a line that left the project",
        "inspection/rules/check_calls.py",
        'if (line := str(row.get("lineid") or "")) and line not in known:',
        'if (line := str(row.get("lineid") or "")) and line in ():',
        "inspection/test_whole_tables.py",
        "left_the_project",
    ),
    Fault(
        "vessel whose parts were not measured at all",
        "inspection/rules/check_calls.py",
        "material) and part not in measured]",
        "material) and measured and part not in measured]",
        "inspection/test_whole_tables.py",
        "wall_of_a_part",
    ),
    Fault(
        "stricter grade without a reason",
        "inspection/records/checking.py",
        'elif int(stated) > graded and not facts.get("gradereason"):',
        'elif int(stated) > graded and facts.get("gradereason"):',
        "inspection/test_whole_tables.py",
        "stricter_grade",
    ),
    Fault(
        "cell that differs from the last report is not told",
        "inspection/records/differing.py",
        'yield f"{table.title} {name} {one.label}", was.get(one.column), is_.get(one.column)',
        'yield f"{table.title} {name} {one.label}", was.get(one.column), was.get(one.column)',
        "inspection/test_differences.py",
        "tables",
    ),
]
