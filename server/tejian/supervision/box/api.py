"""What the platform binds of the box of a unit."""

from .wall import wall_sheet

__all__ = ["wall_sheet"]
