"""What other wings may ask of inspection.notices."""

from .making import NoticeLink, give, sheet, takes_files, written_notices
from .process import NOTICE, problems_of

__all__ = ["NOTICE", "NoticeLink", "give", "problems_of", "sheet", "takes_files", "written_notices"]
