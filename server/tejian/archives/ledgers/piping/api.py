"""What other wings and areas may ask of archives.ledgers.piping."""

from .editing import add_line
from .forms import LINE_FORM, SENT_LINE
from .lists import PROJECT, line_list
from .review import defer
from .rules import differences, refuse_line
from .service import insert_lines, is_late, lines_inspected, plainly, project_of

__all__ = [
    "LINE_FORM",
    "PROJECT",
    "SENT_LINE",
    "add_line",
    "defer",
    "differences",
    "insert_lines",
    "is_late",
    "line_list",
    "lines_inspected",
    "plainly",
    "project_of",
    "refuse_line",
]
