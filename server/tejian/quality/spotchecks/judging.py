"""Who may look at a report that was drawn, and what stands against an entry."""

from typing import Any

from sqlalchemy import and_, func, not_, select

from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.quality.models.spotchecks import CLOSED
from tejian.quality.models.spotchecks import SpotCheck as C
from tejian.quality.models.spotchecks import SpotItem as I

from .drawing import frame

LONGEST = 366  # days of one draw


def of_institute(me: User) -> Any:
    """本机构的人员"""
    return C.orgid == me.org_id


def others(me: User) -> Any:
    """没有在这份报告上签名的人"""
    return and_(I.orgid == me.org_id, not_(I.signers.contains([me.id])))


def period_is_over(d: Doing) -> str | None:
    """批准日期到昨天为止，先后不颠倒"""
    s = d.subject
    if s.dateto < s.datefrom:
        return f"批准日期止{s.dateto}早于起{s.datefrom}"
    if (s.dateto - s.datefrom).days > LONGEST:
        return f"一次抽查的批准日期不超过{LONGEST}天"
    return None if s.dateto < clock.today() else f"批准日期止{s.dateto}须早于今天，名单才不会再变"


def some_reports(d: Doing) -> str | None:
    """有可抽的报告"""
    return None if frame(d.db, d.subject) else "这段时间没有批准的报告，没有可抽的"


def a_signer_answers(d: Doing) -> str | None:
    """责任人在这份报告上签名"""
    return None if d.form["person_id"] in d.subject.signers else "责任人须是在这份报告上签名的人"


def all_closed(d: Doing) -> str | None:
    """抽中的报告都已关闭"""
    left = d.db.scalar(select(func.count()).where(I.check_id == d.subject.id, I.step != CLOSED))
    return f"还有{left}份报告没有关闭" if left else None
