"""What other areas may ask of supervision.selfchecks."""

from .forms import FORM
from .process import RULE
from .saving import HOOKS, send

__all__ = ["FORM", "HOOKS", "RULE", "send"]
