"""What other areas may ask of records of duty."""

from .forms import FORM
from .process import DUTIES, DUTY, FILES, is_late
from .saving import HOOKS, bounds

__all__ = ["DUTIES", "DUTY", "FILES", "FORM", "HOOKS", "bounds", "is_late"]
