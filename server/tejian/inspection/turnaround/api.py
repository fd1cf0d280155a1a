"""What other wings and areas may ask of inspection.turnaround."""

from .declaring import declare
from .filing import file_lines, file_vessels
from .forms import ITEM_PAGE, PACKAGE_FORM, PROJECT_FORM, PROJECT_PAGE, WORK_FORM
from .process import ITEM, PROJECT
from .saving import PACKAGE_HOOKS, PROJECT_HOOKS, WORK_HOOKS

__all__ = [
    "ITEM",
    "ITEM_PAGE",
    "PACKAGE_FORM",
    "PACKAGE_HOOKS",
    "PROJECT",
    "PROJECT_FORM",
    "PROJECT_HOOKS",
    "PROJECT_PAGE",
    "WORK_FORM",
    "WORK_HOOKS",
    "declare",
    "file_lines",
    "file_vessels",
]
