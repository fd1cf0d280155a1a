"""What other wings and areas may ask of archives.ledgers.valves."""

from tejian.archives.models.valve_as_device import VALVE

from .forms import VALVE_FORM
from .lists import PAGE as VALVE_PAGE
from .service import limits, reported, save, take_newest, valves_to_label
