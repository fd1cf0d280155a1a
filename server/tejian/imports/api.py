"""What other wings and areas may ask of imports."""

from .service import UPLOAD_LIMIT, begin, errors, template

__all__ = ["UPLOAD_LIMIT", "begin", "errors", "template"]
