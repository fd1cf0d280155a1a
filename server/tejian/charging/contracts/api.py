"""What charging and others may ask of its contracts."""

from .forms import CONTRACT_FORM as FORM
from .judging import instalments_of
from .nightly import expire, remind
from .paper import sheet
from .process import AGREEMENT, takes_files
from .rules import Clause, Terms
from .saving import change, draft
from .settlement import charged
from .terms import terms_of, terms_of_all

__all__ = [
    "AGREEMENT",
    "FORM",
    "Clause",
    "Terms",
    "change",
    "charged",
    "draft",
    "expire",
    "instalments_of",
    "remind",
    "sheet",
    "takes_files",
    "terms_of",
    "terms_of_all",
]
