"""What other wings and areas may ask of inspection.declarations."""

from .applications import ApplicationForm, ItemForm, Mother, save
from .fees import Fee, FeeLine
