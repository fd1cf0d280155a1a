"""A record as it is examined at one moment: judged and dated once, for everybody who asks in the same request."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import Device
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord

from .conclusion import Judgement, judge
from .dating import Schedule, schedule
from .reading import device_of


@dataclass(frozen=True, slots=True)
class Examined:
    """What the rules say of a record. It is not true any more after the next change of the record."""

    device: Device
    judgement: Judgement
    due: Schedule | None  # None while day or conclusion is not known


def examine(db: Session, row: AppBuss, record: OriginalRecord) -> Examined:
    """Ask the rules about a record as it is stored now."""
    device = device_of(db, row)
    judgement = judge(db, row, record)
    return Examined(device, judgement, schedule(db, row, record, judgement, device=device))
