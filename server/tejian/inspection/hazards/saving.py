"""How a hazard comes to be: with the issue of a failed report, or by hand from a report of monitored use."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.hazards import CLOSED, GONE, MEND, NEW, VOID, Hazard
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.records import api as records
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing, Reason
from tejian.kit.records.crud import Hooks, Saved

from .forms import ACTS, FAILED
from .process import HAZARD

COPIED = ("seisn", "equdatasysid", "equname", "equcode", "usecertno", "equclass", "useplace", "unitsysid", "unitname")


def _of_item(db: Session, row: AppBuss) -> Hazard | None:
    return db.scalars(
        select(Hazard).where(Hazard.appbuss_id == row.id, Hazard.step.not_in((GONE, VOID))).limit(1)
    ).first()


def _draft(db: Session, row: AppBuss, reportno: str, source: str) -> Hazard:
    hazard = Hazard(appbuss_id=row.id, source=source, reportno=reportno, conclusion=row.conclusion)
    for name in COPIED:
        setattr(hazard, name, getattr(row, name))
    record = db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == row.id)).one()
    hazard.content = record.problems[:1000]
    hazard.deadline = record.rectifydue
    HAZARD.put(db, hazard, NEW)
    db.add(hazard)
    db.flush()
    return hazard


def note_issue(db: Session, row: AppBuss, report: Report) -> None:
    """A failed report leaves a hazard to be registered; a corrected one that fails still keeps the first.

    A passed re-inspection is the answer to the hazards of what it inspected again: they wait for their verification.
    """
    if row.unqualcode and _of_item(db, row) is None:
        _draft(db, row, report.reportno, FAILED)
    if not row.unqualcode and row.reissued:
        _drop(db, row, report)
    if row.unqualcode or not row.mother_id:
        return
    mine = (Hazard.appbuss_id.in_(records.mothers_of(db, row)), Hazard.step == MEND)
    for hazard in db.scalars(select(Hazard).where(*mine).order_by(Hazard.id).with_for_update()):
        hazard.againno = report.reportno
        HAZARD.follow(Doing(db, db.info["me"], hazard), "again", [hazard])


def _drop(db: Session, row: AppBuss, report: Report) -> None:
    """A correction that found no fault: the hazard of the report that it replaces never was."""
    mine = (Hazard.appbuss_id == row.id, Hazard.source == FAILED, Hazard.step.not_in((CLOSED, GONE, VOID)))
    for hazard in db.scalars(select(Hazard).where(*mine).order_by(Hazard.id).with_for_update()):
        reason = f"报告{hazard.reportno}已由{report.reportno}更正，检验结论不再是不合格"
        HAZARD.follow(Doing(db, db.info["me"], hazard, reason=Reason(reason)), "drop", [hazard])


def make(db: Session, me: User, form: Input) -> Saved:
    """The hazard of an issued report that nobody has written down yet."""
    row = visible_or_refuse(db, me, AppBuss, form["appbuss_id"], lock=True)
    if row.step not in at.ISSUED:
        raise Refused(f"{row.seisn}的报告尚未批准，不能登记隐患")
    if (before := _of_item(db, row)) is not None:
        raise Refused(f"{row.seisn}已有隐患{before.hazno or '（待登记）'}，不能重复登记")
    hazard = _draft(db, row, row.reportno, form["source"])
    return {"id": hazard.id, "version": hazard.version}


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A hazard is changed while it waits for its registration; it comes from a report alone."""
    if not row.id:
        raise Refused("隐患从检验报告登记")
    ACTS.refuse(row)


def before_delete(db: Session, me: User, row: Any) -> None:
    raise Refused("隐患不能删除，不作登记的请写明原因")


HOOKS = Hooks(before_save, before_delete=before_delete)
