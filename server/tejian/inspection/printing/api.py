"""What other wings and areas may ask of inspection.printing."""

from .samples import SAMPLES, labels
from .service import MARK, marks

__all__ = ["MARK", "SAMPLES", "labels", "marks"]
