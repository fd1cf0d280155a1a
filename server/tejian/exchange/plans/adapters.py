"""How a batch comes to a partner: over HTTP, or to a simulator that behaves as badly as partners do.

An adapter gives for each message of the batch '' or why it was not taken; a message that it does not name has no
receipt. It raises Unreachable when nobody answered, Rejected when the batch was refused as a whole.
"""

import hashlib
import json
import urllib.error
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tejian.exchange.api import Rejected, Unreachable, signature
from tejian.exchange.models import HTTP, SIMULATOR
from tejian.exchange.models import ExchangePartner as Partner
from tejian.kit.ground import outgoing

TIMEOUT = 10


@dataclass(frozen=True)
class Parcel:
    """A message as a partner is sent it; its key makes a repeated sending one and the same."""

    key: str
    entity: str
    edition: int
    objectkey: str
    number: str
    content: Mapping[str, Any]
    tries: int


Adapter = Callable[[Sequence[Parcel]], Mapping[str, str]]


def body_of(batch: Sequence[Parcel]) -> bytes:
    """The body as it is signed and sent."""
    rows = [{"key": one.key, "id": one.objectkey, "edition": one.edition, **one.content} for one in batch]
    return json.dumps({"entity": batch[0].entity, "rows": rows}, ensure_ascii=False).encode()


def over_http(url: str, secret: str, batch: Sequence[Parcel]) -> dict[str, str]:
    """Send to the address of the partner, signed with HMAC-SHA256 as for the province platform."""
    body = body_of(batch)
    head = {"Content-Type": "application/json; charset=utf-8", "X-Signature": signature(body, secret)}
    try:
        answer = json.loads(outgoing.call(url, body, head, timeout=TIMEOUT))
    except outgoing.Foreign as wrong:
        raise Rejected(str(wrong)) from None
    except urllib.error.HTTPError as wrong:
        if wrong.code in (400, 409, 422):
            raise Rejected(f"对方拒收（{wrong.code}）") from None
        raise Unreachable(f"对方应答异常（{wrong.code}）") from None
    except (OSError, ValueError):
        raise Unreachable("对方没有应答") from None
    return receipts(answer)


def receipts(answer: Any) -> dict[str, str]:
    """What an answer says of each message; one that says success and names an error is an error."""
    if not isinstance(answer, Mapping):
        raise Unreachable("对方应答格式不正确")
    if not answer.get("success"):
        raise Rejected(str(answer.get("message") or "对方拒收")[:400])
    rows = answer.get("results")
    if not isinstance(rows, list):
        raise Unreachable("对方应答没有逐条回执")
    named = [row for row in rows if isinstance(row, Mapping) and isinstance(row.get("key"), str)]
    return {row["key"]: "" if row.get("ok") is True else str(row.get("message") or "对方拒收")[:400] for row in named}


def simulated(batch: Sequence[Parcel]) -> dict[str, str]:
    """A partner without a network. What goes wrong follows from the numbers, so that every run is the same.

    Of nineteen objects it refuses one for good; a batch with one of thirteen is refused as a whole, though answered
    with 200; a first try that begins with one of eleven finds nobody; one of seven that begins a batch gets receipts
    for the first half only; and receipts are repeated.
    """
    lots = [int(hashlib.sha256(one.number.encode()).hexdigest()[:6], 16) for one in batch]
    if lots[0] % 11 == 3 and batch[0].tries <= 1:
        raise Unreachable("对方繁忙，请稍后重传")
    if len(batch) > 1 and any(lot % 13 == 4 for lot in lots):
        return receipts({"success": False, "message": "批次中有数据不符合要求，整批未入库"})
    named = batch[: len(batch) // 2] if len(batch) > 1 and lots[0] % 7 == 2 and batch[0].tries <= 1 else batch
    refused = {one.key for one, lot in zip(batch, lots, strict=True) if lot % 19 == 5}
    rows = [
        {"key": one.key, "ok": one.key not in refused, "message": "与对方登记的使用单位不一致"}
        for one in (*named, *named[:1])
    ]
    return receipts({"success": True, "results": rows})


def adapter_of(partner: Partner) -> Adapter | None:
    """How this partner is sent something; None for one who only reads."""
    if partner.way == SIMULATOR:
        return simulated
    url, secret = partner.url, partner.secret
    return (lambda batch: over_http(url, secret, batch)) if partner.way == HTTP else None
