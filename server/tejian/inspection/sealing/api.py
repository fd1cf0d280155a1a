"""What other wings and areas may ask of inspection.sealing."""

from .forms import FORM
from .process import SEAL
from .saving import HOOKS

__all__ = ["FORM", "HOOKS", "SEAL"]
