"""What other wings and areas may ask of inspection.online."""

from .forms import BATCH, used_by_own
from .judging import Project, early_ones, why_not
from .lapsing import withdraw_lapsed
from .process import ONLINE
from .proposing import projects
from .saving import declare

__all__ = [
    "BATCH",
    "ONLINE",
    "Project",
    "declare",
    "early_ones",
    "projects",
    "used_by_own",
    "why_not",
    "withdraw_lapsed",
]
