"""What other wings and areas may ask of inspection.supervised."""

from .forms import AGREE_FORM, SHEET_FORM
from .paper import bound, certificate, liaison
from .process import LIAISON, SUPERVISION
from .saving import agree_test, make_sheet, witness_all

__all__ = [
    "AGREE_FORM",
    "SHEET_FORM",
    "SUPERVISION",
    "agree_test",
    "bound",
    "certificate",
    "liaison",
    "make_sheet",
    "witness_all",
]
