"""What a ledger keeps in place of a device, under the names of a device: safety valves, products.

Inspection, charges and exchange read of either what they read of a device.
"""

from datetime import date
from typing import Any, ClassVar


class AsDevice:
    """Answers to the names of a device. What a ledger does not know is empty."""

    regcode = usecertno = equidentcode = equsubkind = ""
    equinnerno = chedeptid = cheorgsysname = unqualcode = ""
    equDel = 0
    lacking: tuple[Any, ...] = ()
    designenddate: ClassVar[date | None] = None
    nextexplain: ClassVar[dict[str, Any]] = {}
    insdate: ClassVar[date | None] = None
