"""What other areas may ask of inspection groups."""

from .saving import HOOKS

__all__ = ["HOOKS"]
