"""Providers of short messages: what the platform asks of one, and a simulator that behaves like a real gateway.

A provider sends a message key once, however often it is handed in, and tells the outcome later: by a signed receipt,
when it is asked, and in its statement of the day. It is never called inside a transaction that holds a lock.
"""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Protocol

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock, outgoing
from tejian.kit.ground.errors import Refused
from tejian.system.settings.api import value

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


@dataclass(frozen=True)
class Reply:
    """What a phone sent back: the provider's number of it, the phone, the text, when (seconds since 1970)."""

    key: str
    number: str
    content: str
    sent: int


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
        with jobs.new_session() as ledger:
            row = ledger.scalars(select(GatewaySms).where(GatewaySms.key == key).with_for_update()).first()
            if row is None:
                row = GatewaySms(key=key, providerid=f"SIM{new_id()}", number=number, content=content, asked=0)
                ledger.add(row)
            row.asked += 1
            tries, providerid = row.asked, row.providerid
            busy = number.endswith("0002") and tries == 1
            if row.accepted is None and not busy:
                row.accepted = clock.now()
                row.due = row.accepted + timedelta(seconds=2 + int(number[-4:]) % 19)
                row.reason = self.fate(number)
                jobs.enqueue(ledger, "sms.simulator.receipt", at=row.due, key=key)
        if busy:
            raise Busy("通道繁忙")
        if number.endswith("0001") and tries == 1:
            raise TimeoutError("没有收到通道的回答")
        return providerid

    def fate(self, number: str) -> str:
        """Why a number is not reached, or nothing when it is."""
        if number.endswith("0000"):
            return "空号"
        return "关机或不在服务区" if number[-2:] in self.DEAD else ""

    def ask(self, keys: Sequence[str]) -> dict[str, Outcome]:
        return self._outcomes(GatewaySms.key.in_(list(keys)))

    def statement(self, day: date) -> dict[str, Outcome]:
        start = datetime.combine(day, time(), clock.SHANGHAI)
        return self._outcomes(GatewaySms.accepted >= start, GatewaySms.accepted < start + timedelta(days=1))

    def _outcomes(self, *which: ColumnElement[bool]) -> dict[str, Outcome]:
        with jobs.new_session() as ledger:
            rows = ledger.scalars(select(GatewaySms).where(GatewaySms.accepted.is_not(None), *which)).all()
            return {r.key: self._outcome(r) for r in rows}

    def _outcome(self, row: GatewaySms) -> Outcome:
        if row.due is None or clock.now() < row.due:
            return Outcome(row.key, row.providerid, SENT)
        return Outcome(row.key, row.providerid, FAILED if row.reason else DELIVERED, row.reason)


PROVIDERS: dict[str, Provider] = {"simulator": Simulator()}


def provider_of(db: Session) -> Provider:
    """The provider that the parameter sms.provider names."""
    name = value(db, "sms.provider", "simulator")
    if name not in PROVIDERS:
        raise Refused(f"短信通道{name}未安装")
    return PROVIDERS[name]


# -- the simulator's side of the receipt ---------------------------------------------------------------------------


@jobs.job("sms.simulator.receipt", retry=4)
def tell_outcome(db: Session, key: str) -> None:
    """Call the platform back, as a gateway does, with a signed receipt."""
    outcome = PROVIDERS["simulator"].ask([key]).get(key)
    if outcome is None or outcome.state == SENT:
        return
    post_receipt(signed(outcome, value(db, "sms.receipt_secret"), int(clock.now().timestamp())))


def signed(outcome: Outcome, secret: str, at: int) -> dict[str, str]:
    """The fields of a receipt with its signature (HMAC-SHA256 over all of them, in order)."""
    fields = {"key": outcome.key, "providerid": outcome.providerid, "state": outcome.state, "reason": outcome.reason}
    fields["at"] = str(at)
    return {**fields, "sign": signature(fields, secret)}


def signature(fields: Mapping[str, str], secret: str) -> str:
    names = ("key", "providerid", "state", "reason", "at")
    return _hmac(secret, *(fields.get(n, "") for n in names))


def _hmac(secret: str, *parts: str) -> str:
    return hmac.new(secret.encode(), "\n".join(parts).encode(), hashlib.sha256).hexdigest()


def _post(fields: dict[str, str]) -> None:
    outgoing.tell_self("/api/smssend/smsSend/receipt", fields, timeout=5)


def signature_of_reply(reply: Reply, at: str, secret: str) -> str:
    """The signature of an incoming message; of the text without the blanks around it, which no call keeps."""
    return _hmac(secret, reply.key, reply.number, reply.content.strip(), str(reply.sent), at)


def signed_reply(reply: Reply, secret: str, at: int) -> dict[str, str]:
    """The fields of an incoming message with its signature, as the provider posts them."""
    fields = {"key": reply.key, "number": reply.number, "content": reply.content, "sent": str(reply.sent)}
    return {**fields, "at": str(at), "sign": signature_of_reply(reply, str(at), secret)}


post_receipt: Callable[[dict[str, str]], None] = _post  # tests put their own in
