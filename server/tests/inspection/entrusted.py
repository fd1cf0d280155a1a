"""Entrusted projects as tests use them, at each step; every call over HTTP."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit
from tejian.inspection.models.entrusted import EntrustedProject
from tejian.kit.ground import clock

if TYPE_CHECKING:
    from tests.inspection.conftest import Office

CALLS = "/api/wtxmnbtjzx"


def form(office: "Office", **more: Any) -> dict[str, Any]:
    unit = office.db.scalars(select(Unit).order_by(Unit.code)).first()
    assert unit is not None
    today = clock.today()
    return {
        **{"unitsysid": unit.id, "name": "起重机主梁应力测试", "category": "2", "content": "主梁静应力测试与评价"},
        **{"contractno": "WT-HT-1", "amount": "12000", "leader": office.user("jianyan1").id},
        **{"startdate": str(today), "duedate": str(today + timedelta(days=30)), "sampleno": "YP-1"},
        **more,
    }


def registered(office: "Office", **more: Any) -> EntrustedProject:
    made = office.good("shouli", f"{CALLS}/saveWtxmNbtjzx", **form(office, **more))["id"]
    return office.db.scalars(select(EntrustedProject).where(EntrustedProject.id == made)).one()


def started(office: "Office") -> EntrustedProject:
    row = registered(office)
    office.good("shouli", f"{CALLS}/start", ids=row.id)
    office.db.add(
        Attachment(owner="entrusted", attrefsysid=row.id, name="报告.pdf", mime="application/pdf", key="0" * 64, size=1)
    )
    office.db.commit()
    return row


def finished(office: "Office") -> EntrustedProject:
    row = started(office)
    done = {"finished": str(clock.today()), "reportno": "WTBG-1", "outcome": "应力在许用范围内"}
    office.good("jianyan1", f"{CALLS}/finish", ids=row.id, **done)
    return row
