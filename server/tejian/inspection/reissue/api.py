"""What other wings and areas may ask of inspection.reissue."""

from .issuing import recall_old
from .process import takes_files

__all__ = ["recall_old", "takes_files"]
