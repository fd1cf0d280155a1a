"""What other areas may ask of the partners."""

from .forms import FORM
from .opening import Ask, read
from .saving import HOOKS, renew_token
