"""What other wings and areas may ask of statistics.counted."""

from .lists import BEHIND, Behind

__all__ = ["BEHIND", "Behind"]
