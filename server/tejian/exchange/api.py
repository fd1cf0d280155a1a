"""What other wings and areas may ask of exchange."""

from .platform import Rejected, Unreachable, signature, simulated
from .transfers import DONE, FAILED, IGNORED
