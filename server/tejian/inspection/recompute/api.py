"""What other areas may ask of inspection.recompute."""

from .settling import settle

__all__ = ["settle"]
