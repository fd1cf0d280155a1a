"""What other wings and areas may ask of terminations."""

from .forms import FORM
from .process import ENDING
from .saving import HOOKS

__all__ = ["ENDING", "FORM", "HOOKS"]
