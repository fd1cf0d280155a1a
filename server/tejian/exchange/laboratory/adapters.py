"""How a laboratory is sent samples and asked about them: over HTTP, or a simulator that behaves as badly as one does.

It writes nothing here (ADR 110): what it says is asked for. An answer holds all that was said of the samples so far,
so that one that got lost is said again; the key of an event makes a repetition one and the same.
"""

import hashlib
import json
import urllib.error
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tejian.exchange.api import Rejected, Unreachable, signature
from tejian.exchange.models import SIMULATOR
from tejian.exchange.models import ExchangePartner as Partner
from tejian.exchange.plans.api import Parcel, over_http
from tejian.inspection.laboratory.api import KINDS, Event
from tejian.kit.ground import clock, outgoing

TIMEOUT = 10
MOST = 40  # values of a result
UNREADABLE = "实验室应答格式不正确"


@dataclass(frozen=True)
class Asked:
    """A sample that is asked about."""

    sampleno: str
    sent: datetime
    wanted: str  # what shall be tested


Said = Mapping[str, Sequence[Event]]  # number of the sample → what was said of it


@dataclass(frozen=True)
class Laboratory:
    """`send` gives for each sample '' or why it was not taken; `ask` what was said. Raise Unreachable and Rejected."""

    send: Callable[[Sequence[Parcel]], Mapping[str, str]]
    ask: Callable[[Sequence[Asked]], Said]


def laboratory_of(partner: Partner) -> Laboratory:
    """The adapter of a partner."""
    if partner.way == SIMULATOR:
        return Laboratory(simulated_receipts, simulated_events)
    url, secret = partner.url, partner.secret
    return Laboratory(lambda batch: over_http(url, secret, batch), lambda asked: asked_over_http(url, secret, asked))


def asked_over_http(url: str, secret: str, samples: Sequence[Asked]) -> Said:
    """Ask the address of the partner, signed as what is sent."""
    body = json.dumps({"entity": "sample_result", "samples": [one.sampleno for one in samples]}).encode()
    head = {"Content-Type": "application/json; charset=utf-8", "X-Signature": signature(body, secret)}
    try:
        answer = json.loads(outgoing.call(url, body, head, timeout=TIMEOUT))
    except outgoing.Foreign as wrong:
        raise Rejected(str(wrong)) from None
    except urllib.error.HTTPError as wrong:
        raise Unreachable(f"实验室应答异常（{wrong.code}）") from None
    except (OSError, ValueError):
        raise Unreachable("实验室没有应答") from None
    return events_of(answer, {one.sampleno for one in samples})


def events_of(answer: Any, known: set[str]) -> Said:
    """What an answer says of these samples. One that cannot be read is refused whole, so that nothing is half taken."""
    if not isinstance(answer, Mapping) or not answer.get("success") or not isinstance(answer.get("events"), list):
        raise Unreachable(UNREADABLE)
    events: dict[str, list[Event]] = {}
    for one in answer["events"]:
        if not isinstance(one, Mapping) or one.get("kind") not in KINDS or one.get("sampleno") not in known:
            raise Unreachable(UNREADABLE)
        events.setdefault(str(one["sampleno"]), []).append(_event(one))
    return events


def _event(one: Mapping[str, Any]) -> Event:
    try:
        at = datetime.fromisoformat(str(one["at"]))
    except (KeyError, ValueError):
        raise Unreachable(UNREADABLE) from None
    rows = one.get("values") or []
    if at.tzinfo is None or at > clock.now() + timedelta(minutes=5) or not isinstance(rows, list) or len(rows) > MOST:
        raise Unreachable(UNREADABLE)
    key = str(one.get("id") or "")[:64]
    if not key or any(not isinstance(row, Mapping) for row in rows):
        raise Unreachable(UNREADABLE)
    names = ("name", "value", "unit", "verdict")
    values = tuple({name: str(row.get(name) or "")[:64] for name in names} for row in rows)
    words = {name: str(one.get(name) or "") for name in ("labno", "outcome", "reason")}
    return Event(
        key,
        str(one["kind"]),
        at,
        labno=words["labno"][:64],
        outcome=words["outcome"][:200],
        values=values,
        reason=words["reason"][:300],
    )


def lot_of(number: str) -> int:
    """What of the simulator's manners a sample meets follows from its number, so that every run is the same."""
    return int(hashlib.sha256(number.encode()).hexdigest()[:6], 16)


def simulated_receipts(batch: Sequence[Parcel]) -> dict[str, str]:
    """One of seven finds nobody at its first try; everything else is taken."""
    if lot_of(batch[0].number) % 7 == 3 and batch[0].tries <= 1:
        raise Unreachable("实验室系统繁忙，请稍后重传")
    return {one.key: "" for one in batch}


# minutes after the sample was sent, what is said
COURSE = ((10, "received"), (40, "testing"), (90, "result"), (120, "reviewed"))
CHANGED = ((180, "result"), (200, "reviewed"))  # one of four is corrected afterwards
RECALLED = ((240, "withdrawn"), (400, "result"), (430, "reviewed"))  # one of six is withdrawn and tested again
REASONS = {"result": "复核发现计算错误，更正结果", "withdrawn": "平行样超差，撤回重测"}


def simulated_events(samples: Sequence[Asked]) -> dict[str, list[Event]]:
    """What a laboratory without a network has said until now: late for one of five, and everything again each time."""
    events: dict[str, list[Event]] = {}
    for one in samples:
        lot = lot_of(one.sampleno)
        course = [*COURSE, *(CHANGED if lot % 4 == 1 else ()), *(RECALLED if lot % 6 == 2 else ())]
        slow = 3 if lot % 5 == 0 else 1
        own: list[Event] = []
        for n, (minutes, kind) in enumerate(sorted(course)):
            at = one.sent + timedelta(minutes=minutes * slow)
            if at > clock.now():
                break
            own.append(_simulated(one, lot, n, kind, at))
        events[one.sampleno] = [*own, *own[:1]]
    return events


def _simulated(one: Asked, lot: int, n: int, kind: str, at: datetime) -> Event:
    again = n > len(COURSE) - 1
    values: tuple[dict[str, str], ...] = ()
    if kind == "result":
        wanted = [part.strip() for part in one.wanted.split("、") if part.strip()][:MOST]
        amounts = [f"{((lot >> k % 12) % 900 + 100 + n) / 100:.2f}" for k in range(len(wanted))]
        values = tuple(
            {"name": name[:64], "value": amount, "unit": "", "verdict": "符合"}
            for name, amount in zip(wanted, amounts, strict=True)
        )
    return Event(
        f"{one.sampleno}-{n}",
        kind,
        at,
        labno=f"L{lot:08d}",
        outcome="所检项目符合要求" if kind == "result" else "",
        values=values,
        reason=REASONS.get(kind, "") if again else "",
    )
