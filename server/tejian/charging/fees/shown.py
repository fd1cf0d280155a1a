"""A fee line as screens read it."""

from decimal import Decimal

from typing_extensions import TypedDict

from .book import RULE
from .lines import FeeLine

FEN = Decimal("0.01")


class DraftLine(TypedDict):
    feecode: str
    item: str
    amount: str | None
    count: str
    price: str
    factor: str
    nature: str
    role: str
    explanation: str
    clause: str
    since: str


def shown_line(line: FeeLine) -> DraftLine:
    """The line in words, with the pipeline that it is for."""
    return {
        "feecode": line.feecode,
        "item": f"{line.item}（{line.about}）" if line.about else line.item,
        "amount": None if line.amount is None else f"{line.amount:.2f}",
        **_worked(line),
        "nature": line.nature,
        "role": line.role,
        "explanation": line.explanation,
        "clause": line.source,
        "since": str(line.since or ""),
    }


class Worked(TypedDict):
    """How many, at what price of one, by what factor; a price that is no whole fen is left out."""

    count: str
    price: str
    factor: str


def _worked(line: FeeLine) -> Worked:
    count = line.qty if line.qty is not None else Decimal(1)
    factor = line.factor if line.factor and not line.agreed else None
    price = line.amount / (count * (factor or 1)) if line.amount is not None and count else None
    whole = price is not None and price == price.quantize(FEN) and line.role != RULE
    return {
        "count": f"{count.normalize():f}" if line.role != RULE else "",
        "price": f"{price:.2f}" if whole else "",
        "factor": f"{factor.normalize():f}" if factor else "",
    }
