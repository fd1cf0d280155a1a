"""What other wings and areas may ask of system.settings."""

from .cache import bump, version
from .dictionaries import ROOT, all_types, areas_below, of_type
from .params import flag, number, value
from .product import PRODUCT, VERSION, VERSION_DATE
from .screens import ENABLED, add, edit, is_on, is_word, only_fresh, refuse_unknown_area, remove
from .shipped import renew

__all__ = [
    "ENABLED",
    "PRODUCT",
    "ROOT",
    "VERSION",
    "VERSION_DATE",
    "add",
    "all_types",
    "areas_below",
    "bump",
    "edit",
    "flag",
    "is_on",
    "is_word",
    "number",
    "of_type",
    "only_fresh",
    "refuse_unknown_area",
    "remove",
    "renew",
    "value",
    "version",
]
