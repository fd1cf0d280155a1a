"""The lines of a piping project as a case names them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from tejian.archives import codes
from tejian.archives.common.api import class_of

from .cases import NotAsked

KEYS = ("pipeno", "lineid", "id")
RESULTS = {"grade", "cycle", "months", "result", "limits", "nextdate"}  # what the inspection finds of a line
STOPPED = 4  # the grade of a line that may not be used


def number(line: Mapping[str, Any]) -> str:
    """The number of a line."""
    return str(next((line[name] for name in KEYS if line.get(name)), "L1"))


def numbers(case: Mapping[str, Any]) -> list[str]:
    """The numbers of the lines of a record case: those of its table, else the one that every project has."""
    rows = case.get("tables", {}).get("lines", {}).get("rows") or [{}]
    return [number(one) for one in rows] if class_of(case["kind"]) == codes.PIPING else []


def values_of(line: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """What the archive knows of a line. Raises NotAsked for a field that it does not have."""
    own = {name: value for name, value in line.items() if name not in (*KEYS, *RESULTS)}
    if foreign := sorted(set(own) - set(known)):
        raise NotAsked(f"lines：没有字段 {'、'.join(foreign)}")
    return own


def worst(given: Iterable[Mapping[str, Any]]) -> int:
    """The worst grade of some lines; 0 without any."""
    return max((int(str(one["grade"])) for one in given if one.get("grade")), default=0)


def cycle_of(line: Mapping[str, Any]) -> int | None:
    """The cycle that was set for a line: of two lengths the shorter one."""
    return min((int(line[name]) for name in ("cycle", "months") if line.get(name)), default=None)


def row_of(line: Mapping[str, Any], passed: Callable[[str], bool]) -> dict[str, object]:
    """A line as its row of the record states it."""
    cycle, day = cycle_of(line), line.get("nextdate")
    row: dict[str, object] = {"lineid": number(line), "grade": str(line["grade"]) if line.get("grade") else None}
    row["months"] = Decimal(cycle) if cycle else None
    row["limits"] = line.get("limits")
    row["nextdate"] = date.fromisoformat(str(day)) if day else None
    code = str(line.get("result") or "pass")
    if code not in ("pass", "fail"):
        row["conclusion"] = code
    return row


def cells_of(line: Mapping[str, Any], grade: str) -> dict[str, str]:
    """The same row as it is typed."""
    row = row_of({**line, "grade": line.get("grade") or grade}, lambda _code: True)
    return {name: f"{value:f}" if isinstance(value, Decimal) else str(value) for name, value in row.items() if value}
