"""What other wings and areas may ask of inspection.subreports."""

from .forms import MAKE_FORM, OTHER
from .process import SUB_REPORT
from .saving import SubReports, listed, make
from .service import OWNER, PART_FILE, bound, may_sign, names_of

__all__ = [
    "MAKE_FORM",
    "OTHER",
    "OWNER",
    "PART_FILE",
    "SUB_REPORT",
    "SubReports",
    "bound",
    "listed",
    "make",
    "may_sign",
    "names_of",
]
