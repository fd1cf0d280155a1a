"""What this area hangs into the ones below it."""

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.archives.models.authorizations import InspAuthorization
from tejian.archives.models.units import Unit

from .models import ThirdReport


def named_by(db: Session, unit: Unit) -> str | None:
    """Why a unit with outside reports or authorisations stays."""
    if db.scalar(select(ThirdReport.id).where(ThirdReport.unit_id == unit.id).limit(1)):
        return f"{unit.name}有第三方报告，不能删除，可以停用"
    a = InspAuthorization
    granted = select(a.id).where(or_(a.unit_id == unit.id, a.useunit_id == unit.id)).limit(1)
    return f"{unit.name}有检验授权，不能删除，可以停用" if db.scalar(granted) else None
