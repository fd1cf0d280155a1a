"""The lines of a charge beside those of its replay: which are the same, which moved, and what it comes to."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from .engine import Worked
from .models import CHANGED, DIMENSIONS, GONE, KEPT, NEW, SAME

ZERO = Decimal("0.00")
NO_ROW = "新标准没有这一行"


@dataclass(slots=True)
class Compared:
    """One line, old and new."""

    chargesysid: str
    charge_id: str
    seisn: str
    equclass: str
    payunitsysid: str
    payunitname: str
    month: str
    feecode: str
    item: str
    charged: Decimal
    replayed: Decimal
    way: str
    reason: str

    @property
    def row(self) -> tuple[object, ...]:
        """The columns of what is stored."""
        own = (self.charge_id, self.chargesysid, self.seisn, self.equclass, self.payunitsysid, self.payunitname)
        told = (self.month, self.feecode, self.item, self.charged, self.replayed, self.replayed - self.charged)
        return (*own, *told, self.way, self.reason)


COLUMNS = (
    *("charge_id", "chargesysid", "seisn", "equclass", "payunitsysid", "payunitname", "month", "feecode", "item"),
    *("charged", "replayed", "difference", "way", "reason"),
)


def compared(worked: Worked) -> Iterator[Compared]:
    """The lines of a charge; a line is the same by item, fee code and name, in their order."""
    charge = worked.charge
    places = {one.seisn: (one.equclass, f"{one.acceptdate:%Y-%m}") for one in worked.items}
    classes = {place[0] for place in places.values()}
    whole = (classes.pop() if len(classes) == 1 else "", min((month for _c, month in places.values()), default=""))

    def line(seisn: str, feecode: str, item: str, old: Decimal, new: Decimal, way: str, reason: str) -> Compared:
        equclass, month = places.get(seisn, whole)
        unit = (charge.payunitsysid, charge.payunitname, month)
        return Compared(charge.chargesysid, charge.id, seisn, equclass, *unit, feecode, item, old, new, way, reason)

    if worked.why:
        for old in worked.stored:
            why = f"{worked.why}，按原金额计"[:300]
            yield line(old.seisn, old.feecode, old.item, old.amount, old.amount, KEPT, why)
        return
    left: dict[tuple[str, str, str], list[Decimal]] = {}
    for old in worked.stored:
        left.setdefault((old.seisn, old.feecode, old.item), []).append(old.amount)
    for new in worked.lines:
        key = (new["seisn"], new.get("feecode") or "", new["item"])
        before = left.get(key)
        amount = new["amount"]
        if not before:
            yield line(*key, ZERO, amount, NEW, new["explanation"][:300])
            continue
        old_amount = before.pop(0)
        if old_amount == amount:
            yield line(*key, old_amount, amount, SAME, "")
        else:
            yield line(*key, old_amount, amount, CHANGED, new["explanation"][:300])
    for key, rest in left.items():
        for amount in rest:
            yield line(*key, amount, ZERO, GONE, NO_ROW)


class Sums:
    """What the lines come to, by each dimension."""

    def __init__(self) -> None:
        self.charged = self.replayed = ZERO
        self.moved = 0
        self.by: dict[str, dict[str, list[object]]] = {dimension: {} for dimension in DIMENSIONS}
        self.units: dict[str, str] = {}

    def add(self, line: Compared) -> None:
        moved = line.way not in (SAME, KEPT)
        self.charged += line.charged
        self.replayed += line.replayed
        self.moved += moved
        self.units[line.payunitsysid] = line.payunitname
        for dimension, groups in self.by.items():
            group = groups.setdefault(getattr(line, dimension), [0, 0, ZERO, ZERO])
            group[0] += 1  # type: ignore[operator]
            group[1] += moved  # type: ignore[operator]
            group[2] += line.charged  # type: ignore[operator]
            group[3] += line.replayed  # type: ignore[operator]

    def rows(self) -> Iterator[tuple[str, str, str, int, int, Decimal, Decimal]]:
        """Dimension, key, the name of a unit, lines, moved lines, old and new amount."""
        for dimension, groups in self.by.items():
            for key, (lines, moved, old, new) in sorted(groups.items()):
                label = self.units[key] if dimension == "payunitsysid" else key
                yield dimension, key, label, lines, moved, old, new  # type: ignore[misc]
