"""What other areas may ask of charging."""

from .checking import compare, open_differences
from .closing import DAY, MONTHLY
from .codes import NON_TAX, NOTES, OPEN_DAY, OPEN_MONTH
from .days import sums_of_day
from .differences import why_wrong
from .facts import book
from .forms import ChargeForm, ItemForm
from .lines import FeeLine
from .matching import FileForm, taken
from .process import CHARGE, register
from .rules import FeeBook, FeeRow, fee_book, fee_facts, fee_row, fee_total, item_lines, missing_text, on_day
from .settling import DIFFERENCE
from .totals import DISCOUNT, ItemFees, Relief, charge_total, item_rule_lines, manual_discount, whole_lines
from .wording import PARAMETERS

__all__ = [
    "CHARGE",
    "DAY",
    "DIFFERENCE",
    "DISCOUNT",
    "MONTHLY",
    "NON_TAX",
    "NOTES",
    "OPEN_DAY",
    "OPEN_MONTH",
    "PARAMETERS",
    "ChargeForm",
    "FeeBook",
    "FeeLine",
    "FeeRow",
    "FileForm",
    "ItemFees",
    "ItemForm",
    "Relief",
    "book",
    "charge_total",
    "compare",
    "fee_book",
    "fee_facts",
    "fee_row",
    "fee_total",
    "item_lines",
    "item_rule_lines",
    "manual_discount",
    "missing_text",
    "on_day",
    "open_differences",
    "register",
    "sums_of_day",
    "taken",
    "whole_lines",
    "why_wrong",
]
