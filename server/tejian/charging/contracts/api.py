"""What charging and others may ask of its contracts."""

from .forms import CONTRACT_FORM as FORM
from .nightly import expire
from .paper import sheet
from .process import AGREEMENT
from .saving import change, draft

__all__ = [
    "AGREEMENT",
    "FORM",
    "change",
    "draft",
    "expire",
    "sheet",
]
