"""What stands against a step of a rescue, who is sent next, and when it escalates by itself (rows of rescue_rules)."""

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.forms.form import as_moment
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.lifts.filing.api import number_term
from tejian.lifts.models.binding import GRID as GRID_STATION
from tejian.lifts.models.binding import PUBLIC, RescueStation
from tejian.lifts.models.rescue import CONTRACT, FIRE, GRID, RescueIncident

ESCALATE = "lifts.escalate"
LATER = timedelta(seconds=30)  # a clock that runs a little ahead is no future


def happened(d: Doing) -> datetime:
    """The moment of an event: now, or what was typed."""
    said = d.form["happened"]
    if not said:
        return clock.now()
    at = as_moment(str(said), "时间")
    return at if at.tzinfo else at.replace(tzinfo=clock.SHANGHAI)


def not_before_the_call(d: Doing) -> str | None:
    """时间在接警之后、不晚于现在"""
    s, at = d.subject, happened(d)
    first = s.arrivedat or s.calledat
    if at < first.replace(microsecond=0):
        return f"时间不能早于{'到场' if s.arrivedat else '接警'}时间{clock.minute(first)}"
    return "时间不能晚于现在" if at > clock.now() + LATER else None


def somebody_answers(d: Doing) -> str | None:
    """电梯有签约维保单位"""
    s = d.subject
    return None if s.maiorgsysid else f"电梯{s.code96333}没有绑定维保单位，请转二级"


def station_there(db: Session, row: RescueIncident, kind: str) -> str:
    """The nearest station of a kind in the area of the lift; '' where there is none."""
    S = RescueStation
    query = select(S.id).where(S.enabled, S.kind == kind, S.areacode.startswith(row.areacode[:6]))
    return db.scalar(query.order_by(S.target, S.name).limit(1)) or ""


def send_station(db: Session, row: RescueIncident, level: str) -> None:
    """Level and station of a rescue that was raised."""
    row.level = level
    row.station_id = station_there(db, row, GRID_STATION if level == GRID else PUBLIC) or row.station_id


def due_at(db: Session, row: RescueIncident) -> datetime | None:
    """When a rescue escalates by itself, as it stands; None when nothing further can be done.

    Silence after the dispatch, a forecast that has passed, nobody free after the arrival.
    """
    on, base = clock.today(), row.step_since or clock.now()
    if row.level == FIRE:
        return None
    if row.arrivedat is not None:
        name = "未解救转二级" if row.level == CONTRACT else "未解救转三级"
        return row.arrivedat + timedelta(minutes=number_term(db, name, on))
    if row.level == GRID:
        return base + timedelta(minutes=number_term(db, "转三级", on))
    if row.acceptedat is None:
        return base + timedelta(seconds=number_term(db, "接单时限", on))
    return (row.sentat or base) + timedelta(minutes=number_term(db, "转二级", on))


def set_clock(db: Session, row: RescueIncident) -> None:
    """Write when it escalates, and the job of that moment in the same transaction: a restart loses none."""
    row.raiseat = due_at(db, row)
    if row.raiseat is not None:
        jobs.enqueue(db, ESCALATE, at=row.raiseat, key=row.id)


def entrapments(db: Session, lift: str) -> int:
    """Entrapments of a lift within twelve months."""
    since = clock.now() - timedelta(days=365)
    C = RescueIncident
    return db.scalar(select(func.count()).where(C.equdatasysid == lift, C.calledat >= since)) or 0
