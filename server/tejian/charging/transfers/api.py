"""What other wings and areas may ask of transfers."""

from .forms import ARRIVED, allotment
from .process import TRANSFER, made, registered
from .shares import WAY, Share, book, locked, proposed, why_not_all, why_not_these
