"""What the page of the conclusion states beside the conclusion: what was found, and what the device may be used for.

Which values these are is data: the blocks `results` and `permits` of report_fields.csv.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tejian.inspection.rules.api import GRADE, LIMITED, Shown, StatedName

from .annexes import cell_text, computed_text, with_unit
from .conclusion import Judgement
from .grids import EMPTY
from .paper import Material, Pair, pair, stated_pair

FOUND, PERMITTED = "results", "permits"
WORST = ("worstgrade", "worstline")  # what was stated of the grade that the conclusion gives


@dataclass(frozen=True, slots=True)
class Concluded:
    """A record with its conclusion; `conclusion` is '' before there is one.

    `grade` is the one that the conclusion gives, which stands for what was stated of it.
    """

    judgement: Judgement
    conclusion: str
    grade: int | None
    facts: Sequence[tuple[StatedName, str]]
    measures: Mapping[str, Any]  # the tables as they were typed

    def is_result(self, one: StatedName) -> bool:
        """Whether what is stated is a result of the inspection."""
        return not one.read or one.name in self.judgement.found.graded


def results(page: Concluded, material: Material) -> list[Pair]:
    """The results in the order of the layouts, then whatever else the record states as one.

    What a device may be used for stands only beside a conclusion that lets it go on, in the words of that conclusion.
    """
    permitted = page.judgement.dated or not page.conclusion
    wanted = _shown(material, FOUND) | (_shown(material, PERMITTED) if permitted else {})
    made = [one for shown in wanted.values() for one in _pairs(page, material, shown)]
    placed = _placed(page, material)
    return [
        *made,
        *(stated_pair(one, text) for one, text in page.facts if one.name not in placed and page.is_result(one)),
    ]


def inputs(page: Concluded, material: Material) -> list[Pair]:
    """What was stated for the judgement and is no result."""
    placed = _placed(page, material)
    return [stated_pair(one, text) for one, text in page.facts if one.name not in placed and not page.is_result(one)]


def _placed(page: Concluded, material: Material) -> set[str]:
    """The names that have their place on the page of the conclusion, or for which its grade stands."""
    own = {*_shown(material, FOUND), *_shown(material, PERMITTED)}
    return own | (set(WORST) if page.grade and GRADE in own else set())


def _shown(material: Material, block: str) -> dict[str, Shown]:
    return {one.name: one for layout in material.layouts for one in layout.blocks[block]}


def _pairs(page: Concluded, material: Material, one: Shown) -> list[Pair]:
    """A name with its value: the grade, a result or column of a table, what is stated, what the archive knows."""
    if one.name == GRADE:
        return [pair(one.label, f"{page.grade} 级" if page.grade else EMPTY)]
    if "." in one.name:
        return _of_table(page, material, one)
    stated = next(((own, text) for own, text in page.facts if own.name == one.name), None)
    if stated is None:
        return [own for own in material.pairs([one]) if own["value"] != EMPTY]
    return [stated_pair(*stated) | ({"label": _label(page, one)} if page.conclusion else {})]


def _label(page: Concluded, one: Shown) -> str:
    """The words for a value: others where the conclusion lets the device go on under watch only."""
    rule = page.judgement.rule
    watched = rule is not None and rule.effect == LIMITED and one.limited
    return one.limited if watched else one.label


def _of_table(page: Concluded, material: Material, one: Shown) -> list[Pair]:
    """What a filled table gives: its result, or what its rows say in a column, each word once."""
    code, _, name = one.name.partition(".")
    worked = page.judgement.found.worked.get(code)
    column = next((c for c in worked.table.columns if c.column == name), None) if worked else None
    if worked is None or column is None:
        return []
    if column.role == "result":
        texts = [computed_text(worked.results.get(name), column.decimals)]
    else:
        rows = page.measures[code]["rows"]
        cells = zip(rows, worked.rows, strict=True)
        texts = [cell_text(column, own.get(name, ""), row.get(name), material.words) for own, row in cells]
    return [pair(one.label, with_unit("、".join(dict.fromkeys(filter(None, texts))), column.unit))]
