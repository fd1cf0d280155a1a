"""The lines of a charge beside those of its replay: which are the same, which moved, and what it comes to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tejian.charging.models.replays import CHANGED, DIMENSIONS, GONE, KEPT, NEW, SAME

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

    def add(self, other: "Sum", times: int = 1) -> None:
        self.lines += other.lines * times
        self.moved += other.moved * times
        self.charged += other.charged * times
        self.replayed += other.replayed * times


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


Where = tuple[str, str]  # class and month of an item


@dataclass(slots=True)
class Told:
    """A charge with what its replay says; of each item its number, and where it counts."""

    charge: tuple[str, str, str, str]  # key, number, key and name of who pays
    numbers: Sequence[str]
    where: tuple[Where, ...]
    outcome: Outcome
    why: str = ""  # why it could not be worked out

    def rows(self) -> Iterator[tuple[object, ...]]:
        """What is stored of it, as COLUMNS say."""
        for place, line in self.outcome.kept:
            number = self.numbers[place] if isinstance(place, int) else place
            yield (*self.charge, number, *where_of(self.where, place), *line)


def where_of(items: Sequence[Where], place: Place) -> Where:
    """Class and month of a line; what stands on the whole charge has the class that all its items have."""
    if isinstance(place, int):
        return items[place]
    classes = {equclass for equclass, _month in items}
    return classes.pop() if len(classes) == 1 else "", min((month for _class, month in items), default="")


class Sums:
    """What the lines come to, by each dimension: charges with the same outcome are counted, and summed once."""

    def __init__(self) -> None:
        self.alike: dict[tuple[int, tuple[Where, ...]], int] = {}
        self.paid: dict[tuple[str, int], int] = {}
        self.outcomes: dict[int, Outcome] = {}  # which also keeps each of them, so that its id stays its own
        self.units: dict[str, str] = {}

    def add(self, one: Told) -> None:
        outcome, unit = one.outcome, one.charge[2]
        if not outcome.total.lines:
            return
        key = id(outcome)
        self.outcomes[key], self.units[unit] = outcome, one.charge[3]
        place, payer = (key, one.where), (unit, key)
        self.alike[place] = self.alike.get(place, 0) + 1
        self.paid[payer] = self.paid.get(payer, 0) + 1

    @property
    def total(self) -> Sum:
        whole = Sum()
        for (key, _where), times in self.alike.items():
            whole.add(self.outcomes[key].total, times)
        return whole

    def rows(self) -> Iterator[tuple[str, str, str, int, int, Decimal, Decimal]]:
        """Dimension, key, the name of a unit, lines, moved lines, old and new amount."""
        by: dict[str, dict[str, Sum]] = {dimension: {} for dimension in DIMENSIONS}
        for (key, items), times in self.alike.items():
            for place, part in self.outcomes[key].sums.items():
                equclass, month = where_of(items, place)
                by["equclass"].setdefault(equclass, Sum()).add(part, times)
                by["month"].setdefault(month, Sum()).add(part, times)
        for (unit, key), times in self.paid.items():
            by["payunitsysid"].setdefault(unit, Sum()).add(self.outcomes[key].total, times)
        for dimension, groups in by.items():
            for name, one in sorted(groups.items()):
                label = self.units[name] if dimension == "payunitsysid" else name
                yield dimension, name, label, one.lines, one.moved, one.charged, one.replayed
