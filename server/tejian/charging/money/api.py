"""What other wings and areas may ask of money that came in."""

from .accounts import balance_of
from .accounts import opened as opened_account
from .accounts import post as post_to_account
from .accounts import put_back as put_back_to_account
from .accounts import undo as undo_account_entry
from .accounts import use as use_account
from .days import ZERO, sums_of_day
from .ledger import Sums, last_receipt, settle, step_of, sums_of, tell, tell_items, undo_entry, write_entry
from .payments import STANDS, STAYS, Payment, ahead_of, by_number, of_days, voucher_known
from .surplus import is_surplus
from .surplus import known as surplus_known
from .surplus import note as note_surplus
from .surplus import open_of as surplus_of
from .surplus import open_sum as open_surplus
from .surplus import returned as returned_surplus
