"""A safety valve under the names of a device."""

from datetime import date
from typing import TYPE_CHECKING

from tejian.archives.models.as_device import AsDevice

VALVE = "7310"  # class and kind of all safety valves

if TYPE_CHECKING:
    from .valves import SafetyValve


class ValveAsDevice(AsDevice):
    """What a device calls its number, place and last inspection, a valve calls number, position and calibration."""

    equname = "安全阀"
    equclass = equkind = equclacode = VALVE

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
