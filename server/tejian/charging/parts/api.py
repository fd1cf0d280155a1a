"""What may be asked about payment in parts."""

from .instalments import COLUMNS, Covered, covered, form, out_of_order, shown
from .plans import DUE_NOW, LEFT, OVERDUE, ZERO, due_now, first_open, of_item, overdue, parts_of, plan, words

__all__ = [
    "COLUMNS",
    "DUE_NOW",
    "LEFT",
    "OVERDUE",
    "ZERO",
    "Covered",
    "covered",
    "due_now",
    "first_open",
    "form",
    "of_item",
    "out_of_order",
    "overdue",
    "parts_of",
    "plan",
    "shown",
    "words",
]
