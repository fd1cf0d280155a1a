"""What other wings and areas may ask of archives.care.correction."""

from .drafts import save
from .process import CORRECTION

__all__ = [
    "CORRECTION",
    "save",
]
