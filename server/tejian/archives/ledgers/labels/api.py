"""What other wings and areas may ask of archives.ledgers.labels."""

from .prints import PrintForm, is_print, marks, printed
