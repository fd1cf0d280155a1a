"""What other areas may ask of carbon copies."""

from .forms import FORM
from .process import COPY
from .saving import HOOKS

__all__ = ["COPY", "FORM", "HOOKS"]
