"""What other areas may ask of charging."""

from .account_models import Account
from .account_process import OPEN as ADVANCE
from .account_process import open_account
from .book import BASE, OPTION, RULE, FeeBook, FeeRow, codes_in, fee_book, fee_row, on_day
from .check_models import PlatformPayment
from .checking import compare, open_differences
from .closing import DAY, MONTHLY
from .codes import DIFFERENT, DUE, FOUND_SURPLUS, NATURES, NOTES, OPEN_DAY, OPEN_MONTH
from .codes import OPEN as OWED_STEPS
from .contracts.api import Terms, terms_of_all
from .daily import fetch as fetch_platform_file
from .days import sums_of_day
from .differences import why_wrong
from .facts import PIPELINE, book, device_facts, names_read, pipelines
from .forms import POLICY_FORM, ChargeForm, ItemForm
from .given import Alike, Known, discount_most, lines_of
from .guards import waits_for_consent
from .lines import FeeLine
from .matching import FileForm, taken
from .models import ReliefPolicy
from .online import order as place_order
from .online import pay_simulated
from .online import taken as take_callback
from .policies import enabled as enabled_policies
from .policies import new_policy
from .policies import of_day as policies_of
from .process import CHARGE, register
from .registration import Draft, line_values, work_out, worked_out
from .rules import fee_facts, fee_total, item_lines, missing_text
from .settling import DIFFERENCE
from .surplus_models import Surplus
from .surplus_process import SURPLUS
from .wording import EVERY, PARAMETERS

__all__ = [
    "ADVANCE",
    "BASE",
    "CHARGE",
    "DAY",
    "DIFFERENCE",
    "DIFFERENT",
    "DUE",
    "EVERY",
    "FOUND_SURPLUS",
    "MONTHLY",
    "NATURES",
    "NOTES",
    "OPEN_DAY",
    "OPEN_MONTH",
    "OPTION",
    "OWED_STEPS",
    "PARAMETERS",
    "PIPELINE",
    "POLICY_FORM",
    "RULE",
    "SURPLUS",
    "Account",
    "Alike",
    "ChargeForm",
    "Draft",
    "FeeBook",
    "FeeLine",
    "FeeRow",
    "FileForm",
    "ItemForm",
    "Known",
    "PlatformPayment",
    "ReliefPolicy",
    "Surplus",
    "Terms",
    "book",
    "codes_in",
    "compare",
    "device_facts",
    "discount_most",
    "enabled_policies",
    "fee_book",
    "fee_facts",
    "fee_row",
    "fee_total",
    "fetch_platform_file",
    "item_lines",
    "line_values",
    "lines_of",
    "missing_text",
    "names_read",
    "new_policy",
    "on_day",
    "open_account",
    "open_differences",
    "pay_simulated",
    "pipelines",
    "place_order",
    "policies_of",
    "register",
    "sums_of_day",
    "take_callback",
    "taken",
    "terms_of_all",
    "waits_for_consent",
    "why_wrong",
    "work_out",
    "worked_out",
]
