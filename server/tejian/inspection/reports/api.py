"""What other wings and areas may ask of inspection.reports."""

from .documents import is_issued, issued_numbers
from .proving import judged_now

__all__ = ["is_issued", "issued_numbers", "judged_now"]
