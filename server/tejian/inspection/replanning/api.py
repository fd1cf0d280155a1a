"""What other wings and areas may ask of inspection.replanning."""

from .process import REPLAN

__all__ = ["REPLAN"]
