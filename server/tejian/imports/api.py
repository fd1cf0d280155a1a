"""What other wings and areas may ask of imports."""

from .service import ADDS, UPLOAD_LIMIT, ImportState, StartForm, begin, errors, template

__all__ = ["ADDS", "UPLOAD_LIMIT", "ImportState", "StartForm", "begin", "errors", "template"]
