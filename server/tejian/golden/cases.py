"""The file of cases: what a case may say. One with a name that is not known cannot be asked, and fails."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

Case = Mapping[str, Any]
EVENTS = ("use start", "recompute", "detection")
LISTS: dict[str, set[str]] = {
    "records": {
        *("id", "title", "class", "kind", "testsort", "lists", "inspdate", "device", "results", "values", "tables"),
        *("conditions", "fields", "mother", "expect", "why", "monitored", "declared", "chosen", "note"),
    },
    "dates": {
        *("id", "class", "kind", "device", "history", "inspection", "event", "today", "settings", "expect", "why"),
        *("title", "note"),
    },
    "fees": {
        *("id", "class", "kind", "testsort", "day", "device", "options", "quantities", "mother", "charge", "expect"),
        *("why", "title", "note"),
    },
    "presence": {
        *("id", "template", "item_no", "result", "kind", "device", "inspdate", "results", "values", "stated", "worked"),
        *("subreports", "instruments", "photo", "expect", "why", "title", "note"),
    },
    "courses": {"id", "amounts", "steps", "expect", "why", "title", "note"},
    "states": {"id", "kind", "device", "today", "visit", "paused", "expect", "why", "title", "note"},
}
NEEDED = {
    "records": ("id", "kind", "testsort", "lists", "inspdate", "expect"),
    "dates": ("id", "kind", "expect"),
    "fees": ("id", "kind", "testsort", "day", "expect"),
    "presence": ("id", "template", "item_no", "kind", "expect"),
    "courses": ("id", "amounts", "steps"),
    "states": ("id", "kind", "today", "expect"),
}
INSPECTION = {"testsort", "date", "result", "firstday", "mother", "grade", "cycle", "months", "extension", "restart"}
INSPECTION |= {"lines", "nextdate", "braketest", "why"}
HISTORY = {"testsort", "date", "result", "mother", "firstday", "braketest", "grade", "why"}


class NotAsked(Exception):
    """A case that cannot be asked; the text says why."""


def read(path: Path) -> dict[str, list[Case]]:
    """The cases of a file by list. Raises NotAsked for a file that is none."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as wrong:
        raise NotAsked(f"{path.name}：{wrong}") from None
    if not isinstance(content, dict) or set(content) - {"note", *LISTS}:
        raise NotAsked(f"{path.name}：只能有 note、{'、'.join(LISTS)}")
    by_kind: dict[str, list[Case]] = {}
    for name in LISTS:
        cases = content.get(name, [])
        if not isinstance(cases, list) or not all(isinstance(one, dict) for one in cases):
            raise NotAsked(f"{path.name}：{name} 应为列表")
        by_kind[name] = cases
    return by_kind


def check(name: str, case: Case) -> None:
    """Refuse a case that says what nobody reads, or lacks what is needed. Raises NotAsked."""
    _known(case, LISTS[name], "案例")
    if missing := [one for one in NEEDED[name] if not case.get(one)]:
        raise NotAsked(f"缺少 {'、'.join(missing)}")
    if name == "dates":
        if ("inspection" in case) == ("event" in case) and case.get("event") != "detection":
            raise NotAsked("须有 inspection 或 event 之一")
        if case.get("event") and case["event"] not in EVENTS:
            raise NotAsked(f"没有此事件：{case['event']}")
        _known(case.get("inspection", {}), INSPECTION, "inspection")
        for one in case.get("history", []):
            _known(one, HISTORY, "history")


def _known(given: Mapping[str, Any], names: set[str], where: str) -> None:
    if unknown := sorted(set(given) - names):
        raise NotAsked(f"{where}：不认识 {'、'.join(unknown)}")
