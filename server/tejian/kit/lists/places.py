"""A list as a map: how many of its rows stand in each square, found by an index over squares, never row by row.

A square is named by its two counts of steps from the corner of the country, their bits in turn (`tj_square`): what
stands in a larger square is one range of that name, whatever its size. A step is 63°/2¹⁵ to the east and 54°/2¹⁵ to the
north, some 185 m both at the latitude of the Yangtze.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, and_, case, func, literal, or_, select, union_all
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database.statements import answered_in_time, fetch, in_time
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User

from .listkeys import COUNT_CAP, count_of
from .listquestion import Question, question

if TYPE_CHECKING:
    from .listview import ListView, Params

WEST, SOUTH, EAST, NORTH = 73.0, 0.0, 136.0, 54.0  # of the country, in degrees
BITS = 15
STEPS = 1 << BITS
ACROSS = 24  # squares beside each other in a picture: more cannot be told apart
COVERING = 4  # larger squares beside each other by which a box is looked for
DRAWN_MS, OUTSIDE_MS = 3000, 300
NAME = "mapBox"


@dataclass(frozen=True)
class Places:
    """Where the records of a model stand: its columns of degrees (WGS-84), and which of them will soon be late."""

    lng: str
    lat: str
    soon: Callable[[], ColumnElement[bool]] | None = None

    def columns(self, model: Any) -> tuple[Any, Any]:
        return getattr(model, self.lng), getattr(model, self.lat)


@dataclass(frozen=True)
class Box:
    """A part of the map, in degrees."""

    west: float
    south: float
    east: float
    north: float

    def holds(self, model: Any) -> ColumnElement[bool]:
        """What stands in it, exactly."""
        lng, lat = model.places.columns(model)
        return and_(lng.between(self.west, self.east), lat.between(self.south, self.north))

    def squares(self, model: Any) -> ColumnElement[bool]:
        """What an index answers of it: the ranges of a few squares that cover it."""
        bits = next(n for n in range(BITS, -1, -1) if self._across(n) <= COVERING)
        (left, low), (right, high) = _step(self.west, self.south), _step(self.east, self.north)
        shift = BITS - bits
        names = sorted(
            _name(x, y)
            for x in range(left >> shift, (right >> shift) + 1)
            for y in range(low >> shift, (high >> shift) + 1)
        )
        square = func.tj_square(*model.places.columns(model))
        return or_(*(square.between(a << 2 * shift, ((b + 1) << 2 * shift) - 1) for a, b in _runs(names)))

    def _across(self, bits: int) -> int:
        """How many squares of this size it spans at most."""
        (left, low), (right, high) = _step(self.west, self.south), _step(self.east, self.north)
        shift = BITS - bits
        return max((right >> shift) - (left >> shift), (high >> shift) - (low >> shift)) + 1

    @property
    def bits(self) -> int:
        """The size of the squares in which it is drawn."""
        return next((n for n in range(BITS, 0, -1) if self._across(n) <= ACROSS), 1)


class Square(TypedDict):
    """What stands in a square: the middle of it all, how many, how many of them late, and soon; the square itself."""

    lng: float
    lat: float
    count: int
    late: int
    soon: int
    box: list[float]


class Drawn(TypedDict):
    """A list as a map. `outside`: so many of its rows have no place (`outsideCapped`: at least; None: not counted)."""

    squares: list[Square]
    outside: int | None
    outsideCapped: bool


def box_of(text: str) -> Box:
    """`west,south,east,north` in degrees. Raises BadInput."""
    try:
        west, south, east, north = (float(one) for one in text.split(","))
    except ValueError:
        raise BadInput("地图范围：应为西、南、东、北四个数字") from None
    if not (WEST <= west < east <= EAST and SOUTH <= south < north <= NORTH):
        raise BadInput("地图范围：应在东经73至136度、北纬0至54度之间，西小于东，南小于北")
    return Box(west, south, east, north)


def map_of(view: "ListView", db: Session, me: User, params: "Params", box: Box) -> Drawn:
    """The rows of a list in this part of the map by squares. Refuses what takes too long, with what would help."""
    model = view.key.class_
    q = question(view, db, me, {k: v for k, v in params.items() if k != NAME})
    lng, lat = model.places.columns(model)
    shift = 2 * (BITS - box.bits)
    is_late = next((c.expr for c in view.columns if view.late and c.name == view.late), literal("0"))
    soon = model.places.soon() if model.places.soon else literal(False)
    columns = (
        (func.tj_square(lng, lat).op(">>")(shift)).label("square"),
        lng.label("lng"),
        lat.label("lat"),
        case((is_late == "1", 1), else_=0).label("late"),
        case((soon, 1), else_=0).label("soon"),
    )
    rows = union_all(
        *(
            one.order_by(None).with_only_columns(*columns, maintain_column_froms=True)
            for one in _queries(q, box.squares(model), box.holds(model))
        )
    ).subquery()
    sums = func.sum(rows.c.late), func.sum(case((rows.c.late == 0, rows.c.soon), else_=0))
    by_square = select(rows.c.square, func.avg(rows.c.lng), func.avg(rows.c.lat), func.count(), *sums)
    sums_of_each = partial(fetch, db, by_square.group_by(rows.c.square))
    sums_by_square = answered_in_time(db, DRAWN_MS, sums_of_each, "范围内的数据太多，请增加查询条件或放大地图")
    many = in_time(db, OUTSIDE_MS, partial(count_of, db, _queries(q, lng.is_(None)), COUNT_CAP))
    return {
        "squares": [
            {
                "lng": float(x),
                "lat": float(y),
                "count": count,
                "late": late_ones,
                "soon": soon_ones,
                "box": _bounds(square, box.bits),
            }
            for square, x, y, count, late_ones, soon_ones in sums_by_square
        ],
        "outside": None if many is None else min(many, COUNT_CAP),
        "outsideCapped": many is not None and many > COUNT_CAP,
    }


def _queries(q: Question, *conditions: ColumnElement[bool]) -> Sequence[Any]:
    """The rows that a question asks for, by what finds them: its fields where an index knows them, else the squares."""
    if q.fields and q.is_indexed:
        return q.by_indexes(*conditions)
    return [q.plain.where(*conditions)]


def _step(lng: float, lat: float) -> tuple[int, int]:
    """The steps of a place, as `tj_square` counts them."""
    x, y = int((lng - WEST) * STEPS / (EAST - WEST)), int((lat - SOUTH) * STEPS / (NORTH - SOUTH))
    return min(STEPS - 1, max(0, x)), min(STEPS - 1, max(0, y))


def _name(x: int, y: int) -> int:
    """The bits of two counts in turn, those to the east first from the right."""
    return sum(((x >> n & 1) | (y >> n & 1) << 1) << 2 * n for n in range(BITS))


def _bounds(square: int, bits: int) -> list[float]:
    """West, south, east and north of a square of this size."""
    x = sum((square >> 2 * n & 1) << n for n in range(BITS))
    y = sum((square >> 2 * n + 1 & 1) << n for n in range(BITS))
    wide, high = (EAST - WEST) / (1 << bits), (NORTH - SOUTH) / (1 << bits)
    return [WEST + x * wide, SOUTH + y * high, WEST + (x + 1) * wide, SOUTH + (y + 1) * high]


def _runs(names: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and last of neighbouring numbers."""
    first = last = names[0]
    for one in names[1:]:
        if one != last + 1:
            yield first, last
            first = one
        last = one
    yield first, last
