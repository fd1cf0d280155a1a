"""What other wings and areas may ask of inspection.replanning."""

from .forms import ASK_FORM
from .process import REPLAN
from .saving import ask

__all__ = ["ASK_FORM", "REPLAN", "ask"]
