"""The payment platform as this product sees it: orders, signed callbacks, and a simulator that calls back.

A callback is signed with HMAC-SHA256 over its values in the order of their names, as non-tax platforms do.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from sqlalchemy.orm import Session

from tejian.kit.database.callbacks import same_signature
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.system.accounts.api import is_demonstration
from tejian.system.settings.api import value

SIGNED = ("amount", "orderno", "paidat", "platformno")
SECRET, KIND = "charge.platform_secret", "charge.platform"
SIMULATOR = "simulator"
FAULT = "charge.platform_fault"
FAULTS, MIXED = ("late", "twice", "second", "amount", "forged", "lost"), "mixed"
FILE = "file"  # its calls are right, its daily file is not
LATE = timedelta(minutes=2)
CENT = Decimal("0.01")


def text_of(values: Mapping[str, str]) -> bytes:
    """What is signed."""
    return "&".join(f"{name}={values.get(name, '')}" for name in SIGNED).encode()


def signature(db: Session, values: Mapping[str, str]) -> str:
    """The signature of a callback, with the secret that was agreed with the platform."""
    return hmac.new(value(db, SECRET).encode(), text_of(values), hashlib.sha256).hexdigest()


def is_signed(db: Session, values: Mapping[str, str]) -> bool:
    """Whether a callback bears the signature of the platform; nothing does before a secret was agreed."""
    return bool(value(db, SECRET)) and same_signature(signature(db, values), values.get("sign", ""))


def refuse_pretending(db: Session) -> None:
    """Refuse to give out or to book money of the built-in platform where nobody demonstrates: none came."""
    if is_simulated(db) and not is_demonstration(db):
        raise Refused("在线支付没有接通：内置的模拟平台只用于演示，不能登记收款，请系统管理员接入支付平台")


def is_simulated(db: Session) -> bool:
    """Whether the platform is the built-in one."""
    return value(db, KIND) in ("", SIMULATOR)


@dataclass(frozen=True)
class Call:
    """What the built-in platform calls back, and how long after the payment; None: never."""

    values: dict[str, str]
    delay: timedelta | None = timedelta(0)


def simulated(db: Session, orderno: str, amount: Decimal, fault: str = "") -> list[Call]:
    """The calls of the built-in platform when an order was paid; the same order has the same platform number.

    What it does wrong is asked for, else a parameter: it calls late, twice, for a second payment, with another amount,
    never, or somebody else calls in its name.
    """
    number = hashlib.sha256(orderno.encode()).hexdigest()
    fault = fault or value(db, FAULT)
    if fault == MIXED:
        fault = (*FAULTS, *("" for _ in range(10)))[int(number, 16) % (len(FAULTS) + 10)]
    platformno = f"SIM{number[:16].upper()}"
    call = _signed(db, orderno, amount - CENT if fault == "amount" else amount, platformno)
    if fault in ("late", "lost"):
        return [Call(call, LATE if fault == "late" else None)]
    if fault == "forged":
        return [Call(call | {"sign": "0" * 64})]
    if fault == "twice":
        return [Call(call), Call(call)]
    if fault == "second":
        return [Call(call), Call(_signed(db, orderno, amount, f"{platformno}-2"))]
    return [Call(call)]


def _signed(db: Session, orderno: str, amount: Decimal, platformno: str) -> dict[str, str]:
    values = {"orderno": orderno, "amount": f"{amount:.2f}", "platformno": platformno}
    values["paidat"] = clock.now().astimezone(clock.SHANGHAI).isoformat(timespec="seconds")
    return values | {"sign": signature(db, values)}
