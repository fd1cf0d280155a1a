"""What other wings and areas may ask of the four ways and statements."""

from .comparing import compare, open_differences
from .daily import fetch as fetch_platform_file
from .matching import FileForm, taken
from .process import DIFFERENCE
