"""What other wings and areas may ask of inspection.absence."""

from tejian.inspection.models.absence import KINDS

from .service import HOOKS, away_on, leaves, refuse_away

__all__ = ["HOOKS", "KINDS", "away_on", "leaves", "refuse_away"]
