"""What other wings and areas may ask of system.rules."""

from .store import every, load_tables, made, rows
