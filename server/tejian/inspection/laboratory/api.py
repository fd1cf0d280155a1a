"""What other wings and areas may ask of inspection.laboratory."""

from .forms import FORM
from .process import FINDING, SAMPLE, handed, laboratory_of
from .receiving import KINDS, Event, take
from .saving import HOOKS

__all__ = ["FINDING", "FORM", "HOOKS", "KINDS", "SAMPLE", "Event", "handed", "laboratory_of", "take"]
