"""What other wings and areas may ask of problems."""

from .forms import API, PAGE
from .judging import FILES
from .nightly import read_rule
from .process import DEFECT
from .saving import Found, draft, drop_drafts, issue, of_source, still_open, stopped_by

__all__ = [
    "API",
    "DEFECT",
    "FILES",
    "PAGE",
    "Found",
    "draft",
    "drop_drafts",
    "issue",
    "of_source",
    "read_rule",
    "still_open",
    "stopped_by",
]
