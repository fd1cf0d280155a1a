"""What other wings and areas may ask of inspection.visits."""

from .days import coming
from .forms import Booking
from .process import VISIT
from .saving import book
from .windows import Window, day_of, windows

__all__ = ["VISIT", "Booking", "Window", "book", "coming", "day_of", "windows"]
