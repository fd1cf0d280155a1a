"""What other wings and areas may ask of inspection."""

from .applications import ApplicationForm, ItemForm, save
from .book import dates_book
from .declaration import DECLARATION
from .entry import explained
from .fees import Fee
from .handling import item_screen, save_record
from .noting import note_detection
from .process import BUSINESS
from .records import unqualified_codes, values_of

__all__ = [
    "BUSINESS",
    "DECLARATION",
    "ApplicationForm",
    "Fee",
    "ItemForm",
    "dates_book",
    "explained",
    "item_screen",
    "note_detection",
    "save",
    "save_record",
    "unqualified_codes",
    "values_of",
]
