"""Where the table of a sheet stands: its heading below titles, over two lines, with merged cells; notes below it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tejian.kit.forms.formview import Field
from tejian.kit.ground.errors import BadInput

from .meaning import SAME, heads_of, propose
from .view import as_text, columns_by_place

Line = tuple[int, list[Any]]
Merge = tuple[int, int, int, int]  # first line, first column, last line, last column, from 1
LOOKED_AT = 20  # lines among which the heading is looked for
NEAR_COUNTS = 0.6  # a heading that is only like a field, beside one that is called so
WIDE = 3  # cells over which a title or a note is merged
NARROW = 4  # a table of fewer columns has no rows that are told from notes
NOTE = re.compile(
    r"^(注|备注|说明|附注|合计|总计|小计|共计|累计|本页|制表|填表|填报|审核|复核|编制|编审|批准|统计|以上|截至|"
    r"单位负责人|第?\s*\d+\s*页)"
)
SERIAL = ("序号", "编号", "No", "NO", "no")
NOTES_TOLD = 3


@dataclass(frozen=True)
class Layout:
    """The line of the heading and how many lines it has."""

    head: int = 1
    lines: int = 1


@dataclass
class Sheet:
    """A sheet with the table in it. `notes` are the lines that were left out as no rows, with what they say."""

    merges: Sequence[Merge] = ()
    layout: Layout = Layout()
    notes: list[tuple[int, str]] = field(default_factory=list)

    def spread(self, lines: Sequence[Line], *, across: bool) -> list[Line]:
        """The lines with the value of a merged cell in each line that it covers; `across`: in each column too."""
        known: dict[tuple[int, int], Any] = {}
        out = []
        for number, cells in lines:
            full = list(cells)
            for top, left, bottom, right in self.merges:
                if not top <= number <= bottom:
                    continue
                if number == top and left <= len(full):
                    known[top, left] = full[left - 1]
                value = known.get((top, left), "")
                last = right if across else left
                full += [""] * (min(last, right) - len(full))
                for place in range(left - 1, last):
                    if full[place] in ("", None):
                        full[place] = value
            out.append((number, full))
        return out

    def heading(self, lines: Sequence[Line]) -> list[Any]:
        """The heading that the first lines of a sheet hold, two lines of it in one."""
        own = [(n, c) for n, c in lines if self.layout.head <= n < self.layout.head + self.layout.lines]
        if not own:
            raise BadInput(f"第{self.layout.head}行没有表头")
        spread = [cells for _n, cells in self.spread(own, across=True)]
        if len(spread) == 1:
            return list(own[0][1])  # a title over several columns names one of them
        upper, lower = spread[0], spread[1]
        upper = _carried(upper, lower, own[0][1])
        width = max(len(upper), len(lower))
        upper, lower = upper + [""] * (width - len(upper)), lower + [""] * (width - len(lower))
        return [_joined(as_text(a), as_text(b)) for a, b in zip(upper, lower, strict=True)]

    def rows(self, lines: Iterable[Line], head: Sequence[Any]) -> Iterator[Line]:
        """The rows of the table; what is a note, a total, a heading printed again or an empty number is left out."""
        columns = len(heads_of(head))
        words = [as_text(cell) for cell in head]
        spread: dict[tuple[int, int], Any] = {}
        for number, cells in lines:
            if number < self.layout.head + self.layout.lines:
                continue
            if (note := self._note(number, cells, words, columns)) is not None:
                self.notes += [(number, note)] if note else []
                continue
            yield number, self._down(number, cells, spread)

    def _down(self, number: int, cells: list[Any], known: dict[tuple[int, int], Any]) -> list[Any]:
        """A row with what cells merged downwards say of it."""
        full = list(cells)
        for top, left, bottom, _right in self._tall():
            if not top <= number <= bottom:
                continue
            if number == top:
                known[top, left] = full[left - 1] if left <= len(full) else ""
            elif left <= len(full) and full[left - 1] in ("", None):
                full[left - 1] = known.get((top, left), "")
        return full

    def _tall(self) -> Sequence[Merge]:
        return [one for one in self.merges if one[2] > one[0]]

    def _note(self, number: int, cells: Sequence[Any], words: Sequence[str], columns: int) -> str | None:
        """What a line says that is no row ('' for an empty one or the heading again); None for a row."""
        stated = {place: text for place, cell in enumerate(cells) if (text := as_text(cell))}
        if not stated:
            return ""
        same = sum(1 for place, text in stated.items() if place < len(words) and text == words[place])
        if same >= WIDE and same >= len(stated) - 1:
            return ""
        if columns < NARROW:
            return None
        first_place, first = next(iter(stated.items()))
        only_number = len(stated) == 1 and first_place < len(words) and words[first_place] in SERIAL
        if only_number and first.isdecimal():
            return ""
        wide = any(top == number and right - left >= WIDE - 1 for top, left, _bottom, right in self.merges)
        says = " ".join(stated.values())[:60]
        if len(stated) <= 3 and (NOTE.match(first) or (wide and len(stated) == 1)):
            return says
        signed = all("：" in text or ":" in text for text in stated.values())
        return says if signed and len(stated) <= WIDE + 1 and len(stated) < columns else None

    def told(self) -> str:
        """What the message of a run says of the lines that were left out."""
        if not self.notes:
            return ""
        shown = "、".join(f"第{number}行“{text[:20]}”" for number, text in self.notes[:NOTES_TOLD])
        more = "等" if len(self.notes) > NOTES_TOLD else ""
        return f"；略过{len(self.notes)}行不是数据的文字（{shown}{more}）"


def _carried(upper: Sequence[Any], lower: Sequence[Any], own: Sequence[Any]) -> list[Any]:
    """The upper line with a group's title over each of its columns, where nobody merged the cells."""
    out, group = list(upper) + [""] * (len(lower) - len(upper)), ""
    for place, cell in enumerate(out):
        stated = as_text(cell)
        below = as_text(lower[place]) if place < len(lower) else ""
        if stated:
            group = stated if below else ""
        elif below and group and place >= 1 and as_text(lower[place - 1]) and place < len(own) + 8:
            out[place] = group
    return out


def _joined(upper: str, lower: str) -> str:
    upper, lower = upper.replace("\n", ""), lower.replace("\n", "")
    return upper if not lower or upper == lower or lower in upper else lower if upper in lower else upper + lower


def found_in(fields: Sequence[Field], first: Sequence[Line], merges: Sequence[Merge]) -> Layout:
    """Where the heading most probably stands: in our own words, else where most cells are called as fields are."""
    first = first[:LOOKED_AT]
    best, most = Layout(first[0][0]), 1.0  # of one cell that looks like a heading the first line is as good
    for n, (number, cells) in enumerate(first):
        if _is_ours(fields, cells):
            return Layout(number)
        for lines in (1, 2):
            layout = Layout(number, lines)
            if lines == 2 and not (n + 1 < len(first) and _of_two(cells, first[n + 1], number, merges)):
                continue
            heading = Sheet(merges, layout).heading(first)
            points = _points(fields, heading)
            if points > most + (0.5 if lines == 2 else 0):
                best, most = layout, points
    return best


def _is_ours(fields: Sequence[Field], cells: Sequence[Any]) -> bool:
    try:
        return bool(columns_by_place(fields, cells))
    except BadInput:
        return False


def _of_two(upper: Sequence[Any], below: Line, number: int, merges: Sequence[Merge]) -> bool:
    """Whether the line below belongs to the heading: it names columns, and stands next to it."""
    line, lower = below
    if line != number + 1 or any(not isinstance(c, str) and c is not None for c in lower):
        return False
    under = [p for p, c in enumerate(lower) if as_text(c) and (p >= len(upper) or not as_text(upper[p]))]
    grouped = any(top == number and right > left for top, left, _bottom, right in merges)
    return bool(under) or grouped


def _points(fields: Sequence[Field], heading: Sequence[Any]) -> float:
    if not any(as_text(cell) for cell in heading):
        return 0
    heads = [{"head": h, "samples": [], "words": []} for h in heads_of(heading).values()]
    if len(heads) > 1 and all(len(one["head"]) > 40 for one in heads):  # a row of notes
        return 0
    said = propose(fields, heads, {})  # type: ignore[arg-type]
    return sum(1 if one["why"] == SAME else NEAR_COUNTS for one in said if one["field"])
