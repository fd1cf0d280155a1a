"""What other wings and areas may ask of inspection.posting."""

from .paper import bills
from .process import WAYBILL
from .service import make

__all__ = ["WAYBILL", "bills", "make"]
