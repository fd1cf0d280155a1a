"""Accepts a plan: each pair's day is arranged by the move that everybody arranges with, all of it or nothing."""

from collections import defaultdict

from sqlalchemy.orm import Session

from tejian.inspection.flow.api import BUSINESS
from tejian.inspection.models.planning import ACCEPTED, PlanLine
from tejian.kit.database.db import SEEN
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.steps import MAX_BATCH

from .changing import open_plan
from .forms import Changed
from .judging import arrangement
from .problem import Shift
from .reading import boxes_of
from .written import lines_of, shift_of

REMARK = "按检验计划安排"


def accept(db: Session, me: User, form: Changed) -> int:
    """Arrange everything that is planned, in one transaction: versions as they were planned on, guards, notices.

    Gives how many items are arranged.
    """
    plan = open_plan(db, me, form)
    days: dict[Shift, list[PlanLine]] = defaultdict(list)
    for one in lines_of(db, plan):
        if one.plandate:
            days[shift_of(one)].append(one)
    if not days:
        raise Refused("计划中没有排入的业务")
    boxes = boxes_of(db, me)
    versions = db.info.setdefault(SEEN, {})
    for shift, lines in days.items():
        tools = boxes.get(shift.box, (None, []))[1]
        for n in range(0, len(lines), MAX_BATCH):
            part = lines[n : n + MAX_BATCH]
            versions |= {one.appbuss_id: one.itemversion for one in part}
            ids = [one.appbuss_id for one in part]
            BUSINESS.do(db, me, "arrange", ids, arrangement(shift, tools, ids, REMARK))
            for one in part:
                one.accepted = True
    plan.state, plan.ended = ACCEPTED, clock.now()
    return sum(len(lines) for lines in days.values())
