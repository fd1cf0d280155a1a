"""What others may ask of arrears."""

from .letters import make, sheet
from .reading import overdue, sentence, standing

__all__ = ["make", "overdue", "sentence", "sheet", "standing"]
