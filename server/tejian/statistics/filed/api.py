"""What other wings and areas may ask of statistics.filed."""

from .forms import FORM as FORM_FORM
from .forms import INDICATOR_FORM
from .process import FORM, INDICATOR
from .saving import FORM_HOOKS, INDICATOR_HOOKS

__all__ = ["FORM", "FORM_FORM", "FORM_HOOKS", "INDICATOR", "INDICATOR_FORM", "INDICATOR_HOOKS"]
