"""The digests of an edition: the same records and numbers give the same text, today and in ten years."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple


class Group(NamedTuple):
    """Records of a line that the same indicators counted: their number, and the digest over their sorted keys."""

    line: str
    codes: tuple[str, ...]
    size: int
    digest: str


class Counted(NamedTuple):
    """A cell: its number, and the digest over what is behind it ('' of what is worked out)."""

    value: Decimal | None
    digest: str


Cells = Mapping[tuple[str, str], Counted]  # (line, code) → cell


def _over(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def of_groups(groups: Iterable[Group], code: str) -> str:
    """Over the records of a cell: each of its groups by line, indicators and the digest of its keys."""
    return _over(sorted(f"{g.line}|{' '.join(sorted(g.codes))}|{g.size}|{g.digest}" for g in groups if code in g.codes))


def of_parts(digests: Iterable[tuple[str, str]]) -> str:
    """Over the cells that a sum adds: by area."""
    return _over(sorted(f"{area}|{digest}" for area, digest in digests))


def written(value: Decimal | None) -> str:
    """A number as digests write it."""
    return "-" if value is None else f"{value:.4f}"


def of_edition(head: Mapping[str, Any], cells: Cells) -> str:
    """Over all cells of an edition and what it says of itself."""
    lines = sorted(f"{line}|{code}|{written(cell.value)}|{cell.digest}" for (line, code), cell in cells.items())
    return _over([json.dumps(head, ensure_ascii=False, sort_keys=True), *lines])
