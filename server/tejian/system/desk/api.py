"""What other wings and areas may ask of system.desk."""

from . import arrival
from .common import HistoryEntry, record_entries
from .install import rows
from .layouts import export
