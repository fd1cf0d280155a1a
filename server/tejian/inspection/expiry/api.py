"""What other wings may ask about what falls due."""

from .lists import AHEAD, idle

__all__ = ["AHEAD", "idle"]
