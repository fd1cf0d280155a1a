"""What other wings and areas may ask of inspection.reissue."""

from .forms import CHANGE_FORM, SUPPLEMENT_FORM
from .issuing import recall_old
from .paper import requests
from .process import CHANGE
from .saving import ask, ask_supplement

__all__ = ["CHANGE", "CHANGE_FORM", "SUPPLEMENT_FORM", "ask", "ask_supplement", "recall_old", "requests"]
