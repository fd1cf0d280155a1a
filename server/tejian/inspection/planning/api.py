"""What other wings and areas may ask of inspection.planning."""

from .hours import NORM_HOURS
from .proposing import begin, stations

__all__ = ["NORM_HOURS", "begin", "stations"]
