"""What other wings and areas may ask of inspection.entrusted."""

from .saving import takes_files

__all__ = ["takes_files"]
