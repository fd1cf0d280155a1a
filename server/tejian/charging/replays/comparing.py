"""The lines of a charge beside those of its replay: which are the same, which moved, and what it comes to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from .models import CHANGED, DIMENSIONS, GONE, KEPT, NEW, SAME

ZERO = Decimal("0.00")
NO_ROW = "新标准没有这一行"
REASON = 300  # characters of a reason that are kept

# of a line: the place of its item among those of its charge; the number that it says where it is of none
Place = int | str
Stored = tuple[Place, str, str, str]  # place, fee code, item and amount of a line as it was charged


@dataclass(slots=True)
class Sum:
    """How many lines, how many of them moved, and what they come to before and after."""

    lines: int = 0
    moved: int = 0
    charged: Decimal = ZERO
    replayed: Decimal = ZERO

    def add(self, other: "Sum") -> None:
        self.lines += other.lines
        self.moved += other.moved
        self.charged += other.charged
        self.replayed += other.replayed


@dataclass(slots=True)
class Outcome:
    """What a replay says of a charge, and of all that are like it and were charged like it."""

    kept: list[tuple[Place, tuple[object, ...]]] = field(default_factory=list)  # place, and what is stored of a line
    sums: dict[Place, Sum] = field(default_factory=dict)
    total: Sum = field(default_factory=Sum)

    def add(self, place: Place, feecode: str, item: str, old: Decimal, new: Decimal, way: str, reason: str) -> None:
        one = Sum(1, way not in (SAME, KEPT), old, new)
        self.sums.setdefault(place, Sum()).add(one)
        self.total.add(one)
        if way != SAME:  # what stays the same is summed
            self.kept.append((place, (feecode, item, str(old), str(new), str(new - old), way, reason[:REASON])))


COLUMNS = (
    *("charge_id", "chargesysid", "payunitsysid", "payunitname", "seisn", "equclass", "month"),
    *("feecode", "item", "charged", "replayed", "difference", "way", "reason"),
)


def not_worked_out(stored: Iterable[Stored], why: str) -> Outcome:
    """A charge that keeps its lines, because the new table cannot compute it."""
    outcome = Outcome()
    for place, feecode, item, amount in stored:
        outcome.add(place, feecode, item, Decimal(amount), Decimal(amount), KEPT, f"{why}，按原金额计")
    return outcome


def compared(stored: Iterable[Stored], lines: Iterable[tuple[Place, Mapping[str, Any]]]) -> Outcome:
    """The lines of a charge beside new ones; a line is the same by place, fee code and name, in their order."""
    outcome = Outcome()
    left: dict[tuple[Place, str, str], list[Decimal]] = {}
    for place, feecode, item, amount in stored:
        left.setdefault((place, feecode, item), []).append(Decimal(amount))
    for place, line in lines:
        key = (place, line.get("feecode") or "", line["item"])
        before, new = left.get(key), line["amount"]
        if not before:
            outcome.add(*key, ZERO, new, NEW, line["explanation"])
        elif (old := before.pop(0)) == new:
            outcome.add(*key, old, new, SAME, "")
        else:
            outcome.add(*key, old, new, CHANGED, line["explanation"])
    for key, rest in left.items():
        for old in rest:
            outcome.add(*key, old, ZERO, GONE, NO_ROW)
    return outcome


@dataclass(slots=True)
class Told:
    """A charge with what its replay says; of each item its number, class and month."""

    charge: tuple[str, str, str, str]  # key, number, key and name of who pays
    items: Sequence[tuple[str, str, str]]
    outcome: Outcome
    why: str = ""  # why it could not be worked out

    def of(self, place: Place) -> tuple[str, str, str]:
        """Number, class and month of a line; what stands on the whole charge has the class that all its items have."""
        if isinstance(place, int):
            return self.items[place]
        classes = {equclass for _number, equclass, _month in self.items}
        return place, classes.pop() if len(classes) == 1 else "", min((one[2] for one in self.items), default="")

    def rows(self) -> Iterator[tuple[object, ...]]:
        """What is stored of it, as COLUMNS say."""
        for place, line in self.outcome.kept:
            yield (*self.charge, *self.of(place), *line)


class Sums:
    """What the lines come to, by each dimension."""

    def __init__(self) -> None:
        self.total = Sum()
        self.by: dict[str, dict[str, Sum]] = {dimension: {} for dimension in DIMENSIONS}
        self.units: dict[str, str] = {}

    def add(self, one: Told) -> None:
        if not one.outcome.total.lines:
            return
        classes, months, unit = self.by["equclass"], self.by["month"], one.charge[2]
        for place, part in one.outcome.sums.items():
            _number, equclass, month = one.of(place)
            classes.setdefault(equclass, Sum()).add(part)
            months.setdefault(month, Sum()).add(part)
        self.by["payunitsysid"].setdefault(unit, Sum()).add(one.outcome.total)
        self.units[unit] = one.charge[3]
        self.total.add(one.outcome.total)

    def rows(self) -> Iterator[tuple[str, str, str, int, int, Decimal, Decimal]]:
        """Dimension, key, the name of a unit, lines, moved lines, old and new amount."""
        for dimension, groups in self.by.items():
            for key, one in sorted(groups.items()):
                label = self.units[key] if dimension == "payunitsysid" else key
                yield dimension, key, label, one.lines, one.moved, one.charged, one.replayed
