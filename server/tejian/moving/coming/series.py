"""Series of numbers go on after the highest number that came in; taken back, they stand where they stood."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from tejian.kit.database.numbering import Counter, NumberRule
from tejian.moving.models import MovingCounter

from .kinds import CERT, REPORT
from .series_numbers import Numbers, counted

# what stands in which column of a kind, and the rule that gives such numbers here
SERIES: Mapping[str, tuple[str, str]] = {REPORT: ("reportno", "reportno"), CERT: ("certno", "workcert")}


def raise_to(db: Session, file_id: str, kind: str, values: Iterable[str]) -> None:
    """Let the series of a kind begin after the highest of these numbers, where they are written by its rule."""
    if kind not in SERIES:
        return
    rule = db.execute(
        select(NumberRule.code, NumberRule.pattern, NumberRule.reset).where(NumberRule.code == SERIES[kind][1])
    ).first()
    if rule is None:
        return
    highest = counted(Numbers(rule.code, rule.pattern, rule.reset), values)
    for (series, period), value in sorted(highest.items()):
        _raise(db, file_id, series, period, value)


def _raise(db: Session, file_id: str, series: str, period: str, value: int) -> None:
    at = (Counter.series == series, Counter.period == period)
    was = db.scalar(select(Counter.value).where(*at).with_for_update())
    if was is not None and was >= value:
        return
    fresh = insert(Counter).values(series=series, period=period, value=value)
    higher = fresh.on_conflict_do_update(index_elements=["series", "period"], set_={"value": fresh.excluded.value})
    db.execute(higher)
    noted: dict[str, Any] = {"file_id": file_id, "series": series, "period": period, "was": was, "raised": value}
    db.execute(insert(MovingCounter).values(noted))


def put_back(db: Session, file_id: str) -> None:
    """Give the series back where they stood; one that went on since stays where it is."""
    for one in db.execute(select(MovingCounter).where(MovingCounter.file_id == file_id)).scalars().all():
        at = (Counter.series == one.series, Counter.period == one.period, Counter.value == one.raised)
        db.execute(delete(Counter).where(*at) if one.was is None else update(Counter).where(*at).values(value=one.was))
    db.execute(delete(MovingCounter).where(MovingCounter.file_id == file_id))
