"""What other wings may ask of loans."""

from .forms import API, FORM, PAGE
from .process import LOAN
from .saving import HOOKS

__all__ = ["API", "FORM", "HOOKS", "LOAN", "PAGE"]
