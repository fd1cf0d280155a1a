"""What other areas may ask of first registrations."""

from .forms import NOT_ASKED, FirstForm
from .process import FIRST
from .saving import save

__all__ = ["FIRST", "NOT_ASKED", "FirstForm", "save"]
