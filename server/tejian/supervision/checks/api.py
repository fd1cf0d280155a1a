"""What other areas may ask of checks."""

from .forms import API, FORMS
from .process import CHECK, CHECKS, FILES
from .saving import hooks_of

__all__ = ["API", "CHECK", "CHECKS", "FILES", "FORMS", "hooks_of"]
