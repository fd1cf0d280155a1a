"""What others may ask of arrears."""

from .letters import make, sheet
from .reading import sentence

__all__ = ["make", "sentence", "sheet"]
