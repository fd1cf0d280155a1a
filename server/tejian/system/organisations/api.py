"""What other wings and areas may ask of system.organisations."""

from tejian.system.models.areas import covered_prefix

from .calendar import add_working_days, exceptions, is_working, limit_after
