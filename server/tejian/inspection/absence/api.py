"""What other wings and areas may ask of inspection.absence."""

from .service import HOOKS, away_on, leaves, refuse_away

__all__ = ["HOOKS", "away_on", "leaves", "refuse_away"]
