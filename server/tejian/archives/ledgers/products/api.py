"""What other wings and areas may ask of archives.ledgers.products."""

from .forms import FORMS, SCREENS
from .service import save
