"""What other wings and areas may ask of archives.ledgers.products."""

from .forms import FORMS, SCREENS
from .lists import PAGE as PRODUCT_PAGE
from .rules import numbers
from .service import save
