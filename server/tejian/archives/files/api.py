"""What other wings and areas may ask of archives.files."""

from .service import LIMIT, keep_for, listed
