"""What other wings and areas may ask of archives.care.quality."""

from .running import Dates, compared, refresh
from .watching import forget, settle
