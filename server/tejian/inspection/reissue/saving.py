"""What the form of a correction writes."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reissue import DRAFT, SELF, SUPPLEMENT, ReportChange
from tejian.inspection.models.reports import Report
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.records.crud import Hooks, put

from .forms import ACTS, USES
from .process import CHANGE

COPIED = ("seisn", "unitname", "equname", "equcode", "equclass")


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """A request names a report that the applicant sees, and is changed by the applicant while it is with him."""
    if row.id:
        ACTS.refuse(row)
        if row.createby != me.id:
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


def ask_supplement(db: Session, me: User, form: Input) -> ReportChange:
    """A unit asks for an issued report once more: the request goes to the institute at once."""
    if not me.unit_id:
        raise Refused("自助补发由使用单位的账户申请，机构人员请在“报告更正申请”中办理")
    if len(form.ids) != 1:
        raise BadInput("请选择一份报告")
    item = visible_or_refuse(db, me, AppBuss, form.ids[0])
    if item.step != at.DONE:
        raise Refused(f"{item.seisn}的报告尚未发放，请联系检验机构领取")
    content = f"补发{form['copies']}份，用途：{USES[form['use']]}"
    row = ReportChange(kind=SUPPLEMENT, way=SELF)
    values = {"reportno": item.reportno, "copies": form["copies"], "content": content, "reason": form["reason"]}
    put(db, me, row, values, HOOKS)
    d = Doing(db, me, row)
    if why := next(filter(None, (guard(d) for guard in CHANGE.by_name["submit"].guards)), None):
        raise Refused(why)
    CHANGE.follow(d, "submit", [row])  # the right to ask was judged by the call
    return row
