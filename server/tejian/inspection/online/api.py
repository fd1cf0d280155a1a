"""What other wings and areas may ask of inspection.online."""

from .files import takes_files

__all__ = ["takes_files"]
