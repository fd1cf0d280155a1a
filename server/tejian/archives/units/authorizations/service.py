"""Grant and revoke authorisations."""

from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.authorizations import InspAuthorization
from tejian.archives.models.units import Unit
from tejian.kit.database.db import hold, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held


def before_save(db: Session, me: User, row: InspAuthorization, values: dict[str, Any]) -> None:
    """An inspection unit in use, dates in order, and no second authorisation that says the same for the same time."""
    if row.id and row.revoked:
        raise Refused("授权已收回，不能修改")
    unit = visible_or_refuse(db, me, Unit, values.get("unit_id") or row.unit_id)
    if unit.orgkind != codes.INSPECTION:
        raise Refused(f"{unit.name}不是检验检测机构，不能授权")
    if not unit.enabled or unit.blacklist:
        raise Refused(f"{unit.name}已停用或列入黑名单，不能授权")
    if user := values.get("useunit_id"):
        visible_or_refuse(db, me, Unit, user)
    if values.get("classes"):
        values["classes"] = ",".join(sorted(set(values["classes"].split(","))))
    start, end = values.get("datefrom") or row.datefrom, values.get("dateto") or row.dateto
    if end < start:
        raise BadInput("授权截止日期：不得早于起始日期", field="dateto")
    hold(db, f"authorization {unit.id}")
    _no_double(db, row, values, unit, start, end)
    row.grantedby = me.name


def _no_double(db: Session, row: Any, values: dict[str, Any], unit: Unit, start: Any, end: Any) -> None:
    a = InspAuthorization
    said = {n: values.get(n, getattr(row, n)) or "" for n in ("classes", "areacode", "useunit_id")}
    same = and_(*(getattr(a, n) == v for n, v in said.items()))
    query = select(a.docno).where(a.unit_id == unit.id, same, a.revoked.is_(None), a.datefrom <= end, a.dateto >= start)
    found = db.scalars(query.where(a.id != (row.id or ""))).first()
    if found is not None:
        raise Refused(f"同一范围在该期间已有授权{found}".rstrip(), "DUPLICATE")


def revoke(db: Session, me: User, sent: Input) -> None:
    """收回: from today on the authorisation no longer counts."""
    row = held(db, me, InspAuthorization, sent)
    if row.revoked:
        raise Refused("授权已收回")
    row.revoked, row.revokereason = clock.today(), sent["revokereason"]


def before_delete(db: Session, me: User, row: InspAuthorization) -> None:
    """Only what never came into force goes; everything else is taken back and stays in the archive."""
    if row.datefrom <= clock.today() or row.revoked:
        raise Refused("授权已生效或已收回，只能收回，不能删除")
