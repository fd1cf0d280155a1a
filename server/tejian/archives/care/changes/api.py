"""What other wings and areas may ask of archives.care.changes."""

from .lifecycle import StateForm, change_state
from .removal import delete, restore
