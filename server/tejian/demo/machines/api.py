"""What stands in the demo city: each machine with parameters that fit its kind, its site and each other.

Not data of real machines. The relations (grade by pressure, wall by pressure and diameter, speed by rise …) are those
that an inspector would notice when they were wrong; bench/believe.py looks for such contradictions.
"""

from .boilers import boiler
from .cranes import crane
from .lifts import lift
from .machine import Machine, Order
from .rides import ride
from .ropeways import ropeway
from .vehicles import vehicle
from .vessels import vessel

__all__ = ["MACHINES", "Machine", "Order"]

MACHINES = {
    "1000": boiler,
    "2000": vessel,
    "3000": lift,
    "4000": crane,
    "5000": vehicle,
    "6000": ride,
    "9000": ropeway,
}
