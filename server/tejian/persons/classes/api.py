"""What other wings and areas may ask of the classes."""

from .forms import FORM, STUDENT_FORM
from .process import CLASS
from .saving import HOOKS, STUDENT_HOOKS
from .teaching import has_finished, teachers_of

__all__ = ["CLASS", "FORM", "HOOKS", "STUDENT_FORM", "STUDENT_HOOKS", "has_finished", "teachers_of"]
