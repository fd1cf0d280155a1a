"""What the table of wall thicknesses gives the table of lines: the same number stands in both, typed once.

TSG D7005-2018 2, 3: a line is graded and dated by its own least favourable measuring point.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal

from .roles import column_of, table_of

WALL, LINES, KEY = table_of("wall"), table_of("line"), column_of("line")
MARGIN = "margin"
Cells = Mapping[str, object]

# of the point with the least margin, of the fastest corrosion, of the shortest life
WORST_POINT = {"minthick": "restthick", "reqthick": "calc"}
EXTREME: Mapping[str, tuple[str, Callable[[Iterable[Decimal]], Decimal]]] = {
    "ratemax": ("ratemax", max),
    "remlife": ("remlife", min),
}
GIVEN = {*WORST_POINT, *EXTREME}


def of_lines(points: Sequence[Cells]) -> dict[str, dict[str, Decimal]]:
    """Line → what its measuring points say of it, as far as they could be worked out."""
    own: dict[str, list[Cells]] = {}
    for one in points:
        if one.get(KEY):
            own.setdefault(str(one[KEY]), []).append(one)
    return {line: _of_line(rows) for line, rows in own.items()}


def _of_line(rows: Sequence[Cells]) -> dict[str, Decimal]:
    found: dict[str, Decimal] = {}
    judged = [one for one in rows if isinstance(one.get(MARGIN), Decimal)]
    if judged:
        worst = min(judged, key=lambda one: Decimal(str(one[MARGIN])))
        found |= {name: v for name, of in WORST_POINT.items() if isinstance(v := worst.get(of), Decimal)}
    for name, (of, choose) in EXTREME.items():
        if values := [v for one in rows if isinstance(v := one.get(of), Decimal)]:
            found[name] = choose(values)
    return found


def with_walls(rows: Sequence[Cells], known: Mapping[str, Mapping[str, Decimal]]) -> list[Cells]:
    """The rows of lines with what the wall table says in place of what was typed. A line without a measuring point has
    no thickness where the others have theirs from the points."""
    if not known:
        return list(rows)
    rest = [{name: cell for name, cell in one.items() if name not in GIVEN} for one in rows]
    return [{**one, **known.get(str(one.get(KEY) or ""), {})} for one in rest]
