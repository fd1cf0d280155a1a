"""What other wings and areas may ask of system.settings."""

from .cache import bump, version
from .dictionaries import ROOT, AreaItem, DictEntry, all_types, areas_below, of_type
from .notices import publish as publish_notice
from .parameters import refuse_value, set_protected, set_value, shown
from .params import flag, hold, in_statement, number, value
from .product import PRODUCT, VERSION, VERSION_DATE
from .screens import ENABLED, add, edit, is_on, is_word, only_fresh, refuse_unknown_area, remove
from .shipped import renew
