"""What other wings and areas may ask of archives.ledgers.maintenance."""

from .rules import Gap, gap_of
from .service import intervals, items_for

__all__ = [
    "Gap",
    "gap_of",
    "intervals",
    "items_for",
]
