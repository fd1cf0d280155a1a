"""A fee line as screens read it."""

from typing_extensions import TypedDict

from .lines import FeeLine


class DraftLine(TypedDict):
    feecode: str
    item: str
    amount: str | None
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
        "nature": line.nature,
        "role": line.role,
        "explanation": line.explanation,
        "clause": line.source,
        "since": str(line.since or ""),
    }
