"""What other wings and areas may ask of inspection.planning."""

from .hours import NORM_HOURS

__all__ = ["NORM_HOURS"]
