"""The payment platform as this product sees it: orders, signed callbacks, and a simulator that calls back.

A callback is signed with HMAC-SHA256 over its values in the order of their names, as non-tax platforms do.
"""

import hashlib
import hmac
from collections.abc import Mapping
from decimal import Decimal

from sqlalchemy.orm import Session

from tejian.kit import clock
from tejian.kit.callbacks import same_signature
from tejian.system.settings.api import value

SIGNED = ("amount", "orderno", "paidat", "platformno")
SECRET, KIND = "charge.platform_secret", "charge.platform"
SIMULATOR = "simulator"


def text_of(values: Mapping[str, str]) -> bytes:
    """What is signed."""
    return "&".join(f"{name}={values.get(name, '')}" for name in SIGNED).encode()


def signature(db: Session, values: Mapping[str, str]) -> str:
    """The signature of a callback, with the secret that was agreed with the platform."""
    return hmac.new(value(db, SECRET).encode(), text_of(values), hashlib.sha256).hexdigest()


def is_signed(db: Session, values: Mapping[str, str]) -> bool:
    """Whether a callback bears the signature of the platform; nothing does before a secret was agreed."""
    return bool(value(db, SECRET)) and same_signature(signature(db, values), values.get("sign", ""))


def is_simulated(db: Session) -> bool:
    """Whether the platform is the built-in one."""
    return value(db, KIND) in ("", SIMULATOR)


def simulated(orderno: str, amount: Decimal) -> dict[str, str]:
    """What the built-in platform calls back when an order was paid; the same order has the same platform number."""
    number = hashlib.sha256(orderno.encode()).hexdigest()[:16].upper()
    values = {"orderno": orderno, "amount": f"{amount:.2f}", "platformno": f"SIM{number}"}
    values["paidat"] = clock.now().astimezone(clock.SHANGHAI).isoformat(timespec="seconds")
    return values
