"""What other areas may ask of charging."""

from .account_models import Account
from .account_process import OPEN as ADVANCE
from .account_process import open_account
from .checking import compare, open_differences
from .closing import DAY, MONTHLY
from .codes import DUE, NON_TAX, NOTES, OPEN_DAY, OPEN_MONTH
from .codes import OPEN as OWED_STEPS
from .days import sums_of_day
from .differences import why_wrong
from .facts import book
from .forms import ChargeForm, ItemForm
from .lines import FeeLine
from .matching import FileForm, taken
from .process import CHARGE, register
from .rules import FeeBook, fee_total, item_lines, on_day
from .settling import DIFFERENCE
from .totals import DISCOUNT, ItemFees, Relief, charge_total, item_rule_lines, manual_discount, whole_lines

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
    "Account",
    "ChargeForm",
    "FeeBook",
    "FeeLine",
    "FileForm",
    "ItemFees",
    "ItemForm",
    "Relief",
    "book",
    "charge_total",
    "compare",
    "fee_total",
    "item_lines",
    "item_rule_lines",
    "manual_discount",
    "on_day",
    "open_account",
    "open_differences",
    "register",
    "sums_of_day",
    "taken",
    "whole_lines",
    "why_wrong",
]
