"""What other wings and areas may ask of inspection.tasks."""

from .arranging import working_days
from .handling import RecordState, cosign, item_screen, looked, note_print, refuse_outsiders, save_record
from .shortcut import boxes, tools_in
