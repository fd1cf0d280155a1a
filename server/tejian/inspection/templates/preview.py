"""A template as a phone draws it: its items by where they are looked at, with limits, defaults, photos and words."""

from collections.abc import Iterable, Mapping, Sequence

from typing_extensions import TypedDict

from tejian.inspection.rules.api import ExpressionError, MissingValue, PhoneItem, evaluate_number, phone_item, spots

from .parts import ITEMS, LIMITS, PHONE, PREFILLS, TEXTS

Rows = Mapping[str, Sequence[Mapping[str, str]]]


class PreviewItem(TypedDict):
    seq: int
    number: str
    content: str
    requirement: str
    key: bool
    photo: str
    phrases: list[str]
    measures: list[str]
    defaults: list[str]


class PreviewSpot(TypedDict):
    name: str
    items: list[PreviewItem]


class Preview(TypedDict):
    title: str
    under: str
    spots: list[PreviewSpot]


def preview(title: str, under: str, rows: Rows) -> Preview:
    """What a phone shows of a record that has just begun."""
    items = [{**row, "seq": str(n)} for n, row in enumerate(rows.get(ITEMS, ()), 1)]
    rules = {(one.template, one.item_no): one for one in map(phone_item, rows.get(PHONE, ()))}
    shown = {int(one["seq"]): _item(one, rules.get((one["template"], one["item_no"])), rows) for one in items}
    return {
        "title": title,
        "under": under,
        "spots": [{"name": one.name, "items": [shown[seq] for seq in one.items]} for one in spots(items, rules)],
    }


def _item(row: Mapping[str, str], rule: PhoneItem | None, rows: Rows) -> PreviewItem:
    text = next(iter(_of(row, rows.get(TEXTS, ()))), {})
    measures = [_measure(one) for one in _of(row, rows.get(LIMITS, ()))]
    defaults = [f"{one['result'] or '提示'}　{one['sentence']}" for one in _of(row, rows.get(PREFILLS, ()))]
    return {
        "seq": int(row["seq"]),
        "number": text.get("number") or row["item_no"],
        "content": row["content"],
        "requirement": text.get("requirement") or row["requirement_summary"],
        "key": row["key_item"] == "Y",
        "photo": rule.photo if rule else "",
        "phrases": list(rule.phrases) if rule else [],
        "measures": list(dict.fromkeys(measures)),
        "defaults": list(dict.fromkeys(defaults)),
    }


def _of(item: Mapping[str, str], rows: Sequence[Mapping[str, str]]) -> Iterable[Mapping[str, str]]:
    return (one for one in rows if one["item_no"] == item["item_no"])


def _measure(row: Mapping[str, str]) -> str:
    """A measured value with its limits; those that depend on the device are worked out on its record."""
    low, high = (_number(row[one]) for one in ("low", "high"))
    if low is None or high is None:
        return f"{row['label']}（限值按设备算出）"
    limit = f"{low}～{high}" if low and high else f"≥ {low}" if low else f"≤ {high}" if high else ""
    return " ".join(filter(None, (row["label"], limit, row["unit"])))


def _number(text: str) -> str | None:
    """A bound as it is read; '' for none, None for one that asks the device."""
    if not text:
        return ""
    try:
        return f"{evaluate_number(text, {}).normalize():f}"
    except (ExpressionError, MissingValue):
        return None
