"""Learns at night how long inspections take: the times on site of what was approved, and their medians."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tejian.inspection.models.durations import NONE, SiteTime
from tejian.inspection.models.items import AppBuss
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.system.models.organisations import Org
from tejian.system.settings.api import number

from .hours import norm_minutes
from .medians import count
from .reading import Clocks, clocks_of
from .sharing import Share, Span, minute, shares

NIGHT, JOB = "inspection.durations", "inspection.durations.of"
INSTITUTE = "institute"
AT_ONCE = 10  # days of inspection of one transaction


@jobs.job(NIGHT, retry=1, daily="02:20", queue="imports")
def learn(db: Session) -> None:
    """A job for each institute."""
    for key in db.scalars(select(Org.id).where(Org.kind == INSTITUTE, Org.enabled)):
        jobs.enqueue(db, JOB, lock=f"durations {key}", org_id=key)


@jobs.job(JOB, retry=1, queue="imports")
def learn_of(db: Session, org_id: str) -> None:
    """The times of some days that were approved since; when there are no more, the medians are counted anew."""
    since = clock.today() - timedelta(days=number(db, "inspection.plan.learn_days", 365))
    db.execute(delete(SiteTime).where(SiteTime.cheorg == org_id, SiteTime.inspdate < since))
    days = _days(db, org_id, since)
    if days:
        _write(db, org_id, days)
    if len(days) == AT_ONCE:
        jobs.enqueue(db, JOB, lock=f"durations {org_id}", org_id=org_id)
        return
    db.flush()
    count(db, org_id)


def _days(db: Session, org_id: str, since: date) -> list[date]:
    """The days of which something was approved that has no time yet, the newest first."""
    B = AppBuss
    mine = B.cheorg == org_id, B.inspdate >= since, B.approvedat.is_not(None), B.imported.is_(False)
    lacking = ~select(SiteTime.id).where(SiteTime.appbuss_id == B.id).exists()
    days = select(B.inspdate).where(*mine, lacking).distinct().order_by(B.inspdate.desc()).limit(AT_ONCE)
    return [one for one in db.scalars(days) if one]


def _write(db: Session, org_id: str, days: Sequence[date]) -> None:
    """All approved items of these days: what was open beside it counts, so a day is written as a whole."""
    B = AppBuss
    mine = B.cheorg == org_id, B.inspdate.in_(days), B.approvedat.is_not(None), B.imported.is_(False)
    rows = list(db.scalars(select(B).where(*mine).order_by(B.id)))
    db.execute(delete(SiteTime).where(SiteTime.cheorg == org_id, SiteTime.inspdate.in_(days)))
    clocks, norms = clocks_of(db, rows), norm_minutes(db, rows, clock.today())
    own = shared(rows, clocks)
    db.add_all(_time(row, clocks[row.id], own.get(row.id), norms.get(row.id, (0, ""))[0]) for row in rows)


def shared(rows: Sequence[AppBuss], clocks: dict[str, Clocks]) -> dict[str, Share]:
    """What is each item's own of the time of its main inspector on its day."""
    spans: dict[tuple[str, date | None], list[Span]] = defaultdict(list)
    for row in rows:
        begun, ended, source = clocks[row.id]
        if source != NONE:
            spans[row.scinspector, row.inspdate].append(Span(row.id, minute(begun), minute(ended)))
    return {key: share for one in spans.values() for key, share in shares(one).items()}


def _time(row: AppBuss, clocks: Clocks, own: Share | None, norm: int) -> SiteTime:
    copied = ("cheorg", "chedept", "unitsysid", "unitname", "equclass", "equclacode", "testsort", "inspdate")
    return SiteTime(
        **{name: getattr(row, name) for name in copied},
        appbuss_id=row.id,
        main_id=row.scinspector,
        begunat=clocks[0],
        endedat=clocks[1],
        source=clocks[2],
        together=own.together if own else 0,
        minutes=own.minutes if own else 0,
        norm=norm,
    )
