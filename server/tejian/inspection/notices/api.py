"""What other wings may ask of inspection.notices."""

from tejian.inspection.models.notices import RECTIFY

from .forms import RECTIFY_FORM
from .making import NoticeLink, give, make, note_issue, sheet, written_notices
from .process import NOTICE, problems_of

__all__ = ["NOTICE", "RECTIFY", "RECTIFY_FORM", "NoticeLink"]
__all__ += ["give", "make", "note_issue", "problems_of", "sheet", "written_notices"]
