"""What other wings and areas may ask of receipts."""

from .billing import (
    BRAKE,
    CONTENT,
    JOB,
    Paper,
    at_once,
    braked,
    claim,
    fits,
    held_charge,
    is_open,
    note_state,
    own_number,
    release,
    request,
    wait_again,
    write,
)
from .kinds import TAX, offered, tax_of, unconfirmed, unfit
from .tax_platform import BY_FILE, Declined, Issued, NoAnswer, Wanted, is_builtin, is_by_file, platform_of
