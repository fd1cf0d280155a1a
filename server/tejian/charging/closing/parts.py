"""What the pages of a day and a month list besides their entries: sums by nature, items, receipts, advances."""

from collections.abc import Callable
from typing import Any

from tejian.charging import codes as at
from tejian.charging.safe.api import whereabouts
from tejian.kit.lists.listview import Col
from tejian.kit.records.recordview import Part, Shown

from . import totals


def _by_nature(rows: Callable[[Shown], list[dict[str, Any]]]) -> Part:
    """What came in by nature and means: public fees go to the fiscal account, the others to our own."""
    means = [Col(way, at.WAYS[way], None, 110, "money") for way in totals.WAYS]
    columns = [Col("nature", "性质", None, 90), *means, Col("total", "合计", None, 120, "money")]
    return Part("nature", "按性质", columns=columns, rows=rows, noun="性质", empty="没有收付款")


DAY_SUMS = _by_nature(lambda s: totals.by_nature(s.db, *totals.of_day(s.row.userid, s.row.day)))
DAY_CASH = Part(
    "cash",
    "现金去向",
    columns=[Col("what", "去向", None, 220), Col("amount", "金额", None, 120, "money"), Col("note", "说明", None, 0)],
    rows=lambda s: whereabouts(s.db, s.row),
    noun="去向",
)
MONTH_SUMS = (
    _by_nature(lambda s: totals.by_nature(s.db, *totals.of_month(s.row.orgid, s.row.begins, s.row.end))),
    Part(
        "items",
        "按收费项目",
        columns=[
            Col("nature", "性质", None, 80),
            Col("item", "收费项目", None, 320),
            Col("count", "笔数", None, 80, "number"),
            Col("amount", "确认应收", None, 130, "money"),
        ],
        rows=lambda s: totals.by_item(s.db, s.row.orgid, s.row.begins, s.row.end),
        noun="项目",
        empty="本月没有确认的收费",
        hint="本月确认的应收，不含已作废的收费单",
    ),
    Part(
        "receipts",
        "票据使用",
        columns=[
            Col("kind", "票据类型", None, 200, "dict", dict="C642"),
            Col("from", "起始号码", None, 180, "code"),
            Col("to", "截止号码", None, 180, "code"),
            Col("count", "份数", None, 70, "number"),
            Col("red", "其中红冲", None, 90, "number"),
            Col("blue", "开具金额", None, 120, "money"),
            Col("back", "红冲金额", None, 120, "money"),
            Col("amount", "净额", None, 120, "money"),
        ],
        rows=lambda s: totals.of_receipts(s.db, s.row.orgid, s.row.begins, s.row.end),
        noun="票据",
        empty="本月没有开具票据",
    ),
    Part(
        "advances",
        "预存款",
        columns=[Col("what", "事项", None, 160), Col("amount", "金额", None, 140, "money")],
        rows=lambda s: totals.of_advances(s.db, s.row.orgid, s.row.begins, s.row.end),
        noun="事项",
    ),
)
