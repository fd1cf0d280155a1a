"""What other wings and areas may ask of archives.care.quality."""

from .watching import settle
