"""What other wings and areas may ask of archives.persons."""

from .forms import CERT_FORM, PERSON_FORM
from .identity import HOLDERS, IDCARD, RECEIVER, holder_of, keep_identity, masked, normalised
from .lists import DETAIL, any_cert, certificate, handled, items
from .service import HOOKS, before_cert
