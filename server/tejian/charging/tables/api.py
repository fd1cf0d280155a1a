"""What charging may ask of its fee tables."""

from .codes import LABELS
from .comparing import rows_of
from .importing import draft_book
from .process import FEE_TABLE

__all__ = ["FEE_TABLE", "LABELS", "draft_book", "rows_of"]
