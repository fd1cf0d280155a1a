"""The fee preview of a declaration. The charging area stands above this one and installs the calculator."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.ledgers.inspected.api import Device
from tejian.kit.ground.ports import Port


class FeeLine(TypedDict):
    feecode: str
    item: str
    band: str
    unit: str
    nature: str
    amount: str | None
    explanation: str
    source: str
    missing: list[str]


@dataclass(frozen=True)
class Fee:
    """What a device would cost: `total` is None when it cannot be computed, and `note` says why."""

    total: Decimal | None
    lines: list[FeeLine] = field(default_factory=list)
    note: str = ""


def _none(
    _db: Session,
    _device: Device,
    _sort: str,
    _consprice: Decimal | None,
    _named: Sequence[str],
    _mother: str,
    _agreed: Sequence[Any],
) -> Fee:
    return Fee(None, [], "收费标准未装载")


# a device, the test sort, the price of the work, the pipelines that are named, the sort that is repeated, the
# contracts of who pays
preview: Port[[Session, Device, str, Decimal | None, Sequence[str], str, Sequence[Any]], Fee] = Port(
    "preview of a fee", _none
)
# the contracts of a payer, read once for many devices: only the preview looks into them
agreements: Port[[Session, str], Sequence[Any]] = Port("contracts of a payer", lambda _db, _payer: ())
