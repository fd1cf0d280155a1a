"""The fee preview of a declaration. The charging area stands above this one and installs the calculator."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.ports import Port


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


def _none(_db: Session, _facts: Mapping[str, Any], _kind: str, _testsort: str) -> Fee:
    return Fee(None, [], "收费标准未装载")


preview: Port[[Session, Mapping[str, Any], str, str], Fee] = Port("preview of a fee", _none)
