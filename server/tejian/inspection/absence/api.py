"""What other wings and areas may ask of inspection.absence."""

from .models import KINDS
from .service import HOOKS, away_on, leaves, refuse_away

__all__ = ["HOOKS", "KINDS", "away_on", "leaves", "refuse_away"]
