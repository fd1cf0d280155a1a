"""What declarations cannot say of a serious report: whose it is, where, and what it is drawn from."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.inspection.records.api import supervisors_of
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, Saved
from tejian.supervision.models.defects import GRAVE
from tejian.supervision.models.serious import BY_HAND, DRAFT, SeriousReport
from tejian.system.models.accounts import SysUser

from .judging import limit
from .process import SERIOUS
from .sources import origin


def _whose(db: Session, row: SeriousReport, key: str) -> None:
    device = db.scalars(select(E).where(E.id == key, E.equDel == 0)).first()
    if device is None:
        raise BadInput("设备：该设备不在设备档案中", field="equdatasysid")
    row.equdatasysid, row.areacode = device.id, device.areacode
    row.unitsysid, row.unitname = device.useorgsysid, device.useorgname


def _before(db: Session, me: User, row: SeriousReport, values: dict[str, Any]) -> None:
    if not row.id:
        row.org_id, row.createby, row.sourcekind = me.org_id, me.id, BY_HAND
    day = values.get("found")
    if day and day > clock.today():
        raise BadInput(f"发现日期：{day}不得晚于今天", field="found")
    row.found = day or row.found
    if key := values.get("equdatasysid"):
        _whose(db, row, key)
    if not row.step:
        SERIOUS.put(db, row, DRAFT)
    row.limit_at = limit(db, row)


HOOKS = Hooks(_before)


def draw_up(db: Session, me: User, form: Input) -> Saved:
    """A draft from what was found. Refused where one was drawn up from it before."""
    at = origin(db, me, form["sourcekind"], form["sourceno"])
    S = SeriousReport
    before = db.scalars(select(S).where(S.source_id == at.key, S.org_id == me.org_id)).first()
    if before is not None:
        raise Refused(f"{form['sourceno']}已有重大问题报告{before.seriousno or '（草稿）'}，不能重复起草")
    row = SeriousReport(org_id=me.org_id, createby=me.id, sourcekind=form["sourcekind"], source_id=at.key)
    row.sourceno, row.problem, row.level = form["sourceno"].strip(), at.problem[:1000], GRAVE
    row.found = at.found or clock.today()
    _whose(db, row, at.device)
    whom = supervisors_of(db, row.areacode)
    row.toorg = db.scalar(select(SysUser.org_id).where(SysUser.id.in_(whom)).order_by(SysUser.login).limit(1)) or ""
    SERIOUS.put(db, row, DRAFT)
    db.add(row)
    db.flush()
    row.limit_at = limit(db, row)
    return {"id": row.id, "version": row.version}
