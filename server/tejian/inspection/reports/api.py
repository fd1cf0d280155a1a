"""What other wings and areas may ask of inspection.reports."""

from .documents import is_issued, issued_numbers

__all__ = ["is_issued", "issued_numbers"]
