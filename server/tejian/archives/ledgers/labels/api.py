"""What other wings and areas may ask of archives.ledgers.labels."""

from .prints import PrintForm, is_print, label_pages, marks, printed
