"""A draft tried on the items of the last quarter: which would have gone otherwise. Nothing of them is changed."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import orjson
from sqlalchemy import distinct, func, select, text
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.designer import (
    ACTOR,
    BACK,
    ENDED,
    LIMIT,
    PATH,
    STATES,
    FlowEdition,
    FlowTrial,
    FlowTrialLine,
)
from tejian.inspection.models.items import AppBuss
from tejian.kit.database import jobs
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Row
from tejian.kit.ground.user import User
from tejian.kit.records.crud import record
from tejian.messages.api import Trial
from tejian.system.accounts.api import account
from tejian.system.organisations.api import exceptions
from tejian.system.rules.api import VOID

from .reading import former, lines_of
from .structure import name, nodes
from .tracing import DAYS, FORWARD, FRESH, INDEXES, RETURNS, RULES, TRACE, rules

LOCK = "flow trials"
TRIAL = Trial(FlowTrial, "流程试跑", "/sysmng/flowDesigner/trial?id={id}", STATES, ENDED)
BLOCK = 5000
MONTHS = 3
BEGUN = timedelta(days=180)  # a declaration may have waited so long before its acceptance


def begin(db: Session, me: User, key: str) -> Row:
    """Try a version, as it is saved, on the items accepted in the last three months."""
    edition = visible_or_refuse(db, me, FlowEdition, key)
    if edition.step == VOID:
        raise Refused(f"{edition.name}已作废，不能试跑")
    today = clock.today()
    row = FlowTrial(
        edition_id=edition.id,
        name=edition.name,
        orgid=me.org_id,
        firstday=clock.add_months(today, -MONTHS),
        lastday=today,
        madeby=me.name,
        createby=me.id,
        state="waiting",
    )
    db.add(row)
    db.flush()
    jobs.enqueue(db, "inspection.try_flow", lock=LOCK, trial_id=row.id)
    return record(row)


@jobs.job("inspection.try_flow", retry=0, queue="imports")
def run(db: Session, trial_id: str) -> None:
    """Carry a trial out; its result is stored with its end, or nothing."""
    TRIAL.run(db, trial_id, _carry_out)


def _carry_out(db: Session, row: FlowTrial) -> dict[str, Any]:
    me = account(db, row.createby)
    if me is None:
        raise Refused("账号已停用，没有试跑")
    edition = visible_or_refuse(db, me, FlowEdition, row.edition_id)
    db.execute(text("set local statement_timeout = 0"))
    ids = _items(db, me, row)
    jobs.note(FlowTrial, row.id, state="running", total=len(ids), passed=0)
    _prepare(db, me, row, edition)
    since = row.firstday - BEGUN
    values = {"since": since, "forward": FORWARD, "returns": RETURNS, "void": at.VOID, "parts": at.AUDIT_FX}
    names = orjson.dumps([{"code": one, "name": name(one)} for one in nodes()]).decode()
    for start in range(0, len(ids), BLOCK):
        block = ids[start : start + BLOCK]
        db.execute(text(TRACE), {**values, "names": names, "trial": row.id, "ids": list(block)})
        jobs.note(FlowTrial, row.id, passed=start + len(block))
    return _counted(db, row.id, len(ids))


def _within(me: User, row: FlowTrial) -> tuple[Any, ...]:
    return (AppBuss.visible(me), AppBuss.acceptdate.between(row.firstday, row.lastday), AppBuss.imported.is_(False))


def _items(db: Session, me: User, row: FlowTrial) -> Sequence[str]:
    return db.scalars(select(AppBuss.id).where(*_within(me, row)).order_by(AppBuss.id)).all()


def _prepare(db: Session, me: User, row: FlowTrial, edition: FlowEdition) -> None:
    """What each kind of item was columns and would be columns, and the working days, where the statement reads them."""
    columns = (AppBuss.flow_version, AppBuss.equclass, AppBuss.seisort, AppBuss.testsort)
    kinds = [
        (version, (a, b, c)) for version, a, b, c in db.execute(select(*columns).where(*_within(me, row)).distinct())
    ]
    versions = {one: former(db, one) for one in {version for version, _scope in kinds}}
    asks = rules(kinds, versions, lines_of(edition))
    db.execute(text(FRESH))
    db.execute(text(RULES), {"rules": orjson.dumps(asks).decode()})
    days = _days(db, row.firstday - BEGUN, row.lastday + timedelta(days=400))
    db.execute(text(DAYS), {"days": orjson.dumps(days).decode()})
    for statement in INDEXES:
        db.execute(text(statement))


def _days(db: Session, first: date, last: date) -> list[dict[str, Any]]:
    odd = exceptions(db, first, last)
    span = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return [{"day": day.isoformat(), "working": odd.get(day, day.weekday() < 5)} for day in span]


def _counted(db: Session, key: str, total: int) -> dict[str, Any]:
    """How many items differ, and in what."""
    items = func.count(distinct(FlowTrialLine.appbuss_id))
    mine = FlowTrialLine.trial_id == key
    ways = dict(db.execute(select(FlowTrialLine.way, items).where(mine).group_by(FlowTrialLine.way)).all())  # type: ignore[arg-type]
    moved = db.scalar(select(items).where(mine)) or 0
    own = {"paths": ways.get(PATH, 0), "limits": ways.get(LIMIT, 0), "actors": ways.get(ACTOR, 0)}
    own["backs"] = ways.get(BACK, 0)
    message = f"{total}件业务，{moved}件会不同：环节{own['paths']}件，时限{own['limits']}件，"
    message += f"办理人{own['actors']}件，退回{own['backs']}件"
    return {**own, "moved": moved, "state": "done", "message": message, "total": total, "passed": total}
