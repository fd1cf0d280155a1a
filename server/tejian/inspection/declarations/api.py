"""What other wings and areas may ask of inspection.declarations."""

from .applications import OF_UNIT, ApplicationForm, ItemForm, Mother, refuse_past, refused, save, submit
from .fees import Fee, FeeLine
from .view import combinations, reasons
