"""How good the archive of devices is before and after what comes in, by the checks that run every night."""

from collections.abc import Sequence
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.care.quality.api import refresh
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.quality import EquipmentQuality as Q

SAMPLE = 2_000  # of more new devices so many are judged
CENT = Decimal("0.01")


def standing(db: Session) -> tuple[int, Decimal]:
    """How many devices have a score, and its sum: read from the index of scores alone."""
    count, total = db.execute(select(func.count(), func.coalesce(func.sum(Q.score), 0))).one()
    return count, Decimal(total)


def mean(count: int, total: Decimal) -> Decimal | None:
    return (total / count).quantize(CENT) if count else None


def with_new(db: Session, before: tuple[int, Decimal], made: Sequence[str]) -> Decimal | None:
    """The mean score with these devices beside those that were here; runs inside a trial, which takes it back."""
    if not made:
        return mean(*before)
    step = max(1, len(made) // SAMPLE)
    question = list(made[::step])[:SAMPLE]
    refresh(db, question)
    living = (
        select(func.avg(Q.score)).join(Equipment, Equipment.id == Q.equdatasysid).where(Q.equdatasysid.in_(question))
    )
    new = db.scalar(living)
    if new is None:
        return mean(*before)
    return mean(before[0] + len(made), before[1] + Decimal(new) * len(made))
