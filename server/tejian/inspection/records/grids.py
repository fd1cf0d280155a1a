"""Tables on paper: which columns are printed, how wide they are, and how one too wide for a page is turned or split.

Widths are estimated from the texts, so that the same record always gives the same pages.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

EMPTY = "/"  # a cell that nobody filled
BAD = " ×"  # behind a cell that does not meet its limit

UPRIGHT, ACROSS = 172.0, 261.0  # mm between the margins of a page, upright and turned
EM = 2.85  # mm of a character of the tables
PAD = 2.8  # mm left and right of a cell
SHORT = 3.0  # characters of the narrowest column
LONG = 9.0  # characters on a line, beyond which a cell wraps
LONGEST = 16.0  # characters of a word that is not broken
HEAD_LINES = 4
FEW = 4  # rows that stand side by side when a table is turned

WORD = re.compile(r"[^\s\u2e80-\uffef]+")


@dataclass(frozen=True, slots=True)
class Column:
    """A column with its cells in words; '' is a cell that nobody filled."""

    label: str
    unit: str
    cells: Sequence[str]
    computed: bool = False
    key: bool = False

    @property
    def width(self) -> float:
        """Millimetres that it needs."""
        body = max((min(ems(one), LONG) for one in self.cells), default=0.0)
        words = max((ems(one) for text in (self.label, *self.cells) for one in WORD.findall(text)), default=0.0)
        head = max(math.ceil(ems(self.label) / HEAD_LINES), ems(self.unit))
        return max(SHORT, body, min(words, LONGEST), head) * EM + PAD


@dataclass(frozen=True, slots=True)
class Fit:
    """How columns go onto paper: `turned` = a line for each column, else parts side by side or one below the other."""

    turned: bool
    across: bool
    parts: tuple[tuple[int, ...], ...]


def ems(text: str) -> float:
    """The length of a text in Chinese characters."""
    return sum(1.0 if ord(letter) > 0x2000 else 0.56 for letter in text)


def fit(columns: Sequence[Column]) -> Fit:
    """Upright when it fits; few rows are turned, more go across, and what is wider still is split behind its keys."""
    every = tuple(range(len(columns)))
    total = sum(one.width for one in columns)
    if total <= UPRIGHT:
        return Fit(False, False, (every,))
    if max((len(one.cells) for one in columns), default=0) <= FEW:
        return Fit(True, False, (every,))
    if total <= ACROSS:
        return Fit(False, True, (every,))
    return Fit(False, True, _split(columns))


def _split(columns: Sequence[Column]) -> tuple[tuple[int, ...], ...]:
    """Parts of about the same width, each beginning with the key columns."""
    keys = [n for n, one in enumerate(columns) if one.key]
    while keys and sum(columns[n].width for n in keys) > ACROSS / 2:
        keys.pop()
    rest = [n for n in range(len(columns)) if n not in keys]
    room = ACROSS - sum(columns[n].width for n in keys)
    total = sum(columns[n].width for n in rest)
    share = total / math.ceil(total / room)
    parts: list[list[int]] = [[]]
    used = 0.0
    for n in rest:
        width = columns[n].width
        if parts[-1] and (used + width > room or used >= share):
            parts.append([])
            used = 0.0
        parts[-1].append(n)
        used += width
    return tuple((*keys, *part) for part in parts)


def printed(columns: Sequence[Column]) -> dict[str, object]:
    """A table as the templates draw it. Columns without a single value are left out."""
    shown = [one for one in columns if any(one.cells)]
    fitting = fit(shown)
    return {
        "turned": fitting.turned,
        "across": fitting.across,
        "parts": [_part([shown[n] for n in part]) for part in fitting.parts],
        "computed": any(one.computed for one in shown),
        "bad": any(cell.endswith(BAD) for one in shown for cell in one.cells),
    }


def _part(columns: Sequence[Column]) -> Mapping[str, object]:
    rows = zip(*(one.cells for one in columns), strict=True)
    return {
        "heads": [{"label": one.label, "unit": one.unit, "computed": one.computed, "key": one.key} for one in columns],
        "widths": [round(one.width, 1) for one in columns],
        "rows": [[cell or EMPTY for cell in row] for row in rows],
    }
