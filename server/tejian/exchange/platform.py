"""The province platform: what is asked of an adapter, the real one over HTTP, and a simulator that behaves like it."""

import hashlib
import hmac
import json
import urllib.error
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground import clock, outgoing
from tejian.system.settings.api import value

TIMEOUT = 10


class Unreachable(Exception):
    """The platform did not answer, or was busy; the same data may be sent again under its key."""


class Rejected(Exception):
    """The platform read the data and will not take it as it is; the text says why."""


@dataclass(frozen=True)
class Platform:
    """An adapter with what it was configured with: `push(key, content)` gives the platform's receipt number."""

    push: Callable[[str, Mapping[str, Any]], str]


def simulated(key: str, content: Mapping[str, Any], tries: int) -> str:
    """A platform without a network: one of nine is busy on the first try, one of seventeen is rejected for its data.

    Which ones follows from the report number, so that every run is the same. A device without a code is always
    rejected.
    """
    if not content.get("equcode"):
        raise Rejected("设备代码为空，不能入库")
    number = int(hashlib.sha256(str(content.get("reportno", key)).encode()).hexdigest()[:6], 16)
    if number % 17 == 3:
        raise Rejected("使用登记证编号与省平台登记信息不一致")
    if number % 9 == 4 and tries <= 1:
        raise Unreachable("省平台繁忙，请稍后重传")
    return f"ZJ{clock.today():%Y%m%d}{number:08d}"


def signature(body: bytes, secret: str) -> str:
    """HMAC-SHA256 of the body, as the header X-Signature carries it."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def over_http(url: str, secret: str, key: str, content: Mapping[str, Any]) -> str:
    """Send to the configured address. The key makes a repeated sending one and the same."""
    body = json.dumps({"key": key, "data": content}, ensure_ascii=False).encode()
    head = {"Content-Type": "application/json; charset=utf-8", "X-Signature": signature(body, secret)}
    try:
        answer = json.loads(outgoing.call(url, body, {**head, "Idempotency-Key": key}, timeout=TIMEOUT))
    except outgoing.Foreign as wrong:
        raise Rejected(str(wrong)) from None
    except urllib.error.HTTPError as wrong:
        if wrong.code in (400, 409, 422):
            raise Rejected(f"省平台拒收（{wrong.code}）") from None
        raise Unreachable(f"省平台应答异常（{wrong.code}）") from None
    except (OSError, ValueError):
        raise Unreachable("省平台没有应答") from None
    if not isinstance(answer, dict):
        raise Unreachable("省平台应答格式不正确")
    if not answer.get("success"):
        raise Rejected(str(answer.get("message") or "省平台拒收")[:400])
    return str(answer.get("receipt") or "")[:64]


def platform_of(db: Session, tries: int) -> Platform | None:
    """The adapter that the parameter exchange.platform names; None when transfers are switched off."""
    name = value(db, "exchange.platform", "simulator")
    if name == "simulator":
        return Platform(lambda key, content: simulated(key, content, tries))
    url, secret = value(db, "exchange.platform_url"), value(db, "exchange.platform_secret")
    if name == "http" and url.startswith(("https://", "http://")):
        return Platform(lambda key, content: over_http(url, secret, key, content))
    return None
