"""Every name that a rule of a record reads has a giver: a field of the archive, of the record, of a table or an item, a
setting, or what the platform itself knows. A rule whose name nobody gives can only pass, or only fail."""

import re
from collections import defaultdict
from collections.abc import Iterator

from tejian import data
from tejian.inspection.rules.api import evidence_rule, names_in

READ = {
    "report_item_limits": ("low", "high", "expr", "spare"),
    "report_item_prefill": ("condition",),
    "report_item_presence": ("condition",),
    "report_item_evidence": ("condition", "rows"),
    "report_conditions": ("expr",),
    "report_tables": ("condition", "formula", "limit"),
    "table_points": ("least", "condition"),
}
OVER_ROWS = re.compile(r"(min|max|sum|mean|count|spread|first|worst|minif|maxif|sumif|countif|at|countfail)_\w+")
# what the platform knows of every record
KNOWN = {"kind", "equgroup", "equclass", "equsubkind", "inspdate", "conclusion", "rows", "linecount", "hostclass"}
DATED = {"supdate", "ele_supervision_2017", "over15", "brakedue", "loadtestdue"}  # of item_names


def reads() -> Iterator[tuple[str, str, str]]:
    for table, columns in READ.items():
        for row in data.rows(table):
            for column in columns:
                for name in names_in(row[column]):
                    yield table, row["template"], name
    for row in data.rows("report_item_evidence"):
        rule = evidence_rule(row)
        if rule.least and not rule.least.isdigit():
            yield "report_item_evidence", rule.template, rule.least
        for way in rule.ways:
            if way[0] in ("field", "whole", "range", "atleast"):
                yield "report_item_evidence", rule.template, way[-1]


def test_every_name_that_a_rule_reads_has_a_giver() -> None:
    archive = {row["field"] for row in data.rows("equipment_fields")}
    stated = {row["name"] for row in data.rows("record_fields") if row["kind"]}
    stated |= {row["name"] for row in data.rows("conclusion_names")}
    settings = {row["key"] for row in data.rows("inspection_setting")}
    columns, values, items = defaultdict(set), defaultdict(set), defaultdict(set)
    for row in data.rows("report_tables"):
        columns[row["template"]].add(row["column"])
    for row in data.rows("report_item_limits"):
        values[row["template"]].add(row["field"])
    for row in data.rows("report_items"):
        items[row["template"]].add(re.sub(r"[^0-9A-Za-z]+", "_", f"{row['template']}:{row['item_no']}").strip("_"))
    for row in data.rows("record_fields"):  # of a table, under another name
        if not row["kind"] and row["options"]:
            code, _, column = row["options"].partition(".")
            assert any((one["table_code"], one["column"]) == (code, column) for one in data.rows("report_tables")), row[
                "name"
            ]
            for own in columns.values():
                own.add(row["name"])
    everywhere = archive | stated | settings | KNOWN | DATED
    lacking = {
        (table, template, name)
        for table, template, name in reads()
        if name not in everywhere | columns[template] | values[template] | items[template]
        and not OVER_ROWS.fullmatch(name)
    }
    assert lacking == set()


def test_a_field_that_comes_from_a_table_is_a_column_of_one() -> None:
    columns = {row["column"] for row in data.rows("report_tables")}
    from_tables = [row for row in data.rows("record_fields") if not row["kind"] and not row["options"]]
    assert [row["name"] for row in from_tables if row["name"] not in columns] == []
