"""What other wings and areas may ask of archives.ledgers.maintenance."""

from .rules import Gap, gap_of
from .service import VisitItem, intervals, items_for
from .units import is_unvisited, lift_list
