"""What other areas may ask of release on credit."""

from .forms import CREDIT_FORM
from .limits import refused, stopped, until
from .process import CREDIT, opened
