"""Begins a plan, and the job that solves it."""

import logging
from dataclasses import asdict
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.planning import FAILED, OPEN, READY, SOLVING, WAITING, PlanProposal
from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.messages.api import tell
from tejian.system.accounts.api import account
from tejian.system.models.organisations import Org

from .comparing import figures, first_fit
from .forms import PAGE
from .reading import Asked, origin_of, read, station_name
from .solving import Unsolved, solved
from .written import held_of, lines_of, write

log = logging.getLogger(__name__)
JOB = "inspection.plan"


def stations(db: Session, me: User) -> list[Option]:
    """The stations that somebody may plan for, with what waits at each."""
    mine = select(Org.id, Org.name).where(Org.org_id == me.org_id, Org.kind.in_(("dept", "station")), Org.enabled)
    if me.scope not in ("org", "all"):
        mine = mine.where(Org.id == me.dept_id)
    waits = AppBuss.step == at.ARRANGE, AppBuss.cheorg == me.org_id
    counts = dict(db.execute(select(AppBuss.chedept, func.count()).where(*waits).group_by(AppBuss.chedept)).all())  # type: ignore[arg-type]
    rows = db.execute(mine.order_by(Org.sort, Org.id)).all()
    return [{"value": key, "label": f"{name}（待安排{counts.get(key, 0)}件）"} for key, name in rows]


def begin(db: Session, me: User, sent: Input) -> dict[str, str]:
    """A new plan, solved by a job. What cannot be planned at all is refused here, and nothing is written."""
    dept = str(sent["dept"])
    if dept not in {one["value"] for one in stations(db, me)}:
        raise Refused("只能编排本站的计划")
    lng, lat = str(sent["startlng"] or "").strip(), str(sent["startlat"] or "").strip()
    wish = Asked(dept, sent["first"], sent["last"], start_of(lng, lat))
    hold(db, f"plan {dept}")
    if db.scalar(select(PlanProposal.id).where(PlanProposal.dept_id == dept, PlanProposal.state.in_(OPEN)).limit(1)):
        raise Refused(f"{station_name(db, dept)}已有未接受的计划，请先接受或放弃")
    read(db, me, wish)
    row = PlanProposal(org_id=me.org_id, dept_id=dept, user_id=me.id, first=wish.first, last=wish.last)
    row.startlng, row.startlat, row.state = lng, lat, WAITING
    row.compared, row.undo = {}, []
    db.add(row)
    db.flush()
    enqueue(db, row)
    return {"id": row.id}


def enqueue(db: Session, row: PlanProposal) -> None:
    """Have a plan solved when the transaction has ended."""
    jobs.enqueue(db, JOB, lock=f"plan {row.id}", proposal_id=row.id)


def start_of(lng: str, lat: str) -> tuple[float, float] | None:
    """Where the day starts, in degrees. Refuses half a place, and what lies outside of the country."""
    if not lng and not lat:
        return None
    try:
        place = float(lng), float(lat)
    except ValueError:
        raise BadInput("出发地经度、纬度：应为数字，两个都填或都不填", field="startlng") from None
    if not (73 <= place[0] <= 136 and 3 <= place[1] <= 54):
        raise BadInput("出发地经度、纬度：不在国内，请核对", field="startlng")
    return place


def _days(plan: PlanProposal) -> tuple[date, date]:
    """The days of a plan that are still to come."""
    return max(plan.first, clock.today()), plan.last


@jobs.job(JOB, retry=0, queue="imports")
def work(db: Session, proposal_id: str) -> None:
    """Solve a plan around what is locked in it; why it could not be solved is kept with it."""
    plan = db.scalars(select(PlanProposal).where(PlanProposal.id == proposal_id)).one()
    if plan.state not in (WAITING, SOLVING):
        return
    jobs.note(PlanProposal, proposal_id, state=SOLVING, percent=10)
    try:
        _solve(db, plan)
    except (BadInput, Refused, Unsolved) as refused:
        db.rollback()
        jobs.note(PlanProposal, proposal_id, state=FAILED, message=str(refused)[:500], percent=0)
    except Exception:
        db.rollback()
        log.exception("plan %s", proposal_id)
        jobs.note(PlanProposal, proposal_id, state=FAILED, message="求解过程中发生异常，原计划不变", percent=0)


def _solve(db: Session, plan: PlanProposal) -> None:
    me = account(db, plan.user_id)
    if me is None:
        raise Refused("编排人的账户已停用，请放弃后重新编排")
    key = plan.id
    held, out = held_of(lines_of(db, plan))
    first, last = _days(plan)
    start = start_of(plan.startlng, plan.startlat) or origin_of(plan)
    facts = read(db, me, Asked(plan.dept_id, first, last, start), held, out)
    jobs.note(PlanProposal, key, percent=40)
    jobs.let_go(db)  # a month takes the solver minutes
    tours = solved(facts.problem, lambda share: jobs.note(PlanProposal, key, percent=40 + round(50 * share)))
    planned, left = write(db, plan, facts, tours, out)
    ours, simple = figures(facts.problem, tours), figures(facts.problem, first_fit(facts.problem))
    per_item = simple.metres * ours.planned // simple.planned if simple.planned else 0
    row = db.scalars(select(PlanProposal).where(PlanProposal.id == key).with_for_update()).one()
    db.refresh(row)
    if row.state != SOLVING:  # it was given up meanwhile
        db.rollback()
        return
    row.originlng, row.originlat = facts.origin
    row.state, row.percent, row.undo, row.ended = READY, 100, [], clock.now()
    row.planned, row.left, row.metres, row.saved = planned, left, ours.metres, max(0, per_item - ours.metres)
    row.compared, row.message = {"plan": asdict(ours), "simple": asdict(simple)}, _said(facts.guessed)
    title = f"检验计划{plan.first}至{plan.last}已排好：{planned}件已排，{left}件未排，请查看后接受"
    tell(db, [plan.user_id], "检验计划", title, route=f"{PAGE}?id={key}")


def _said(guessed: int) -> str:
    return f"{guessed}件没有登记经纬度，按所在区划其他设备的中心估算路程" if guessed else ""
