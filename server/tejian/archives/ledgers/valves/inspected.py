"""What is inspected: a device of the archive or a safety valve of its ledger. Their keys are never the same."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment.models import Equipment

from .as_device import VALVE
from .models import SafetyValve

Device = Equipment | SafetyValve


def by_ids(db: Session, ids: Collection[str]) -> dict[str, Device]:
    """Those of these keys that there are."""
    found: dict[str, Device] = {one.id: one for one in db.scalars(select(Equipment).where(Equipment.id.in_(ids)))}
    if rest := [key for key in ids if key not in found]:
        found |= {one.id: one for one in db.scalars(select(SafetyValve).where(SafetyValve.id.in_(rest)))}
    return found


def one_of(db: Session, key: str, kind: str, *, lock: bool = False) -> Device:
    """The one of a stored business item, which is there."""
    model: Any = SafetyValve if kind == VALVE else Equipment
    found: Device
    if not lock:
        found = db.get_one(model, key)  # lint: allow by-id (the key comes from the stored item)
        return found
    query = select(model).where(model.id == key).with_for_update()
    found = db.scalars(query.execution_options(populate_existing=True)).one()
    return found
