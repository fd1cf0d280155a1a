"""What charging may ask of its fee tables."""

from .comparing import rows_of
from .importing import draft_book
