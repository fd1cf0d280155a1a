"""What other areas may ask of inspection.recompute."""

from .settling import settle
from .why import compared, later_than_rule

__all__ = ["compared", "later_than_rule", "settle"]
