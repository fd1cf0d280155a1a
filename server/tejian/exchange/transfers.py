"""Carries inspection data to the province platform: 待传 → 成功 or 失败, tried again by itself, by hand, or ignored.

The row is written in the transaction of the report's approval, with its job; the platform is called between two short
transactions, so nothing is locked while it works.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import Device, by_ids, one_of
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.kit.database import jobs
from tejian.kit.database.audit import plain
from tejian.kit.database.db import many_visible_or_refuse, new_id
from tejian.kit.database.jobs import job
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held
from tejian.system.settings.api import number

from .models import Transfer
from .platform import Rejected, Unreachable, platform_of

log = logging.getLogger(__name__)

WAITING, DONE, FAILED, IGNORED = "0", "1", "2", "3"  # C742
WAITS = (5, 30, 120)  # minutes before the first, second and third automatic try
AT_ONCE = 200
SENT_FIELDS: tuple[str, ...] = (
    "reportno",
    "seisn",
    "equclass",
    "equclacode",
    "equcode",
    "usecertno",
    "equname",
    "useplace",
    "areacode",
)
SENT_FIELDS += ("unitname", "seisort", "testsort", "inspdate", "conclusion", "unqualcode", "nextdate")


def record_issue(db: Session, row: AppBuss, report: Report) -> None:
    """An issued report goes to the platform: the journal row and its job stand in the approval's transaction."""
    device = one_of(db, row.equdatasysid)
    journal(db, row, report, device)


def journal(db: Session, row: AppBuss, report: Report, device: Device) -> Transfer:
    """A new row of the journal for a report, with its job."""
    content = {name: plain(getattr(row, name)) for name in SENT_FIELDS}
    content |= {"sha256": report.key, "issuedat": plain(report.issuedat), "equidentcode": device.equidentcode}
    content |= {"useorgname": device.useorgname, "cheorgname": device.cheorgsysname}
    made = Transfer(
        id=new_id(),
        direction="push",
        seisn=row.seisn,
        reportno=row.reportno,
        appbuss_id=row.id,
        equdatasysid=row.equdatasysid,
        equclass=row.equclass,
        equcode=row.equcode,
        equname=row.equname,
        unitname=row.unitname,
        areacode=row.areacode,
        cheorg=row.cheorg,
        state=WAITING,
        content=content,
    )
    db.add(made)
    jobs.enqueue(db, "exchange.push", transfer_id=made.id)
    return made


def _claim(transfer_id: str) -> tuple[dict[str, Any], int] | None:
    """Take a waiting or failed row into work in a transaction of its own: (content, tries), or None."""
    with jobs.new_session() as own:
        query = select(Transfer).where(Transfer.id == transfer_id).with_for_update(skip_locked=True)
        row = own.scalars(query).first()
        if row is None or row.direction != "push" or row.state not in (WAITING, FAILED):
            return None
        row.state, row.tries, row.sentat, row.nexttry = WAITING, row.tries + 1, clock.now(), None
        return dict(row.content), row.tries


@job("exchange.push", retry=3)
def push(db: Session, transfer_id: str) -> None:
    """Send one row. A rejection waits for a person; no answer is tried again by itself."""
    claimed = _claim(transfer_id)
    if claimed is None:
        return
    content, tries = claimed
    platform = platform_of(db, tries)
    error, again, receipt = "", False, ""
    if platform is None:
        error = "省平台传输已停用"
    else:
        try:
            receipt = platform.push(transfer_id, content)
        except Rejected as wrong:
            error = str(wrong)
        except Unreachable as wrong:
            error, again = str(wrong), True
    row = db.scalars(select(Transfer).where(Transfer.id == transfer_id).with_for_update()).one()
    if row.state != WAITING:  # somebody ignored it meanwhile
        return
    row.error, row.receipt = error[:500], receipt
    row.state = FAILED if error else DONE
    if again and tries <= number(db, "exchange.retries", len(WAITS)):
        row.nexttry = next_try(tries)
        jobs.enqueue(db, "exchange.push", at=row.nexttry, transfer_id=row.id)


def next_try(tries: int) -> datetime:
    """When a row that failed for the n-th time is tried again."""
    return clock.now() + timedelta(minutes=WAITS[min(max(tries, 1), len(WAITS)) - 1])


@job("exchange.sweep", cron="*/20 * * * *")
def sweep(db: Session) -> None:
    """Rows whose job was lost with its worker are given one again."""
    old = clock.now() - timedelta(minutes=30)
    lost = select(Transfer).where(Transfer.state == WAITING, Transfer.direction == "push", Transfer.updatetime < old)
    for row in db.scalars(lost.order_by(Transfer.id).limit(AT_ONCE).with_for_update(skip_locked=True)).all():
        row.updatetime = clock.now()
        jobs.enqueue(db, "exchange.push", transfer_id=row.id)


def retry(db: Session, me: User, ids: Sequence[str]) -> int:
    """重传: failed or ignored rows go out again, with the content of today."""
    rows = many_visible_or_refuse(db, me, Transfer, ids, lock=True)
    if len(rows) > AT_ONCE:
        raise Refused(f"一次最多重传{AT_ONCE}条")
    for row in rows:
        if row.state not in (FAILED, IGNORED):
            raise Refused(f"{row.reportno or row.seisn}不是失败或忽略状态，不能重传")
        if row.direction != "push":
            raise Refused("接收记录不能重传")
    current = {b.id: b for b in db.scalars(select(AppBuss).where(AppBuss.id.in_([r.appbuss_id for r in rows])))}
    devices = by_ids(db, {r.equdatasysid for r in rows})
    for row in rows:
        send_again(db, row, current.get(row.appbuss_id), devices.get(row.equdatasysid))
    return len(rows)


def send_again(db: Session, row: Transfer, item: AppBuss | None, device: Device | None) -> None:
    """A failed or ignored row waits again, with the content of today."""
    row.content = renewed(row, item, device)
    row.state, row.error, row.tries, row.nexttry = WAITING, "", 0, None
    row.ignoredby, row.ignorereason = "", ""
    jobs.enqueue(db, "exchange.push", transfer_id=row.id)


RENEWED = ("equcode", "usecertno", "equname", "useplace", "areacode", "equidentcode", "useorgname")


def renewed(row: Transfer, item: AppBuss | None, device: Device | None) -> dict[str, Any]:
    """A rejection is mended in the archive: codes and names are read from there again; the result stays as issued."""
    content = dict(row.content)
    if device is not None:
        content |= {n: plain(getattr(device, n)) for n in RENEWED}
    if item is not None:
        content["unitname"] = item.unitname
    return content


def ignore(db: Session, me: User, sent: Input) -> None:
    """忽略: a failed row is left alone, with a reason."""
    row = held(db, me, Transfer, sent)
    if row.state != FAILED:
        raise Refused("只有失败的记录可以忽略")
    row.state, row.nexttry = IGNORED, None
    row.ignoredby, row.ignorereason = me.name, sent["ignorereason"]
