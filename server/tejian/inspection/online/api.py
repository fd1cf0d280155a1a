"""What other wings and areas may ask of inspection.online."""

from .forms import BATCH
from .judging import Project, early_ones, why_not
from .lapsing import withdraw_lapsed
from .process import ONLINE
from .saving import declare

__all__ = ["BATCH", "ONLINE", "Project", "declare", "early_ones", "why_not", "withdraw_lapsed"]
