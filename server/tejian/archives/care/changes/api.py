"""What other wings and areas may ask of archives.care.changes."""

from .lifecycle import change_state
from .removal import delete, restore

__all__ = ["change_state", "delete", "restore"]
