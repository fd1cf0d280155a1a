"""What other wings and areas may ask of inspection.supervised."""

from .paper import bound, certificate, liaison, takes_files
from .process import LIAISON, SUPERVISION
from .saving import witness_all

__all__ = ["LIAISON", "SUPERVISION", "bound", "certificate", "liaison", "takes_files", "witness_all"]
