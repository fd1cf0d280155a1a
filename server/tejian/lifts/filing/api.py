"""What other wings and areas may ask of filings."""

from .forms import FORM
from .judging import licence_of, most_lifts
from .process import FILING
from .saving import HOOKS, renewed
from .terms import number_term, term

__all__ = ["FILING", "FORM", "HOOKS", "licence_of", "most_lifts", "number_term", "renewed", "term"]
