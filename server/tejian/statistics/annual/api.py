"""What other wings and areas may ask of statistics.annual."""

from .service import count
