"""What declarations cannot say of a body and of a supervisor: nothing twice, and no day before the other."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.db import hold
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.persons.models.bodies import ExamBody, MonitorCert
from tejian.persons.models.exams import ExamApplication
from tejian.system.models.accounts import SysUser


def _body(db: Session, me: User, row: ExamBody, values: dict[str, Any]) -> None:
    org = values.get("org_id") or row.org_id
    hold(db, f"exam body {org}")
    if db.scalar(select(ExamBody.id).where(ExamBody.org_id == org, ExamBody.id != (row.id or ""))):
        raise Refused("该机构已登记为考试机构", "DUPLICATE")
    items = [one["item"] for one in values.get("items") or []]
    if len(set(items)) < len(items):
        raise BadInput("可考项目：同一项目只填一行", field="items")


def _no_applications(db: Session, me: User, row: ExamBody) -> None:
    if db.scalar(select(ExamApplication.id).where(ExamApplication.body_id == row.id).limit(1)):
        raise Refused(f"{row.name}已有考试申请，不能删除，可以停用")


def _monitor(db: Session, me: User, row: MonitorCert, values: dict[str, Any]) -> None:
    number = values.get("certno") or row.certno
    hold(db, f"monitor {number}")
    if db.scalar(select(MonitorCert.id).where(MonitorCert.certno == number, MonitorCert.id != (row.id or ""))):
        raise Refused(f"监察证编号{number}已登记", "DUPLICATE")
    issued, until = values.get("issued", row.issued), values.get("validto") or row.validto
    if issued and until <= issued:
        raise BadInput(f"有效期至：须晚于发证日期（{issued}）", field="validto")
    if user := values.get("user_id"):
        row.org_id = db.scalars(select(SysUser.org_id).where(SysUser.id == user)).one()


HOOKS = Hooks(_body, before_delete=_no_applications)
MONITOR_HOOKS = Hooks(_monitor)
