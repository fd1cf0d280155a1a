"""What this area hangs into the ones below it."""

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.archives import attachments
from tejian.archives.authorizations.models import InspAuthorization
from tejian.archives.merging.references import refers
from tejian.archives.models import Unit
from tejian.archives.units import service as units
from tejian.inspection import approval

from .models import ThirdReport, Transfer
from .thirds import still_open
from .transfers import record_issue


def named_by(db: Session, unit: Unit) -> str | None:
    """Why a unit with outside reports or authorisations stays."""
    if db.scalar(select(ThirdReport.id).where(ThirdReport.unit_id == unit.id).limit(1)):
        return f"{unit.name}有第三方报告，不能删除，可以停用"
    a = InspAuthorization
    granted = select(a.id).where(or_(a.unit_id == unit.id, a.useunit_id == unit.id)).limit(1)
    return f"{unit.name}有检验授权，不能删除，可以停用" if db.scalar(granted) else None


def install() -> None:
    """Put the hooks in place; called at start-up, once or more."""
    refers("equipment", Transfer, "equdatasysid", "数据传输")
    refers("equipment", ThirdReport, "equdatasysid", "第三方报告")
    refers("unit", ThirdReport, "unit_id", "第三方报告")
    refers("unit", ThirdReport, "useorgsysid", "第三方报告（使用单位）")
    attachments.OWNERS["third"] = (ThirdReport, still_open)
    if record_issue not in approval.ISSUED:
        approval.ISSUED.append(record_issue)
    if named_by not in units.NAMED_BY:
        units.NAMED_BY.append(named_by)
