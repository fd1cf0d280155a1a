"""A safety valve under the names of a device: what inspection, charges and exchange read of either."""

from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

VALVE = "7310"  # class and kind of all safety valves

if TYPE_CHECKING:
    from .models import SafetyValve


class AsDevice:
    """Answers to the names of a device. What a valve has not is empty."""

    equname = "安全阀"
    equclass = equkind = equclacode = VALVE
    regcode = usecertno = equidentcode = equsubkind = ""
    equinnerno = chedeptid = cheorgsysname = unqualcode = ""
    equDel = 0
    lacking: ClassVar[tuple[Any, ...]] = ()
    designenddate: ClassVar[date | None] = None
    nextexplain: ClassVar[dict[str, Any]] = {}
    insdate: ClassVar[date | None] = None

    @property
    def equcode(self: "SafetyValve") -> str:  # type: ignore[misc]
        return self.valveno

    @property
    def prono(self: "SafetyValve") -> str:  # type: ignore[misc]
        return self.valveno

    @property
    def model(self: "SafetyValve") -> str:  # type: ignore[misc]
        return self.valvemodel

    @property
    def useplace(self: "SafetyValve") -> str:  # type: ignore[misc]
        return " ".join(filter(None, [self.hostequname, self.installpos]))

    @property
    def equstatus(self: "SafetyValve") -> str:  # type: ignore[misc]
        return self.status

    @property
    def inspdate(self: "SafetyValve") -> date | None:  # type: ignore[misc]
        return self.caldate

    @property
    def ninspdate(self: "SafetyValve") -> date | None:  # type: ignore[misc]
        return self.nextcaldate

    @property
    def insreportno(self: "SafetyValve") -> str:  # type: ignore[misc]
        return self.calreportno

    @property
    def insresult(self: "SafetyValve") -> str:  # type: ignore[misc]
        return self.calresult
