"""What other wings may ask of overhauls."""

from .forms import API, FORM, PAGE
from .process import OVERHAUL
from .saving import HOOKS, begin

__all__ = ["API", "FORM", "HOOKS", "OVERHAUL", "PAGE", "begin"]
