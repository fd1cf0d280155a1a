"""What is inspected: a device of the archive, a valve or a product of its ledger. Their keys are never the same."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.products import Product
from tejian.archives.models.valves import SafetyValve

Device = Equipment | SafetyValve | Product
LEDGERS: tuple[Any, ...] = (Equipment, SafetyValve, Product)  # in the order of what is inspected most


def by_ids(db: Session, ids: Collection[str]) -> dict[str, Device]:
    """Those of these keys that there are."""
    found: dict[str, Device] = {}
    for model in LEDGERS:
        if rest := [key for key in ids if key not in found]:
            found |= {one.id: one for one in db.scalars(select(model).where(model.id.in_(rest)))}
    return found


def one_of(db: Session, key: str, *, lock: bool = False) -> Device:
    """The one of a stored business item, which is there. Raises LookupError when it is not."""
    for model in LEDGERS:
        row: Device | None = db.get(  # lint: allow by-id (the key comes from the stored item)
            model, key, with_for_update=lock or None, populate_existing=lock
        )
        if row is not None:
            return row
    raise LookupError(key)
