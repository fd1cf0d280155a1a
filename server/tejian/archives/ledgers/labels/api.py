"""What other wings and areas may ask of archives.ledgers.labels."""

from .prints import is_print, printed

__all__ = [
    "is_print",
    "printed",
]
