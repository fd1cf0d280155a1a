"""What other areas may ask of the knowledge base."""

from .cutting import run as cut
from .forms import FORM, OWNER
from .process import KNOWLEDGE
from .saving import HOOKS

__all__ = ["FORM", "HOOKS", "KNOWLEDGE", "OWNER", "cut"]
