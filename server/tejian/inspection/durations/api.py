"""What other wings and areas may ask of inspection.durations."""

from .hours import NORM_HOURS, Spent, minutes_of
from .learning import NIGHT

__all__ = ["NIGHT", "NORM_HOURS", "Spent", "minutes_of"]
