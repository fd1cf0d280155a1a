"""What other areas may ask of charging."""

from .account_models import Account
from .account_process import OPEN as ADVANCE
from .account_process import open_account
from .checking import compare, open_differences
from .closing import DAY, MONTHLY
from .codes import DUE, NON_TAX, NOTES, OPEN_DAY, OPEN_MONTH
from .codes import OPEN as OWED_STEPS
from .contracts.api import Terms, terms_of_all
from .days import sums_of_day
from .differences import why_wrong
from .facts import PIPELINE, book, device_facts, names_read
from .forms import ChargeForm, ItemForm
from .given import Alike, Known, lines_of
from .lines import FeeLine
from .matching import FileForm, taken
from .policies import in_force as policies_on
from .process import CHARGE, register
from .registration import line_values, work_out
from .rules import FeeBook, FeeRow, fee_book, fee_facts, fee_row, fee_total, item_lines, missing_text, on_day
from .settling import DIFFERENCE
from .totals import DISCOUNT, ItemFees, Relief, charge_total, item_rule_lines, manual_discount, whole_lines
from .wording import PARAMETERS

__all__ = [
    "ADVANCE",
    "CHARGE",
    "DAY",
    "DIFFERENCE",
    "DISCOUNT",
    "DUE",
    "MONTHLY",
    "NON_TAX",
    "NOTES",
    "OPEN_DAY",
    "OPEN_MONTH",
    "OWED_STEPS",
    "PARAMETERS",
    "PIPELINE",
    "Account",
    "Alike",
    "ChargeForm",
    "FeeBook",
    "FeeLine",
    "FeeRow",
    "FileForm",
    "ItemFees",
    "ItemForm",
    "Known",
    "Relief",
    "Terms",
    "book",
    "charge_total",
    "compare",
    "device_facts",
    "fee_book",
    "fee_facts",
    "fee_row",
    "fee_total",
    "item_lines",
    "item_rule_lines",
    "line_values",
    "lines_of",
    "manual_discount",
    "missing_text",
    "names_read",
    "on_day",
    "open_account",
    "open_differences",
    "policies_on",
    "register",
    "sums_of_day",
    "taken",
    "terms_of_all",
    "whole_lines",
    "why_wrong",
    "work_out",
]
