"""What stands against the end of a maintenance, and what the handover leaves behind."""

from sqlalchemy import select

from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.lifts.binding import api as bindings
from tejian.lifts.models.ending import MAINTAINER, OWNER, RUNNING, LiftTermination


def one_at_a_time(d: Doing) -> None:
    """同一电梯一次一份"""
    hold(d.db, f"lift binding {d.subject.equdatasysid}")


def still_bound(d: Doing) -> str | None:
    """绑定仍然生效"""
    s = d.subject
    bound = bindings.bound_of(d.db, s.equdatasysid)
    return None if bound and bound.id == s.binding_id else f"电梯{s.equcode}的这份绑定已不再生效"


def alone(d: Doing) -> str | None:
    """没有在办的其他终止"""
    s, C = d.subject, LiftTermination
    query = select(C.termno).where(C.binding_id == s.binding_id, C.id != s.id, C.step.in_(RUNNING))
    found = d.db.scalar(query.limit(1))
    return f"电梯{s.equcode}的终止{found}正在办理" if found else None


def last_day_ahead(d: Doing) -> str | None:
    """最后一日未过"""
    s = d.subject
    return f"维保最后一日{s.lastday}已过，请改期后再提交" if s.lastday < clock.today() else None


def visit_happened(d: Doing) -> str | None:
    """最后一次维保不晚于今天"""
    return "最后一次维保日期不能晚于今天" if d.form["lastvisit"] > clock.today() else None


def own_application(d: Doing) -> str | None:
    """申请方"""
    s, unit = d.subject, d.me.unit_id
    own = s.unitsysid if s.side == OWNER else s.maiorgsysid if s.side == MAINTAINER else ""
    return None if own and own == unit else "只有申请方可以撤回"


def name_the_day(d: Doing) -> None:
    """绑定写最后一日：所称之日，已过的为今日"""
    s = d.subject
    bound = bindings.bound_of(d.db, s.equdatasysid)
    assert bound is not None
    bound.validto = max(s.lastday, clock.today())
