"""What other wings and areas may ask of inspection.declarations."""

from .applications import ApplicationForm, ItemForm, Mother, refuse_past, save
from .fees import Fee, FeeLine
