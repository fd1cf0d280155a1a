"""What stands against a move of a serious report, who may make it, and what it does."""

from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import false
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.supervision.defects.api import Found, draft, issue, of_source
from tejian.supervision.models.defects import BY_BUREAU, FROM_SERIOUS
from tejian.supervision.models.serious import BEFORE, WITH_BUREAU
from tejian.supervision.models.serious import SeriousReport as C
from tejian.system.settings import api as params


def reporter(me: User) -> Any:
    """报告单位的人员"""
    return C.org_id == me.org_id if me.org_id and not me.unit_id else false()


def auditor(me: User) -> Any:
    """报告单位中起草人以外的人"""
    return reporter(me) & (C.author_id != me.id)


def approver(me: User) -> Any:
    """报告单位中起草人、审核人以外的人"""
    return auditor(me) & (C.auditor_id != me.id)


def receiver(me: User) -> Any:
    """报送单位的人员"""
    return C.toorg == me.org_id if me.org_id and not me.unit_id else false()


def _end_of(day: Any, days: int) -> datetime:
    return datetime.combine(day + timedelta(days=days), time.max, clock.SHANGHAI)


def due(db: Session, s: C) -> datetime:
    """By when a report has to be with the bureau: the clock runs from the discovery (特种设备安全法 第53条)."""
    return _end_of(s.found, params.number(db, "supervision.serious.days", 1))


def limit(db: Session, s: C) -> datetime | None:
    """报送时限从发现起算，反馈时限从报送起算"""
    if s.step in BEFORE:
        return due(db, s)
    if s.step in WITH_BUREAU:
        sent = s.sent or clock.now()  # the move that sends asks before it stamps
        return _end_of(sent.astimezone(clock.SHANGHAI).date(), params.number(db, "supervision.serious.answer", 15))
    return None


def late_with_reason(d: Doing) -> str | None:
    """超过报送时限的写明迟报原因"""
    end = due(d.db, d.subject)
    if clock.now() <= end or d.form["latereason"]:
        return None
    return f"{d.subject.found}发现，应于{end:%Y-%m-%d}以前报送，迟报须写明原因"


def ordered_once(d: Doing) -> str | None:
    """没有就此责令过整改"""
    before = of_source(d.db, d.subject.id)
    return f"已责令整改，问题编号{before[0].defectno}" if before else None


def deadline_ahead(d: Doing) -> str | None:
    """整改期限未过"""
    day = d.form["deadline"]
    return f"整改期限{day}已过" if day < clock.today() else None


def order_mending(d: Doing) -> None:
    """作为现场问题下达使用单位"""
    s, form = d.subject, d.form
    found = Found("", "", s.problem[:500], level=form["level"], handling=form["handling"])
    source = {"sourcekind": FROM_SERIOUS, "source_id": s.id, "sourceno": s.seriousno, "org_id": d.me.org_id}
    source |= {"town": BY_BUREAU, "areacode": s.areacode, "unitsysid": s.unitsysid, "unitname": s.unitname}
    row = draft(d.db, d.me, found, form["deadline"], equdatasysid=s.equdatasysid, **source)
    row.deadline, row.demand = form["deadline"], form["demand"]
    d.db.flush()
    issue(d, [row])
