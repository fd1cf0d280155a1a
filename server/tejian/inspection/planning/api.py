"""What other wings and areas may ask of inspection.planning."""

from .proposing import begin, stations

__all__ = ["begin", "stations"]
