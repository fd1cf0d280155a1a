"""What other wings and areas may ask of charges from registration to the last cent."""

from .effects import tell_taken_back
from .forms import GIVEN, PAPER, WAY, ChargeForm
from .guards import (
    given_covers,
    known_voucher,
    voucher_unused,
    waits_for_consent,
    why_kept,
    why_not_mine,
    why_short,
    why_with_its_transfer,
)
from .outlays import came_by, open_ask, refuse_papers, why_paper_stays
from .paper import RECEIPT, cash_words, entries_of, receipt_numbers, why_no_receipt
from .planning import longest
from .process import CHARGE, register
from .registration import Draft, line_values, work_out, worked_again, worked_out
from .searching import of_charge, said, within
