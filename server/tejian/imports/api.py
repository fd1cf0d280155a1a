"""What other wings and areas may ask of imports."""

from .service import UPLOAD_LIMIT, ImportState, StartForm, begin, errors, template
