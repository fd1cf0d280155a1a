"""What other wings and areas may ask of inspection.onsite."""

from .forms import OnsiteForm
from .saving import declare

__all__ = ["OnsiteForm", "declare"]
