"""What other wings and areas may ask of money in advance."""

from .process import OPEN as ADVANCE
from .process import open_account
