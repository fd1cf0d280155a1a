"""What other wings and areas may ask of inspection.hazards."""

from .process import HAZARD
from .saving import note_issue

__all__ = ["HAZARD", "note_issue"]
