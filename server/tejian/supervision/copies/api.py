"""What other areas may ask of carbon copies."""

from .forms import FORM, ORG
from .process import COPY
from .saving import HOOKS, organisations

__all__ = ["COPY", "FORM", "HOOKS", "ORG", "organisations"]
