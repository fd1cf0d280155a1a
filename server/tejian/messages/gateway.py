"""Providers of short messages: what the platform asks of one, and a simulator that behaves like a real gateway.

A provider sends a message key once, however often it is handed in, and tells the outcome later: by a signed receipt,
when it is asked, and in its statement of the day. It is never called inside a transaction that holds a lock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Protocol

from sqlalchemy import select

from tejian.kit import clock, jobs
from tejian.kit.errors import Refused

from .models import GatewaySms

SENT, DELIVERED, FAILED = "sent", "delivered", "failed"


class Busy(Exception):
    """The provider did not take the message; it may be handed in again."""


class Rejected(Exception):
    """The provider will never take this message; the text says why."""


@dataclass(frozen=True)
class Outcome:
    """What a provider knows of a message: its own number, sent, delivered or failed, and why."""

    key: str
    providerid: str
    state: str
    reason: str = ""


class Provider(Protocol):
    def send(self, key: str, number: str, content: str) -> str:
        """Hand a message in under the platform's key; the provider's number comes back. Any other error than Busy and
        Rejected leaves the outcome unknown."""

    def ask(self, keys: Sequence[str]) -> dict[str, Outcome]:
        """What became of these messages; one that never arrived is missing."""

    def statement(self, day: date) -> dict[str, Outcome]:
        """All messages that the provider took on a day."""


class Simulator:
    """A gateway without phones, with a ledger of its own.

    3 of 100 numbers fail, told by their last two digits. For tries on purpose: …0000 is never delivered, …0001 is taken
    but the answer is lost on the first try, …0002 is busy on the first try, …0003 is rejected.
    """

    DEAD = ("17", "52", "86")

    def send(self, key: str, number: str, content: str) -> str:
        if number.endswith("0003"):
            raise Rejected("号码在退订名单中")
        if len(content) > 500:
            raise Rejected("内容超过500字")
        with jobs.new_session() as ledger:
            known = ledger.scalars(select(GatewaySms).where(GatewaySms.key == key).with_for_update()).first()
            if known:
                known.asked += 1
                first = False
            else:
                first = True
                known = self._taken(key, number, content)
                if not number.endswith("0002"):
                    ledger.add(known)
                    jobs.enqueue(ledger, "sms.simulator.receipt", at=known.due, key=key)
            providerid = known.providerid
        if first and number.endswith("0002") and _busy_once(key):
            raise Busy("通道繁忙")
        if first and number.endswith("0001"):
            raise TimeoutError("没有收到通道的回答")
        return providerid
