"""What other wings and areas may ask of inspection.entrusted."""

from .process import ENTRUSTED
from .saving import register

__all__ = ["ENTRUSTED", "register"]
