"""What other wings and areas may ask of inspection.posting."""

from .paper import bills
from .process import WAYBILL

__all__ = ["WAYBILL", "bills"]
