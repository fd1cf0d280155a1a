"""What others may ask of arrears."""

from .letters import make, sheet
from .reading import sentence, standing

__all__ = ["make", "sentence", "sheet", "standing"]
