"""What other wings and areas may ask of inspection.absence."""

from .models import KINDS
from .service import away_on, leaves, refuse_away

__all__ = ["KINDS", "away_on", "leaves", "refuse_away"]
