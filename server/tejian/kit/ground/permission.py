"""Permission codes: a flat, declared table. A code that nobody declared cannot be asked for."""

from dataclasses import dataclass

from .errors import NoPermission
from .user import User


@dataclass(frozen=True)
class Permission:
    code: str
    label: str
    family: str
    trusted: bool = False  # moves money or administrates: its grant begins an account anew (accounts/trust.py)


PERMISSIONS: dict[str, Permission] = {}


def permission(code: str, label: str, family: str, *, trusted: bool = False) -> str:
    """Declare a code and give it back, so that the declaration can stand where the code is used."""
    known = PERMISSIONS.get(code)
    if known and (known.label, known.family) != (label, family):
        raise ValueError(f"permission {code} is declared twice with different words")
    PERMISSIONS[code] = Permission(code, label, family, trusted or bool(known and known.trusted))
    return code


def require(me: User, code: str) -> None:
    """Refuse with 403 unless the user holds the code."""
    if code not in PERMISSIONS:
        raise ValueError(f"permission {code} is not declared")
    if code not in me.permissions:
        raise NoPermission(needed=code)
