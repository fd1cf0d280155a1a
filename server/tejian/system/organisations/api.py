"""What other wings and areas may ask of system.organisations."""

from .areas import covered_prefix
from .calendar import exceptions, is_working, limit_after
