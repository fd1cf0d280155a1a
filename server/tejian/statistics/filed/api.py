"""What other wings and areas may ask of statistics.filed."""

from .counting import (
    CountedCell,
    CountedColumn,
    CountedForm,
    CountedLine,
    Period,
    asks_of,
    faults_of,
    line_numbers,
    period_of,
)
from .forms import FORM as FORM_FORM
from .forms import INDICATOR_FORM
from .naming import in_use, with_parts
from .process import FORM, INDICATOR
from .saving import FORM_HOOKS, INDICATOR_HOOKS
from .sheet import as_workbook

__all__ = [
    "FORM",
    "FORM_FORM",
    "FORM_HOOKS",
    "INDICATOR",
    "INDICATOR_FORM",
    "INDICATOR_HOOKS",
    "CountedCell",
    "CountedColumn",
    "CountedForm",
    "CountedLine",
    "Period",
    "as_workbook",
    "asks_of",
    "faults_of",
    "in_use",
    "line_numbers",
    "period_of",
    "with_parts",
]
