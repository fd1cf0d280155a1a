"""What other wings and areas may ask of inspection.visits."""

from .process import VISIT
from .windows import Window, day_of, windows

__all__ = ["VISIT", "Window", "day_of", "windows"]
