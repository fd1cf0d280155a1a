"""What other wings and areas may ask of payment online."""

from .orders import book, charge_of, moved_by_money, pay_simulated, why_different
from .orders import order as place_order
from .orders import taken as take_callback
from .platform import FAULT, FILE, MIXED, is_simulated, refuse_pretending
