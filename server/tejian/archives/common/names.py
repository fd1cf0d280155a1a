"""Names of the units that a record names by keys."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models import units  # the module, not its names: it imports this wing itself


def names_beside(db: Session, row: Any) -> dict[str, str]:
    """The names of the units that a record names, for the pickers of its form."""
    keys = {n: getattr(row, n) for n in ("unit_id", "useunit_id") if getattr(row, n, "")}
    found = {u.id: u.name for u in db.scalars(select(units.Unit).where(units.Unit.id.in_(keys.values())))}
    return {f"{n}Name": found.get(key, "") for n, key in keys.items()}
