"""What other areas may ask of inspection.again."""

from .declaring import CATEGORY, declare, refuse
from .forms import AGAIN_FORM

__all__ = ["AGAIN_FORM", "CATEGORY", "declare", "refuse"]
