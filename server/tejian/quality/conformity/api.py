"""What other areas may ask of quality.conformity."""

from .forms import FORM
from .judging import OWNER
from .process import CONFORMITY
from .saving import HOOKS

__all__ = ["CONFORMITY", "FORM", "HOOKS", "OWNER"]
