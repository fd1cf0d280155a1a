"""What other areas may ask of collected opinions."""

from .forms import API, FORM
from .process import OPINIONS
from .saving import HOOKS

__all__ = ["API", "FORM", "HOOKS", "OPINIONS"]
