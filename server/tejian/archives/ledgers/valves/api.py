"""What other wings and areas may ask of archives.ledgers.valves."""

from .forms import VALVE_FORM
from .service import save, valves_to_label
