"""What other areas may ask of records of duty."""

from .forms import FORM
from .process import DUTIES, DUTY, FILES
from .saving import HOOKS

__all__ = ["DUTIES", "DUTY", "FILES", "FORM", "HOOKS"]
