"""What declarations cannot say of a plan: whose it is, that two check, and that its devices are those of the unit."""

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.supervision.models.checks import BY_TOWN, MAINTENANCE, PLAN, TOWN_SORT, USE, SupervisionCheck

from .process import CHECKS, limit
from .subjects import devices_of, unit_of


def _before(db: Session, me: User, row: SupervisionCheck, values: dict[str, Any], *, by: str) -> None:
    town = by == BY_TOWN
    if not row.id:
        row.town, row.org_id, row.createby = by, me.org_id, me.id
        if town:
            row.checktype, row.target = TOWN_SORT, USE
        row.planday = values["planday"]
        CHECKS.put(db, row, PLAN)
    elif row.town != by:
        raise BadInput("乡镇（街道）检查与监督检查计划不能互改")
    sent = {n: values.get(n) or getattr(row, n) for n in ("officer_id", "second_id", "unitsysid", "target")}
    if sent["officer_id"] == sent["second_id"]:
        raise BadInput("检查人员应为两人", field="second_id")
    if (day := values.get("planday")) and day < clock.today():
        raise BadInput(f"计划日期：{day}已过", field="planday")
    unit = unit_of(db, sent["unitsysid"] or "")
    if unit is None:
        raise BadInput("被检查单位：必填", field="unitsysid")
    row.unitname, row.areacode = unit.name, me.area if town else unit.areacode
    _devices(db, sent["target"] or row.target, unit.id, values)


def _devices(db: Session, target: str, unit: str, values: dict[str, Any]) -> None:
    keys = [one["equdatasysid"] for one in values.get("equipment") or []]
    rows = db.scalars(select(E).where(E.id.in_(keys))).all() if keys else []
    for one in rows:
        if unit not in {USE: (one.useorgsysid,), MAINTENANCE: (one.maiorgsysid,)}.get(target, (unit,)):
            raise BadInput(f"{one.equcode}不是被检查单位的设备", field="equipment")


def _after(db: Session, me: User, row: SupervisionCheck, values: dict[str, Any], *, by: str) -> None:
    row.limit_at = limit(db, row)
    if by == BY_TOWN and not devices_of(db, row):
        raise BadInput("该单位在本乡镇（街道）没有设备", field="unitsysid")


def hooks_of(by: str) -> Hooks:
    """What is done when a plan of the bureau or of a town is saved."""
    before: Callable[..., None] = partial(_before, by=by)
    after: Callable[..., None] = partial(_after, by=by)
    return Hooks(before, after)
