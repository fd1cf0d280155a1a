"""What other areas may ask of charging."""

from .preview import book
from .rules import FeeLine, fee_lines, fee_total, on_day

__all__ = ["FeeLine", "book", "fee_lines", "fee_total", "on_day"]
