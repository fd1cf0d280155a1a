"""What of the operations was not written: refused ones and held ones, each as something that a person settles."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.fieldwork import HELD, REFUSED, PackJob, RecordOp
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.mobile import FAILED, WAIT, HeldJob, OpFailure
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from .places import shown

NEITHER = "该业务现在不在报告录入环节，不能套用；可移交到同一设备的其他业务，或归档"


def note_unwritten(db: Session, ops: Sequence[RecordOp]) -> None:
    """Each refused operation by itself, the held ones by job and terminal."""
    left = [one for one in ops if one.state in (REFUSED, HELD)]
    if not left:
        return
    db.flush()
    keys = sorted({one.appbuss_id for one in left if one.appbuss_id})
    rows = {one.id: one for one in db.scalars(select(AppBuss).where(AppBuss.id.in_(keys)))}
    for op in left:
        row = rows.get(op.appbuss_id)
        if op.state == REFUSED:
            db.add(_failure(op, row))
        elif row:
            _hold(db, op, row)
    db.flush()


def _failure(op: RecordOp, row: AppBuss | None) -> OpFailure:
    copied = ("appbuss_id", "words", "message", "user_id", "terminal_id", "app", "orgid", "deptid")
    return OpFailure(
        op_id=op.id,
        step=FAILED,
        step_since=clock.now(),
        reportno=(row.reportno or row.seisn) if row else "",
        equname=row.equname if row else "",
        valueshown=shown(op.value),
        **{name: getattr(op, name) for name in copied},
    )


def _hold(db: Session, op: RecordOp, row: AppBuss) -> None:
    H = HeldJob
    same = (H.appbuss_id == row.id, H.record_id == op.record_id, H.terminal_id == op.terminal_id, H.step == WAIT)
    job = db.scalars(select(H).where(*same).with_for_update()).first()
    if job is None:
        copied = ("record_id", "user_id", "terminal_id", "orgid", "deptid")
        given = select(PackJob).where(PackJob.user_id == op.user_id, PackJob.record_id == op.record_id)
        pack = db.scalars(given.limit(1)).first()
        job = H(
            appbuss_id=row.id,
            step=WAIT,
            step_since=clock.now(),
            reportno=row.reportno or row.seisn,
            equdatasysid=row.equdatasysid,
            equname=row.equname,
            unitname=row.unitname,
            operations=0,
            template=pack.template if pack else "",
            edition=pack.edition if pack else 0,
            **{name: getattr(op, name) for name in copied},
        )
        db.add(job)
    job.why, job.received, job.operations = op.message[:200], clock.now(), job.operations + 1
    db.flush()


def held_ops(db: Session, job: HeldJob) -> list[RecordOp]:
    """The operations of a held job, in their order."""
    R = RecordOp
    mine = (R.record_id == job.record_id, R.terminal_id == job.terminal_id, R.state == HELD)
    return list(db.scalars(select(R).where(*mine, R.appbuss_id == job.appbuss_id).order_by(R.seq)))


def target_of(db: Session, me: User, job: HeldJob, number: str = "") -> tuple[AppBuss, OriginalRecord]:
    """The item into whose record held operations go, locked: their own, or another one of the same device."""
    named = AppBuss.id == job.appbuss_id if not number else (AppBuss.seisn == number) | (AppBuss.reportno == number)
    locked = select(AppBuss).where(named, AppBuss.visible(me)).with_for_update(of=AppBuss)
    row = db.scalars(locked.execution_options(populate_existing=True)).first()
    if row is None:
        raise Refused(f"没有您可见的业务{number}")
    if number and (row.equdatasysid != job.equdatasysid or row.id == job.appbuss_id):
        raise Refused(f"业务{number}不是同一设备的另一件业务")
    query = select(OriginalRecord).where(OriginalRecord.appbuss_id == row.id).with_for_update()
    record = db.scalars(query.execution_options(populate_existing=True)).first()
    if row.step != at.ENTER or record is None:
        raise Refused(NEITHER if not number else f"业务{number}不在报告录入环节，不能移交")
    return row, record


def as_sent(op: RecordOp, record: str) -> dict[str, Any]:
    """A held operation as it would come now for another record."""
    own = {"id": f"held-{op.id}", "seq": op.seq, "record": record, "path": op.path, "base": op.base}
    return own | {"value": op.value, "baseVersion": op.baseversion, "at": op.at}
