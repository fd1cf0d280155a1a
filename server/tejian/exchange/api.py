"""What other wings and areas may ask of exchange."""

from .platform import Rejected, Unreachable, simulated
from .transfers import DONE, FAILED, IGNORED
