"""What other wings and areas may ask of inspection."""

from .applications import ApplicationForm, ItemForm, save, submit_many
from .book import dates_book
from .entry import explained
from .fees import Fee
from .handling import allow_arrears, decide, end, item_screen, save_record, send_back, submit_record
from .noting import note_detection
from .records import unqualified_codes, values_of
from .steps import ENDS
from .tasks import AcceptForm, ArrangeForm, ConfirmForm, accept, arrange, confirm

__all__ = [
    "ENDS",
    "AcceptForm",
    "ApplicationForm",
    "ArrangeForm",
    "ConfirmForm",
    "Fee",
    "ItemForm",
    "accept",
    "allow_arrears",
    "arrange",
    "confirm",
    "dates_book",
    "decide",
    "end",
    "explained",
    "item_screen",
    "note_detection",
    "save",
    "save_record",
    "send_back",
    "submit_many",
    "submit_record",
    "unqualified_codes",
    "values_of",
]
