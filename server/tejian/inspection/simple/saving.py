"""What is refused when a report is entered, and a row of an import."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.inspection.models.reports import Report
from tejian.inspection.models.simple import OPEN
from tejian.inspection.models.simple import SimpleReport as R
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, put

from .forms import FORM
from .process import SIMPLE


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    def will(name: str) -> Any:
        return values[name] if name in values else getattr(row, name)

    if will("inspdate") > clock.today():
        raise BadInput(f"检验日期{will('inspdate')}不得晚于今天", field="inspdate")
    if will("nextdate") and will("nextdate") <= will("inspdate"):
        raise BadInput("下次检验日期须晚于检验日期", field="nextdate")
    if not row.id:
        if not me.org_id or me.unit_id:
            raise Refused("简易报告由检验机构的人员登记")
        row.orgid = me.org_id
    number = will("reportno")
    same = func.upper(R.reportno) == number.upper()  # it is looked up without regard to capitals
    if db.scalar(select(R.id).where(R.orgid == row.orgid, same, R.id != (row.id or "")).limit(1)):
        raise BadInput(f"报告编号{number}已登记", field="reportno")
    if db.scalar(select(Report.id).where(Report.reportno == number.upper()).limit(1)):
        raise BadInput(f"报告{number}由本平台签发，不能作为简易报告登记", field="reportno")
    if not row.id:
        SIMPLE.put(db, row, OPEN)


HOOKS = Hooks(before_save)


def save_row(db: Session, me: User, values: dict[str, Any]) -> None:
    """A row of an import; the device is named by its code, or by none."""
    code = values.pop("equcode", "").strip().upper()
    device = db.scalar(select(E.id).where(E.equcode == code, E.visible(me))) if code else ""
    if device is None:
        raise BadInput(f"设备代码：没有您可见的设备{code}", field="equcode")
    put(db, me, R(), values | {"equdatasysid": device}, HOOKS, FORM)
