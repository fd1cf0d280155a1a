"""What other wings and areas may ask of inspection.construction."""

from .declaring import declare, note_issue
from .forms import DECLARE
from .paper import sheet
from .process import NOTIFICATION
from .saving import notify, notify_own

__all__ = ["DECLARE", "NOTIFICATION", "declare", "note_issue", "notify", "notify_own", "sheet"]
