"""What other wings and areas may ask of archives.ledgers.piping."""

from .editing import add_line
from .forms import LINE_FORM, SENT_LINE
from .lists import PROJECT, line_list
from .review import defer
from .rules import differences, refuse_line
from .service import insert_lines, is_late, lines_inspected, plainly, project_of
