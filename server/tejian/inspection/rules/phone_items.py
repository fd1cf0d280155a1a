"""How the items of a template stand on a phone: where at the device, in which order, with which photos and words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

ALWAYS, FAULT = "always", "fault"
PHOTO_DUTIES = {"": "不要求", ALWAYS: "须拍照", FAULT: "不符合时须拍照"}
MOST_PHRASES, PHRASE = 8, 60  # phrases of an item; signs of one


@dataclass(frozen=True, slots=True)
class PhoneItem:
    """One row of report_item_phone.csv. `spot`: where at the device it is looked at, `turn`: its place on the round."""

    template: str
    item_no: str
    spot: str
    turn: int | None
    photo: str
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A group of items as a phone shows it; `items` are their numbers on the record, in the order of the round."""

    name: str
    items: tuple[int, ...]


def phone_item(row: Mapping[str, str]) -> PhoneItem:
    """A row of report_item_phone.csv. Raises ValueError for one that no phone can follow."""
    turn = row["turn"].strip()
    if turn and not (turn.isdecimal() and len(turn) <= 4):
        raise ValueError(f"{row['item_no']}：次序应为整数")
    if row["photo"] not in PHOTO_DUTIES:
        raise ValueError(f"{row['item_no']}：没有这种照片要求：{row['photo']}")
    phrases = tuple(one.strip() for one in row["phrases"].split("|") if one.strip())
    if len(phrases) > MOST_PHRASES or any(len(one) > PHRASE for one in phrases):
        raise ValueError(f"{row['item_no']}：常用说明最多{MOST_PHRASES}条，每条最多{PHRASE}个字")
    turn_ = int(turn) if turn else None
    return PhoneItem(row["template"], row["item_no"], row["spot"].strip(), turn_, row["photo"], phrases)


def spots(items: Sequence[Mapping[str, str]], rules: Mapping[tuple[str, str], PhoneItem]) -> list[Spot]:
    """The items by where they are looked at. One that no rule places stands in its section, at its number."""
    groups: dict[str, list[tuple[int, int]]] = {}
    for item in items:
        rule, seq = rules.get((item["template"], item["item_no"])), int(item["seq"])
        turn = rule.turn if rule and rule.turn is not None else seq
        groups.setdefault((rule and rule.spot) or item["section"] or "其他", []).append((turn, seq))
    ordered = sorted(((name, sorted(own)) for name, own in groups.items()), key=lambda one: one[1][0])
    return [Spot(name, tuple(seq for _, seq in own)) for name, own in ordered]


def by_phone_item(rules: Iterable[PhoneItem]) -> dict[tuple[str, str], PhoneItem]:
    """The rules by template and item."""
    return {(one.template, one.item_no): one for one in rules}
