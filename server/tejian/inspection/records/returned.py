"""What a return asks for at single items: kept with the record, said at the item until it was changed or answered."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import INFO, WARN, Finding
from tejian.kit.ground.user import User

from .reading import items_of_row

CHECK = "RETURN"  # a reason that answers such a finding is kept under it


class Mark(TypedDict):
    """What is to be changed at an item, who asked for it, and what the item said then."""

    text: str
    name: str
    was: dict[str, Any]


def foreign_mark(db: Session, row: AppBuss, asked: Sequence[Mapping[str, Any]]) -> str | None:
    """What is wrong with the items that a return names: unknown to the record, or named twice."""
    named, items = [str(one["seq"]) for one in asked], {one["seq"] for one in items_of_row(db, row)}
    if unknown := [seq for seq in named if seq not in items]:
        return f"第{unknown[0]}项不在原始记录中"
    twice = [seq for seq in named if named.count(seq) > 1]
    return f"第{twice[0]}项标记了两次" if twice else None


def mark(record: OriginalRecord, asked: Sequence[Mapping[str, Any]], me: User) -> None:
    """Keep what this return asks for; what an earlier one asked for was done or answered."""
    record.marks = {
        str(one["seq"]): Mark(text=one["text"], name=me.name, was=dict(record.results.get(str(one["seq"]), {})))
        for one in asked
    }


def mark_findings(record: OriginalRecord) -> Iterator[Finding]:
    """An item that was to be changed and was not asks why; one that was changed is pointed out to the auditor."""
    for seq, one in record.marks.items():
        done = record.results.get(seq, {}) != one["was"]
        text = f"退回时{one['name']}要求：{one['text']}"
        yield Finding(INFO if done else WARN, "", f"{text}（{'已改' if done else '没有改动'}）", int(seq), CHECK)
