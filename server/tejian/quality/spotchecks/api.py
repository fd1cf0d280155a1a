"""What other areas may ask of quality.spotchecks."""

from .forms import FORM
from .process import ITEM, SPOT
from .saving import HOOKS

__all__ = ["FORM", "HOOKS", "ITEM", "SPOT"]
