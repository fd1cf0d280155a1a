"""What a contract says about prices, decided without a database: which clause counts, which two collide, what changed.

Amounts are yuan. A clause counts for an item when all that it names fits; the more it names, the more it counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

ZERO = Decimal("0.00")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause. `device` is a key, `kind` the code of a class or of a category, '' for any; `sort` likewise."""

    no: int
    device: str = ""
    kind: str = ""
    sort: str = ""
    feecode: str = ""
    price: Decimal | None = None
    percent: Decimal | None = None

    @property
    def weight(self) -> tuple[bool, int, bool]:
        """How much it names."""
        return (self.device != "", len(self.kind.rstrip("0")), self.sort != "")

    def covers(self, device: str, kind: str, sort: str) -> bool:
        """Whether it counts for a device of a kind (a code of the catalogue) and a test sort."""
        fits = self.device == device if self.device else within(kind, self.kind)
        return fits and self.sort in ("", sort)

    @property
    def words(self) -> str:
        """The price as people read it."""
        if self.price is not None:
            return f"每台 {self.price} 元"
        return f"按标准的 {self.percent_text}% 收" if self.percent is not None else "按收费标准"

    @property
    def percent_text(self) -> str:
        return f"{self.percent.normalize():f}" if self.percent is not None else ""


@dataclass(frozen=True, slots=True)
class Terms:
    """The version of a contract that rules the prices of a payer from a day to a day."""

    id: str
    org: str
    title: str
    nature: str
    first: date
    last: date
    stacks: bool
    clauses: tuple[Clause, ...]

    def on(self, day: date) -> bool:
        return self.first <= day <= self.last

    def whole(self, device: str, kind: str, sort: str) -> Clause | None:
        """The clause for the item as a whole: of several the one that names most, then the first."""
        return _most(c for c in self.clauses if not c.feecode and c.covers(device, kind, sort))

    def of_row(self, feecode: str, device: str, kind: str, sort: str) -> Clause | None:
        """The clause for one row of the fee table."""
        return _most(c for c in self.clauses if c.feecode == feecode and c.covers(device, kind, sort))


def _most(found: Iterable[Clause]) -> Clause | None:
    return max(found, key=lambda c: (*c.weight, -c.no), default=None)


def within(kind: str, wider: str) -> bool:
    """Whether a code of the catalogue lies in a class or category; '' is every one."""
    return kind.startswith(wider.rstrip("0"))


def collide(one: Clause, other: Clause, kinds: Mapping[str, str]) -> bool:
    """Whether two clauses may both count for some device and sort; `kinds` says of what kind a device is."""
    if one.sort and other.sort and one.sort != other.sort:
        return False
    if one.feecode and other.feecode and one.feecode != other.feecode:
        return False
    if one.device and other.device:
        return one.device == other.device
    if one.device or other.device:
        named, wide = (one, other) if one.device else (other, one)
        return within(kinds.get(named.device, ""), wide.kind)
    return within(one.kind, other.kind) or within(other.kind, one.kind)


def twice(clauses: Sequence[Clause]) -> tuple[int, int] | None:
    """Two clauses of one contract that say something about the very same."""
    seen: dict[tuple[str, str, str, str], int] = {}
    for one in clauses:
        key = (one.device, "" if one.device else one.kind, one.sort, one.feecode)
        if key in seen:
            return seen[key], one.no
        seen[key] = one.no
    return None


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing in which two versions differ."""

    what: str
    before: str
    after: str


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[Changed]:
    """What two versions say, by the name of each thing: what is new, gone or other, in the order of the later one."""
    names = [*after, *(name for name in before if name not in after)]
    pairs = [(name, before.get(name, ""), after.get(name, "")) for name in names]
    return [Changed(name, old, new) for name, old, new in pairs if old != new]
