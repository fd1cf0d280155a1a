"""Prints the widest value that each column of each list can hold, by viewNo and name of the column.

The layout of lists is measured with these (web/e2e/layout.spec.mjs): what a city happens to hold decides nothing.
`whole` is a value of a fixed form, which stands in one line; other codes are typed as they come, and wrap.

Run: python server/tools/widest.py
"""

import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

SERVER = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SERVER))

Value = dict[str, Any]

LONGEST = 20  # letters of a number that makers and people give as they like
# The widest real form of each number whose form is fixed, by the heading of its column.
FORMS = {
    "设备代码": "31108888882028888W",
    "统一社会信用代码": "91330200MA2HWM8WMK",
    "联系电话": "0574-88888888",
    "手机": "13888888888",
    "接收号码": "13888888888",
    "安全总监电话": "13888888888",
    "应急识别码": "888888",
    "邮政编码": "888888",
    "车牌号": "浙WDM88888",
    "车辆识别代号": "W" * 17,
}
PARTS = {"yyyy": "2028", "yy": "28", "MM": "08", "dd": "28", "kind": "WD", "org": "MWWW"}
# Whole numbers that stay small, by heading; every other is counted up to a province.
SMALL = dict.fromkeys(("份数", "打印份数", "优先级", "版本", "版次", "流程版本", "评分", "得分"), 888)
SMALL |= dict.fromkeys(("超期", "页数", "文件", "打印次数", "次数", "排序", "人均台数", "每人上限", "数量"), 8_888)
SMALL |= dict.fromkeys(
    ("DN(mm)", "通径(mm)", "最小壁厚(mm)", "距今(天)", "间隔(天)", "规定(天)", "检定周期(月)"), 8_888
)
WHOLE = {"DN(mm)", "通径(mm)"}  # given in whole millimetres, though they are kept as decimals
MOST = 888_888
ALWAYS: dict[str, Value] = {
    "money": {"value": "-8888888.88"},
    "date": {"value": "2028-08-28"},
    "datetime": {"value": "2028-08-28T08:08:08+08:00"},
    "deadline": {"days": 128},  # from now
    "left": {"value": -8_888},
    "way": {"value": "APPLY"},
    "bool": {"value": True},
}


def numbered() -> dict[str, str]:
    """The widest number of each series, by what the series is called."""
    from tejian import data

    def widest(pattern: str) -> str:
        counted = re.sub(r"\{seq:(\d+)\}", lambda m: "8" * int(m[1]), pattern)
        return re.sub(r"\{(\w+)\}", lambda m: PARTS[m[1]], counted)

    return {row["label"]: widest(row["pattern"]) for row in data.rows("number_rules")}


def dictionary_words() -> dict[str, list[str]]:
    """The words of each dictionary."""
    from tejian import data

    known: dict[str, list[str]] = {}
    for row in data.rows("dictionaries"):
        known.setdefault(row["type"], []).append(row["label"])
    return known


def width(text: str) -> int:
    """Columns of a terminal that a text takes."""
    return sum(2 if letter > "ÿ" else 1 for letter in text)


def widest() -> Callable[[Any], Value | None]:
    """Gives what says of a column its widest value; None of one that may end in … or is as wide as it is drawn."""
    forms, known = numbered() | FORMS, dictionary_words()

    def code(column: Any) -> Value:
        if form := forms.get(column.label):
            return {"value": form, "whole": True}
        length = getattr(_stored(column), "length", None) or LONGEST
        return {"value": ("WM" * LONGEST)[: min(length, LONGEST)]}

    def state(column: Any) -> Value | None:
        words = known[column.dict] if column.words is None else list(_known(column.words))
        return {"word": max(words, key=width)} if words else None

    def number(column: Any) -> Value:
        scale = 0 if column.label in WHOLE else getattr(_stored(column), "scale", None) or 0
        return {"value": float(f"{SMALL.get(column.label, MOST)}.{'8' * scale}0")}

    made: dict[str, Callable[[Any], Value | None]] = {"code": code, "state": state, "number": number}
    return lambda column: made[column.type](column) if column.type in made else ALWAYS.get(column.type)


def _stored(column: Any) -> Any:
    """The type of the column of a table that is shown; that of an expression says nothing of lengths."""
    columns = getattr(getattr(column.expr, "property", None), "columns", ())
    return columns[0].type if columns else None


def _known(words: Any) -> list[str]:
    return list(words.values()) if isinstance(words, Mapping) else []


def main() -> None:
    from tejian import areas
    from tejian.kit.lists.listview import LISTS

    areas.load()
    said = widest()
    found = {
        view.no: {column.name: value for column in view.columns if column.label and (value := said(column))}
        for view in LISTS.values()
    }
    print(json.dumps(found, ensure_ascii=False))


if __name__ == "__main__":
    main()
