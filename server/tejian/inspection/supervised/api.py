"""What other wings and areas may ask of inspection.supervised."""

from .paper import certificate, liaison, takes_files
from .process import LIAISON, SUPERVISION
from .saving import witness_all

__all__ = ["LIAISON", "SUPERVISION", "certificate", "liaison", "takes_files", "witness_all"]
