"""Whose a rule is, how many lifts it touches, and what stands against issuing it."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.supervision.models.selfchecks import SelfCheckRule as R


def of_bureau(me: User) -> Any:
    """本监管部门的人员"""
    return R.orgid == me.org_id


def touched(db: Session, row: R) -> int:
    """How many lifts in use lie in its area and kinds."""
    mine = (E.equclass == codes.LIFT, E.equDel == 0, E.equstatus.in_(codes.RUNNING))
    query = select(func.count()).where(*mine, E.areacode.startswith(row.prefix), E.equclacode.startswith(row.branch))
    return db.scalar(query) or 0


def by_another(d: Doing) -> str | None:
    """发布人不是制定人"""
    return "策略由制定人以外的人发布" if d.subject.createby == d.me.id else None


def own_rule(d: Doing) -> str | None:
    """本单位制定的策略"""
    return None if d.subject.orgid == d.me.org_id else "只能停用本单位制定的策略"


def not_past(d: Doing) -> str | None:
    """生效日期不早于今天"""
    s = d.subject
    return f"生效日期{s.validfrom}已过，请改期后再发布" if s.validfrom < clock.today() else None


def some_lifts(d: Doing) -> str | None:
    """范围内有在用电梯"""
    return None if touched(d.db, d.subject) else "该区划和类别没有在用电梯"
