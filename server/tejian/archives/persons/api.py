"""What other wings and areas may ask of archives.persons."""

from .forms import PERSON_FORM
from .identity import keep_identity, masked
from .lists import DETAIL, any_cert, certificate, handled, items
from .service import HOOKS
