"""What other wings and areas may ask of moving.coming."""

from .bundles import MANIFEST
from .kinds import CERT, KINDS, LABELS, OLDKEY, PAPERS, PERSON, REPORT, UNIT, Kind
from .papers import DEVICE
from .views import view_of

__all__ = [
    "CERT",
    "DEVICE",
    "KINDS",
    "LABELS",
    "MANIFEST",
    "OLDKEY",
    "PAPERS",
    "PERSON",
    "REPORT",
    "UNIT",
    "Kind",
    "view_of",
]
