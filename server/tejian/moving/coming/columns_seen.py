"""What a column of a file holds, gathered row by row: how full it is, how different, of which kind, with examples."""

import re
from dataclasses import dataclass, field
from typing import Any

from tejian.kit.importing.cells import day_or_month

DIFFERENT_MOST = 5_000  # more different values are only said to be many
EXAMPLES = 5
LONG = 40
WHOLE = re.compile(r"[-+]?\d{1,15}")
DECIMAL = re.compile(r"[-+]?\d*\.\d+")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
KINDS = ("日期", "整数", "小数", "文字")


@dataclass
class Column:
    """A column while its rows pass."""

    head: str
    filled: int = 0
    longest: int = 0
    kinds: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    different: set[int] | None = field(default_factory=set)
    examples: list[str] = field(default_factory=list)

    def take(self, text: str) -> None:
        if not text:
            return
        self.filled += 1
        self.longest = max(self.longest, len(text))
        self.kinds[_kind(text)] += 1
        if self.different is not None:
            self.different.add(hash(text))
            if len(self.different) > DIFFERENT_MOST:
                self.different = None
        if len(self.examples) < EXAMPLES and text[:LONG] not in self.examples:
            self.examples.append(text[:LONG])

    def told(self, rows: int) -> dict[str, Any]:
        """What is shown of it; a column of several kinds says the most frequent, and how many are otherwise."""
        kind = max(KINDS, key=lambda k: self.kinds[k]) if self.filled else ""
        return {
            "head": self.head,
            "filled": self.filled,
            "percent": round(100 * self.filled / rows) if rows else 0,
            "kind": kind,
            "other": self.filled - self.kinds[kind] if kind else 0,
            "different": len(self.different) if self.different is not None else -1,
            "longest": self.longest,
            "examples": self.examples,
        }


def _kind(text: str) -> str:
    if WHOLE.fullmatch(text):
        return "整数"
    if DECIMAL.fullmatch(text):
        return "小数"
    return "日期" if len(text) <= 20 and DAY.fullmatch(day_or_month(text)) else "文字"
