"""What other areas may ask of quality.files."""

from .forms import FORM
from .judging import OWNER
from .process import FILE
from .receiving import HOOKS, receive

__all__ = ["FILE", "FORM", "HOOKS", "OWNER", "receive"]
