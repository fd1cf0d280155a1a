"""What the head of a station sees of it: who has how much in hand, and how much of it is late."""

from collections.abc import Callable, Mapping

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.flow.api import late_at_step
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS

from .panels import DEPARTMENT, DeskPerson, address, conditions, given


def of_station(**more: str) -> Callable[[User], Mapping[str, str]]:
    """Conditions of the list of all business for the department of the user."""
    return given(deptname=DEPARTMENT, **more)


def in_hand(db: Session, me: User) -> list[DeskPerson]:
    """The inspectors of the items of a station that are under way, those who are late first."""
    late = func.count(case((late_at_step(B), 1)))
    entering = func.count(case((B.step.in_(at.UNWRITTEN), 1)))
    mine = B.visible(me), B.chedept == me.dept_id, B.step.not_in(at.CLOSED)
    query = select(B.scinspector, func.max(B.scinspectorname), func.count(), late, entering)
    rows = db.execute(query.where(*mine).group_by(B.scinspector).order_by(late.desc(), func.count().desc()))
    station = conditions(db, me, of_station(open="1"))

    def route(key: str, name: str, **more: str) -> str:
        return address(LISTS["jy_buss_all"], {**station, **_of_person(key, name), **more})

    return [
        {
            "name": name or "还没有安排",
            "open": count,
            "late": late_,
            "entering": entering_,
            "route": route(key, name),
            "enteringRoute": route(key, name, step=",".join(at.UNWRITTEN)),
        }
        for key, name, count, late_, entering_ in rows
    ]


def _of_person(key: str, name: str) -> dict[str, str]:
    return {"scinspector": key, "scinspectorName": name} if key else {"unassigned": "1"}
