"""What other wings may ask of cash after the count."""

from .lots import put_in_safe, whereabouts
from .process import CASH, arrived
