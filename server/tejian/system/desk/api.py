"""What other wings and areas may ask of system.desk."""

from .common import record_entries
from .install import rows
from .layouts import export

__all__ = [
    "export",
    "record_entries",
    "rows",
]
