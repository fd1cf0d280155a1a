"""Names: their first letters, by which people search, and those of the units that a record names by keys."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.units import models as units  # the module, not its names: it imports this wing itself


def initials(name: str) -> str:
    """The first letters of the pinyin of a name."""
    from pypinyin import Style, lazy_pinyin  # noqa: PLC0415 (a quarter of a second, which no start should pay)

    return "".join(lazy_pinyin(name, style=Style.FIRST_LETTER, errors=lambda x: x.lower()))[:200]


def names_beside(db: Session, row: Any) -> dict[str, str]:
    """The names of the units that a record names, for the pickers of its form."""
    keys = {n: getattr(row, n) for n in ("unit_id", "useunit_id") if getattr(row, n, "")}
    found = {u.id: u.name for u in db.scalars(select(units.Unit).where(units.Unit.id.in_(keys.values())))}
    return {f"{n}Name": found.get(key, "") for n, key in keys.items()}
