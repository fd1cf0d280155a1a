"""What other wings and areas may ask of imports."""

from .service import UPLOAD_LIMIT, ImportState, StartForm, begin, errors, template

__all__ = ["UPLOAD_LIMIT", "ImportState", "StartForm", "begin", "errors", "template"]
