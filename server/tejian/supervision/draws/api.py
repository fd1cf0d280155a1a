"""What other areas may ask of draws."""

from .forms import API, FORM
from .process import DRAW
from .saving import HOOKS

__all__ = ["API", "DRAW", "FORM", "HOOKS"]
