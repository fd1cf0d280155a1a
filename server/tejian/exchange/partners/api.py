"""What other wings and areas may ask of the partners."""

from .forms import FORM
from .saving import HOOKS, renew_token
