"""What other areas may ask of serious reports."""

from .forms import API, FORM
from .process import SERIOUS
from .saving import HOOKS

__all__ = ["API", "FORM", "HOOKS", "SERIOUS"]
