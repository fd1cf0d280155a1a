"""What other wings may ask about what falls due."""

from .detail import extensions
from .lists import AHEAD, idle
from .reminding import Told, tell_units, told_words

__all__ = ["AHEAD", "Told", "extensions", "idle", "tell_units", "told_words"]
