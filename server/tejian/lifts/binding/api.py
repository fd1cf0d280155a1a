"""What other wings and areas may ask of bindings."""

from .forms import FORM, STATION_FORM
from .judging import bound_of, leave_archive
from .process import BINDING, pass_on
from .saving import HOOKS, STATION_HOOKS

__all__ = ["BINDING", "FORM", "HOOKS", "STATION_FORM", "STATION_HOOKS", "bound_of", "leave_archive", "pass_on"]
