"""Who of the demo city is away, and what the inspectors ask of who arranges: answered, refused, and waiting."""

from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.absence.api import HOOKS
from tejian.inspection.models.absence import StaffLeave
from tejian.inspection.models.items import AppBuss
from tejian.inspection.replanning import api as replanning
from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import taken
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put

from .actors import Actors
from .charges import carry

# who, what, from and to in days from today, why; none of them inspects
AWAY = (
    ("zhiliang", "1", -12, -10, "年休假"),
    ("zhanzhang", "2", -1, 2, "省局特种设备安全会议"),
    ("jiaohe", "1", 45, 49, "年休假"),
    ("fenxiang", "2", 52, 53, "无损检测Ⅱ级换证考试"),
)
# why another day is asked for, and why it is refused (nothing: it waits)
WISHES = (
    ("单位停产检修推迟，约定的日期不具备检验条件", ""),
    ("当日另有监督检验的停止点须到场", "停止点改由他人到场，原安排不变"),
)


def make() -> None:
    """The ledger and the requests, each once."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(StaffLeave)):
            return
        actors = Actors(db)
        logins = {user.id: login for login, user in actors.users.items()}
        confirmed = select(AppBuss).where(AppBuss.step == at.CONFIRM).order_by(AppBuss.plandate.desc(), AppBuss.seisn)
        tasks = [(one.id, logins[one.scinspector], one.plandate) for one in db.scalars(confirmed.limit(len(WISHES)))]
    begin = datetime.combine(clock.today() - timedelta(days=14), time(9, 10), clock.SHANGHAI)
    for login, kind, first, last, why in AWAY:
        days = {"begins": clock.today() + timedelta(days=first), "ends": clock.today() + timedelta(days=last)}
        values = {"user_id": actors.users[login].id, "kind": kind, "reason": why, **days}
        actors.do("diaodu", begin, partial(_away, values=values))
    for (task, login, planned), (why, answer) in zip(tasks, WISHES, strict=False):
        wanted = max(planned or clock.today(), clock.today()) + timedelta(days=7)
        request: str = actors.do(login, clock.now(), partial(_ask, task=task, wanted=wanted, why=why))
        if answer:
            actors.do("diaodu", clock.now(), carry(replanning.REPLAN, "refuse", request, reason=answer))


def _away(db: Session, me: User, values: dict[str, Any]) -> None:
    put(db, me, StaffLeave(), values, HOOKS)


def _ask(db: Session, me: User, task: str, wanted: date, why: str) -> str:
    sent = {"appbuss_id": task, "kind": "1", "wantday": str(wanted), "reason": why}
    return replanning.ask(db, me, taken(replanning.ASK_FORM, db, me, sent))["id"]
