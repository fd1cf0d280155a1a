"""Whether the rows of a template fit together: nothing here reads a database."""

from collections.abc import Iterator, Mapping, Sequence

from .parts import CONCLUSIONS, ITEMS, LAYOUTS, LIMITS, NEEDS, PHONE, POINTS, PREFILLS, TABLES

Rows = Mapping[str, Sequence[Mapping[str, str]]]


def faults(rows: Rows) -> Iterator[str]:
    """A sentence for each thing that does not fit."""
    items = [row["item_no"] for row in rows.get(ITEMS, ())]
    if not items:
        yield "模板没有检验项目"
    for one in dict.fromkeys(one for one in items if items.count(one) > 1):
        yield f"检验项目{one}重复"
    for table, title in ((LIMITS, "项目限值"), (PREFILLS, "缺省结果"), (NEEDS, "所需仪器"), (PHONE, "移动端录入")):
        for one in dict.fromkeys(row["item_no"] for row in rows.get(table, ())):
            if one and one not in items:
                yield f"{title}的项目{one}不在检验项目中"
    placed = [row["item_no"] for row in rows.get(PHONE, ())]
    for one in dict.fromkeys(one for one in placed if placed.count(one) > 1):
        yield f"移动端录入的项目{one}重复"
    for row in rows.get(TABLES, ()):
        item = row["goes_to_item"].split(".")[0] if row["goes_to_item"] not in items else ""
        if row["goes_to_item"] and item and not any(row["goes_to_item"].startswith(one) for one in items):
            yield f"测量表格{row['title']}“{row['label']}”对应的项目{row['goes_to_item']}不在检验项目中"
    tables = {row["table_code"] for row in rows.get(TABLES, ())}
    for row in rows.get(POINTS, ()):
        if row["table_code"] not in tables:
            yield f"最少行数的表格{row['table_code']}不在测量表格中"
        for one in filter(None, row.get("items", "").split(",")):
            if one.strip() not in items:
                yield f"最少行数的项目{one}不在检验项目中"
    if not rows.get(CONCLUSIONS):
        yield "模板没有检验结论规则"
    if len(rows.get(LAYOUTS, ())) != 1:
        yield "模板应有一个报告版式"
