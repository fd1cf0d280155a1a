"""What other wings and areas may ask of archives.care.changes."""

from .lifecycle import StateForm, change_state
from .removal import delete, restore

__all__ = [
    "StateForm",
    "change_state",
    "delete",
    "restore",
]
