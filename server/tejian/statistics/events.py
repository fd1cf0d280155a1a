"""What happened last to a unit: reports, reports of third parties, changes of its archive."""

from datetime import datetime, time
from typing import Any

from sqlalchemy import Text, cast, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.units import Unit
from tejian.exchange.models import ThirdReport
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.database.audit import AuditLog, plain
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.user import User

MOST = 10


class Event(TypedDict):
    at: str
    kind: str
    text: str
    number: str
    bad: bool
    route: str


def recent(db: Session, me: User, unit: Unit, items: Any) -> list[Event]:
    """The last ten events, newest first."""
    out = [*_reports(db, me, items), *_outside(db, me, unit), *_changes(db, unit)]
    out.sort(key=lambda e: e["at"], reverse=True)
    return out[:MOST]


def _moment(day: Any) -> str:
    return str(plain(datetime.combine(day, time(), clock.SHANGHAI)))


def _reports(db: Session, me: User, items: Any) -> list[Event]:
    known = words(db, me.dict_version).get("C605", {})
    rows = db.scalars(select(B).where(items, B.inspdate.is_not(None)).order_by(B.inspdate.desc(), B.id).limit(MOST))
    return [
        {
            "at": _moment(r.inspdate),
            "kind": "报告",
            "text": f"{r.equname} {r.useplace} {known.get(r.conclusion, '')}",
            "number": r.reportno,
            "bad": bool(r.unqualcode),
            "route": f"/flowLog?seisn={r.seisn}",
        }
        for r in rows
    ]


def _outside(db: Session, me: User, unit: Unit) -> list[Event]:
    known = words(db, me.dict_version).get("C605", {})
    query = select(ThirdReport).where(ThirdReport.visible(me), ThirdReport.unit_id == unit.id)
    return [
        {
            "at": _moment(r.inspdate),
            "kind": "第三方报告",
            "text": f"{r.equname} {r.useorgname} {known.get(r.conclusion, '')}",
            "number": r.reportno,
            "bad": False,
            "route": f"/bsArchives/InspectionManagement/{'eqmchdSearch' if r.kind == 'I' else 'eqmDetSearch'}"
            f"?reportno={r.reportno}",
        }
        for r in db.scalars(query.order_by(ThirdReport.inspdate.desc()).limit(5))
    ]


def _changes(db: Session, unit: Unit) -> list[Event]:
    labels = {c.key: str(c.info.get("label", "")) for c in Unit.__table__.columns}
    query = select(AuditLog).where(
        AuditLog.entity == "unit", AuditLog.entity_id == unit.id, cast(AuditLog.changes, Text) != "{}"
    )
    out: list[Event] = []
    for row in db.scalars(query.order_by(AuditLog.id.desc()).limit(5)):
        changed = [labels[n] for n in row.changes if labels.get(n)]
        more = "等" if len(changed) > 4 else ""
        what = "登记单位档案" if row.action == "新增" else f"{row.action}{'、'.join(changed[:4])}{more}"
        route = f"/bsArchives/unit/detail?id={unit.id}"
        text = f"{row.user_name} {what}"
        out.append({"at": str(plain(row.at)), "kind": "档案", "text": text, "number": "", "bad": False, "route": route})
    return out
