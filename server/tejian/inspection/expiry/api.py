"""What other wings may ask about what falls due."""

from .lists import idle

__all__ = ["idle"]
