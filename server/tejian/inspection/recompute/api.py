"""What other areas may ask of inspection.recompute."""

from .settling import settle
from .why import later_than_rule

__all__ = ["later_than_rule", "settle"]
