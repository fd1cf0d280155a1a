"""What other wings and areas may ask of archives.care.changes."""

from .lifecycle import StateForm, authority_of, change_state
from .removal import delete, restore
