"""What other areas may ask of charging."""

from .facts import book
from .rules import NON_TAX, FeeBook, FeeLine, fee_total, item_lines, on_day
from .totals import DISCOUNT, ItemFees, Relief, charge_total, item_rule_lines, manual_discount, whole_lines

__all__ = [
    "DISCOUNT",
    "NON_TAX",
    "FeeBook",
    "FeeLine",
    "ItemFees",
    "Relief",
    "book",
    "charge_total",
    "fee_total",
    "item_lines",
    "item_rule_lines",
    "manual_discount",
    "on_day",
    "whole_lines",
]
