"""The platform that issues receipts, as this product sees it: one question, one order, and a simulator with its moods.

Every request bears our own number. A platform that was asked before is first asked by that number what it has, so that
no receipt is issued twice however an answer was lost.
"""

import hashlib
import re
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.kit.ground.errors import Refused
from tejian.system.accounts.api import is_demonstration
from tejian.system.settings.api import value

KIND, FAULT = "charge.invoice_platform", "charge.invoice_fault"
BUILTIN, SIMULATOR, BY_FILE = "builtin", "simulator", "exchange"
FAULTS = ("busy", "lost", "slow", "repeated", "amount", "refused")
MIXED = "mixed"
CENT = Decimal("0.01")
TAX_NUMBER = re.compile(r"[0-9A-Z]{15,20}")


class NoAnswer(Exception):
    """The platform did not answer, or works on it still: whether it has issued is not known."""


class Declined(Exception):
    """The platform read the request and issues nothing; the text says why."""


@dataclass(frozen=True)
class Issued:
    """What the platform has issued: number and sum, of a fiscal receipt also its code (票据代码) and check (校验码).

    A fiscal number begins anew with every code, so `billno` is code and number together.
    """

    billno: str
    amount: Decimal
    code: str = ""
    check: str = ""


@dataclass(frozen=True)
class Wanted:
    """A request as the platform reads it, and how often we asked."""

    requestno: str
    kind: str
    amount: Decimal
    title: str
    taxno: str
    tries: int
    confirmation: str = ""


def is_builtin(db: Session) -> bool:
    """Whether receipts get the numbers of this platform and nobody else is asked."""
    return value(db, KIND, BUILTIN) not in (SIMULATOR, BY_FILE)


def is_by_file(db: Session) -> bool:
    """Whether somebody issues them by the client of the authority, from a file of ours that comes back with numbers."""
    return value(db, KIND, BUILTIN) == BY_FILE


def pretends(db: Session) -> bool:
    """Whether the platform is the simulated one where nobody demonstrates: nothing is issued there."""
    return value(db, KIND, BUILTIN) == SIMULATOR and not is_demonstration(db)


def refuse_pretending(db: Session) -> None:
    """Refuse to ask a platform for a receipt that would be none."""
    if pretends(db):
        raise Refused("开票平台没有接通：内置的模拟平台只用于演示，开出的票据没有效力，请系统管理员接入开票平台")


@dataclass(frozen=True)
class Simulated:
    """A platform without a network. What it does wrong is a parameter; the same request has the same number always."""

    fault: str

    def find(self, wanted: Wanted) -> Issued | None:
        """What it has under our number; None when it has nothing."""
        fault = self._fault(wanted)
        if fault == "slow" and wanted.tries == 2:
            raise NoAnswer("平台处理中")
        if fault == "refused" or self._wrong_number(wanted):
            return None
        late = {"busy": 2, "repeated": 2}.get(fault, 0)  # what a second question does not find yet
        return None if wanted.tries <= late else self._issued(wanted)

    def issue(self, wanted: Wanted) -> Issued:
        """Issue, once for each of our numbers."""
        fault = self._fault(wanted)
        if fault == "refused":
            raise Declined("平台拒绝开具：票据额度不足")
        if self._wrong_number(wanted):
            raise Declined("平台拒绝开具：购买方税号不正确")
        if wanted.kind in at.TAX_INVOICES and wanted.amount < 0 and not wanted.confirmation:
            raise Declined("平台拒绝开具：没有红字发票信息确认单")
        if wanted.tries == 1 and fault in ("busy", "lost", "slow", "repeated"):
            raise NoAnswer({"busy": "平台繁忙", "slow": "平台处理中"}.get(fault, "平台没有应答"))
        return self._issued(wanted)

    def _fault(self, wanted: Wanted) -> str:
        if self.fault != MIXED:
            return self.fault
        return (*FAULTS, *("" for _ in range(10)))[_digits(wanted.requestno) % 16]

    def _wrong_number(self, wanted: Wanted) -> bool:
        return (bool(wanted.taxno) or wanted.kind == at.SPECIAL) and not TAX_NUMBER.fullmatch(wanted.taxno)

    def _issued(self, wanted: Wanted) -> Issued:
        off = CENT if self._fault(wanted) == "amount" else Decimal(0)
        return Issued(f"{wanted.kind}{_digits(wanted.requestno) % 10**18:018d}", wanted.amount + off)


def _digits(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def platform_of(db: Session) -> Simulated:
    """The platform that the parameter names."""
    return Simulated(value(db, FAULT))
