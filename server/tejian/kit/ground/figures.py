"""Numbers and days in words, and how urgent they are."""

from decimal import Decimal
from typing import Any


def number(value: Any, money: bool = False) -> str:
    """A number as it is read: with thousands, without idle zeros; money with two decimals."""
    amount = Decimal(str(value))
    return f"{amount:,.2f}" if money else f"{amount.normalize():,f}"


def remaining(days: int | None, past: str = "超期") -> str:
    """How far a day is: 余 12 天, 超期 3 天."""
    if days is None:
        return ""
    return f"{past} {-days} 天" if days < 0 else f"余 {days} 天"


def tone_of(days: int | None, soon: int = -1) -> str:
    """Red when the day has passed, ochre when it is at most `soon` days away."""
    if days is None:
        return ""
    return "no" if days < 0 else "ca" if days <= soon else ""
