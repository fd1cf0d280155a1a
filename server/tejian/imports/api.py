"""What other wings and areas may ask of imports."""

from .running import forget_rows
from .service import ADDS, UPLOAD_LIMIT, ImportState, StartForm, begin, errors, template

__all__ = ["ADDS", "UPLOAD_LIMIT", "ImportState", "StartForm", "begin", "errors", "forget_rows", "template"]
