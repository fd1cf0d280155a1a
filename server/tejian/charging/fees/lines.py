"""A line of a charge before it is stored, and the contract that set its amount."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Agreed:
    """Under which clause of which version of a contract a line is settled, and whether that set its amount.

    The amount of a public fee is that of the table, whatever was agreed.
    """

    contract: str
    clauseno: int
    title: str
    stacks: bool
    priced: bool = True


@dataclass(frozen=True, slots=True)
class FeeLine:
    """One line of a charge. `amount` in yuan, None while `missing` (Chinese field names) is not empty."""

    feecode: str
    item: str
    band: str
    unit: str
    nature: str
    role: str
    amount: Decimal | None
    qty: Decimal | None
    explanation: str
    source: str
    missing: tuple[str, ...] = ()
    formula: str = ""
    params: tuple[str, ...] = ()  # what it was computed from, each with its value
    since: date | None = None  # from when its version is in force
    about: str = ""  # the pipeline, when a project pays line by line
    factor: Decimal | None = None  # by what the fee is multiplied of which the line takes a part
    agreed: Agreed | None = None
