"""What the form of a correction writes."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models import AppBuss, Report
from tejian.kit.crud import Hooks, put
from tejian.kit.errors import BadInput, NoPermission, Refused
from tejian.kit.formview import Input
from tejian.kit.user import User

from .models import DRAFT, OPEN, ReportChange
from .process import CHANGE

COPIED = ("seisn", "unitname", "equname", "equcode", "equclass")


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A request names a report that the applicant sees, and is changed by the applicant while it is with him."""
    if row.id and row.step not in OPEN:
        raise Refused(f"{row.changeno}{CHANGE.name_of(row.step)}，不能再修改")
    if row.id and row.createby != me.id:
        raise NoPermission("只有申请人可以修改")
    number = (values.get("reportno") or row.reportno).strip().upper()
    query = select(Report).where(Report.reportno == number, Report.visible(me))
    report = db.scalars(query).first()
    if report is None:
        raise BadInput(f"原报告编号：没有您可见的已签发报告{number[:40]}", field="reportno")
    item = db.scalars(select(AppBuss).where(AppBuss.id == report.appbuss_id)).one()
    values["reportno"], row.appbuss_id = number, item.id
    for name in COPIED:
        setattr(row, name, getattr(item, name))
    if not row.id:
        row.applicant = me.name
        CHANGE.put(db, row, DRAFT)


def before_delete(db: Session, me: User, row: ReportChange) -> None:
    if row.changeno or row.step != DRAFT or row.createby != me.id:
        raise Refused("只能删除本人没有提交过的草稿")


HOOKS = Hooks(before_save, before_delete=before_delete)


def ask(db: Session, me: User, form: Input) -> ReportChange:
    """The draft of a request for a correction, as its form makes it."""
    row = ReportChange()
    put(db, me, row, form.values, HOOKS)
    return row
