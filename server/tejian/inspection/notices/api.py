"""What other wings may ask of inspection.notices."""

from .making import NoticeLink, give, sheet, takes_files, written_notices

__all__ = ["NoticeLink", "give", "sheet", "takes_files", "written_notices"]
