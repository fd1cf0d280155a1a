"""System parameters: values that administrators set. Kept in the process, renewed when their version moves on."""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Integer, cast, select, text
from sqlalchemy.orm import Session

from tejian.system.models.settings import Param

from .cache import version


@dataclass
class _Kept:
    version: int = -1
    values: dict[str, str] = field(default_factory=dict)


_kept = _Kept()


HELD = "parameters"  # in the info of a session: values that hold in it alone


def hold(db: Session, key: str, value: str) -> None:
    """Let a parameter have a value in this session alone: cases that run side by side store nothing and wait for no
    row of each other."""
    db.info.setdefault(HELD, {})[key] = value


def value(db: Session, key: str, default: str = "") -> str:
    """The value of a parameter, or `default` when it is missing or empty."""
    held: dict[str, str] = db.info.get(HELD, {})
    if key in held:
        return held[key]
    current = version(db, "param")
    if _kept.version != current:
        _kept.values = {r.key: r.value for r in db.execute(text("select key, value from sys_param"))}
        _kept.version = current
    return _kept.values.get(key) or default


def number(db: Session, key: str, default: int) -> int:
    """A whole-number parameter; `default` stands in when it is missing or not a number."""
    found = value(db, key)
    return int(found) if found.isdigit() else default


def in_statement(key: str, digits: str = "+") -> Any:
    """A whole-number parameter as a part of a statement; null when it is missing or is not so many digits."""
    found = Param.key == key, Param.value.op("~")(f"^[0-9]{digits}$")
    return select(cast(Param.value, Integer)).where(*found).scalar_subquery()


def flag(db: Session, key: str, default: bool = False) -> bool:
    found = value(db, key)
    return found in ("1", "true", "是") if found else default
