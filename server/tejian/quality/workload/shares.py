"""Writes the shares of a report when it is issued; what was issued before is made up for at night."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import by_ids
from tejian.charging.fees.api import device_facts, device_values, pipelines
from tejian.inspection.models.items import AppBuss, AppItem
from tejian.inspection.models.reports import Report
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.quality.models.workload import WorkloadShare
from tejian.system.models.accounts import SysUser
from tejian.system.rules import api as rulestore
from tejian.system.settings.api import number

from .rules import HOUR, POINT, Standard, standard_of

MAIN_SHARE = "quality.workload.main_share"  # per cent of the points that the main inspector has
TABLE = "workload_points"
AT_ONCE = 500  # reports of one transaction of the night
JOB = "quality.workload"


def write_shares(db: Session, row: AppBuss, report: Report | None = None) -> None:
    """The shares of an item whose report is approved; once, whatever is corrected afterwards."""
    if not row.approvedat or not row.inspectors or db.scalar(_ANY.where(WorkloadShare.appbuss_id == row.id)):
        return
    on = row.inspdate or row.approvedat.astimezone(clock.SHANGHAI).date()
    standard = standard_of(rulestore.rows(db, TABLE, on), row.equclacode, row.testsort, _names(db, row))
    people = {one.id: one.dept_id for one in db.scalars(select(SysUser).where(SysUser.id.in_(row.inspectors)))}
    parts = shared(row.scinspector, row.inspectors, Decimal(number(db, MAIN_SHARE, 60)))
    for user, part in parts.items():
        db.add(_share(row, user, people.get(user, ""), part, standard))


_ANY = select(WorkloadShare.id).limit(1)


def shared(main: str, people: list[str], percent: Decimal) -> dict[str, Decimal]:
    """The part of each: the main inspector `percent`, the others the rest in equal parts; who is alone has all."""
    others = [one for one in dict.fromkeys(people) if one != main]
    if main not in people or not others:
        own = list(dict.fromkeys(people))
        return {one: Decimal(1) / len(own) for one in own}
    rest = (1 - percent / 100) / len(others)
    return {main: percent / 100, **dict.fromkeys(others, rest)}


def norm_hours(db: Session, rows: Sequence[AppBuss], on: date) -> dict[str, tuple[Decimal, str]]:
    """The hours of work that the standard of a day gives items that are still to be inspected, with the code of the
    standard, by the key of the item. An item without a standard is not there."""
    devices, table = by_ids(db, [one.equdatasysid for one in rows]), rulestore.rows(db, TABLE, on)
    hours: dict[str, tuple[Decimal, str]] = {}
    for row in rows:
        device = devices.get(row.equdatasysid)
        facts = device_facts(device_values(db, device), row.equclacode) if device else {}
        standard = standard_of(table, row.equclacode, row.testsort, facts)
        if standard.rule and standard.hours > 0:
            hours[row.id] = standard.hours, standard.rule
    return hours


def _share(row: AppBuss, user: str, dept: str, part: Decimal, standard: Standard) -> WorkloadShare:
    copied = ("cheorg", "approvedat", "seisn", "reportno", "unitname", "equclass", "testsort")
    return WorkloadShare(
        appbuss_id=row.id,
        user_id=user,
        userdept=dept,
        main=user == row.scinspector,
        points=(standard.points * part).quantize(POINT),
        hours=(standard.hours * part).quantize(HOUR),
        rule=standard.rule,
        explained=f"{standard.explained}，本人{(part * 100).quantize(Decimal('0.1')).normalize():f}%"[:300],
        **{name: getattr(row, name) for name in copied},
    )


def _names(db: Session, row: AppBuss) -> Mapping[str, object]:
    """The values of the device on the day of its inspection; of piping the lines that were inspected."""
    device = by_ids(db, [row.equdatasysid]).get(row.equdatasysid)
    if device is None:  # it was merged since
        return {}
    names = dict(device_facts(device_values(db, device, row.inspdate), row.equclacode))
    key = row.appitem_id
    item = db.get(AppItem, key) if key else None  # lint: allow by-id (the key comes from the stored item)
    lines = pipelines(db, device, item.lineids if item else ())
    if lines:
        lengths: list[Any] = [one["pipelength"] or 0 for one in lines]
        names |= {"lines": Decimal(len(lines)), "pipelength": Decimal(sum(lengths))}
    return names


@jobs.job(JOB, retry=1, daily="01:50", queue="imports")
def make_up(db: Session) -> None:
    """Shares of the reports that were issued before there were any, the newest first, some hundreds in a job."""
    lacking = (
        select(AppBuss)
        .where(AppBuss.approvedat.is_not(None), AppBuss.imported.is_(False), func.cardinality(AppBuss.inspectors) > 0)
        .where(~select(WorkloadShare.id).where(WorkloadShare.appbuss_id == AppBuss.id).exists())
        .order_by(AppBuss.approvedat.desc())
        .limit(AT_ONCE)
    )
    rows = list(db.scalars(lacking))
    for row in rows:
        write_shares(db, row)
    if len(rows) == AT_ONCE:
        jobs.enqueue(db, JOB)
