"""When inspections began and ended: as the phone signed in and out, else as the record says."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection.models.durations import NONE, PHONE, RECORD
from tejian.inspection.models.fieldwork import REFUSED, RecordOp
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.ground import clock

CAME, LEFT = "presence.in", "presence.out"
Clocks = tuple[str, str, str]  # begun, ended (HH:MM), and where that comes from


def clocks_of(db: Session, rows: Sequence[AppBuss]) -> dict[str, Clocks]:
    """Of each item; one whose times nobody wrote has none."""
    keys = [one.id for one in rows]
    R = OriginalRecord
    query = select(R.appbuss_id, R.begunat, R.endedat).where(R.appbuss_id.in_(keys))
    written = {key: (begun, ended) for key, begun, ended in db.execute(query)}
    signed = _signed(db, keys)
    return {one.id: _clocks(one, signed.get(one.id), written.get(one.id, ("", ""))) for one in rows}


def _signed(db: Session, keys: Sequence[str]) -> Mapping[str, tuple[datetime | None, datetime | None]]:
    """The first to sign in and the last to sign out, by item."""
    O = RecordOp  # noqa: E741
    first, last = (func.min(O.at).filter(O.path == CAME), func.max(O.at).filter(O.path == LEFT))
    here = O.appbuss_id.in_(keys), O.appbuss_id != "", O.path.in_((CAME, LEFT)), O.state != REFUSED
    return {
        key: (came, left)
        for key, came, left in db.execute(select(O.appbuss_id, first, last).where(*here).group_by(O.appbuss_id))
    }


def _clocks(row: AppBuss, signed: tuple[datetime | None, datetime | None] | None, written: tuple[str, str]) -> Clocks:
    came, left = (one and one.astimezone(clock.SHANGHAI) for one in signed or (None, None))
    if came and left and came < left and came.date() == left.date() == row.inspdate:
        return f"{came:%H:%M}", f"{left:%H:%M}", PHONE
    begun, ended = written
    return (begun, ended, RECORD) if begun and ended and begun < ended else ("", "", NONE)
