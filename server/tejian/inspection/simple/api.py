"""What other wings and areas may ask of inspection.simple."""

from .forms import FORM, OWNER
from .judging import papers
from .process import SIMPLE
from .saving import HOOKS

__all__ = ["FORM", "HOOKS", "OWNER", "SIMPLE", "papers"]
