"""What other areas may ask of the examinations."""

from .conditions import why_person_stays
from .forms import API, FORM, SCORE_API
from .process import EXAM, SCORE
from .saving import HOOKS, enter

__all__ = ["API", "EXAM", "FORM", "HOOKS", "SCORE", "SCORE_API", "enter", "why_person_stays"]
