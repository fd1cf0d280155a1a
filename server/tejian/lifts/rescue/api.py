"""What other wings and areas may ask of the rescue."""

from .calling import call, from_events
from .process import RESCUE

__all__ = ["RESCUE", "call", "from_events"]
