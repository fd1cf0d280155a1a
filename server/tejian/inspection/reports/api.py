"""What other wings and areas may ask of inspection.reports."""

from .documents import issued

__all__ = ["issued"]
