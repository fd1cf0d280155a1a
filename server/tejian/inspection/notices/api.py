"""What other wings may ask of inspection.notices."""

from tejian.inspection.models.notices import RECTIFY

from .forms import HANDLINGS, KINDS, RECTIFY_FORM
from .lists import notice_list, overdue
from .making import NoticeLink, give, make, note_issue, sheet, written_notices
from .process import NOTICE, problems_of

__all__ = ["HANDLINGS", "KINDS", "NOTICE", "RECTIFY", "RECTIFY_FORM", "NoticeLink"]
__all__ += ["give", "make", "note_issue", "notice_list", "overdue", "problems_of", "sheet", "written_notices"]
