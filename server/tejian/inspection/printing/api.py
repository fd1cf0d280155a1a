"""What other wings and areas may ask of inspection.printing."""

from .service import MARK, marks

__all__ = ["MARK", "marks"]
