"""What other wings and areas may ask of inspection.reports."""

from .documents import issued_numbers

__all__ = ["issued_numbers"]
