"""What other wings and areas may ask of system.organisations."""

from tejian.system.models.areas import covered_prefix

from .calendar import (
    add_working_days,
    arranged,
    exceptions,
    is_working,
    limit_after,
    working_days_between,
)
from .choices import named_by
