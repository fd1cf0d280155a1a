"""What other wings and areas may ask of inspection.signoff."""

from .process import DISSENT, SHEET
from .saving import HOOKS, make_dissent, make_sheet

__all__ = ["DISSENT", "HOOKS", "SHEET", "make_dissent", "make_sheet"]
