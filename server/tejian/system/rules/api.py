"""What other wings and areas may ask of system.rules."""

from .store import RuleRow, every, load_tables, made, rows
