"""Samples of the demo city: at the laboratory, answered, withdrawn, and one that changed behind an approved report."""

from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.exchange.models import ExchangePartner
from tejian.exchange.partners import api as partners
from tejian.inspection import codes as at
from tejian.inspection.laboratory import api as laboratory
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.laboratory import LabSample
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put

from .actors import Actors
from .charges import carry

GRANTER, FREE = "secadmin", "jianyan1"
PARTNER = {"code": "LIMS", "name": "市特检院实验室（LIMS）", "entities": "sample", "way": "simulator"}
UNSET: dict[str, Any] = {"areacode": None, "url": None, "secret": None}
MOST = 4
# what is drawn, where, what is tested, how far it comes: the first of them are of approved reports
STORIES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("齿轮箱润滑油", "曳引机油窗", "运动黏度、水分、铁含量", ("received", "testing", "result", "reviewed")),
    ("液压油", "泵站取样口", "运动黏度、酸值、污染度", ("received", "testing", "result", "reviewed")),
    ("齿轮箱润滑油", "起升机构减速箱", "运动黏度、铁含量", ("received", "testing")),
    ("钢丝绳油样", "卷筒末端", "铁含量", ("received",)),
)


def make() -> None:
    """A grant to the laboratory, and samples of records in hand; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(LabSample)):
            return
        actors = Actors(db)
        mine = actors.users[FREE].id  # whose records are tried out first wait for nothing
        query = select(AppBuss.seisn, AppBuss.scinspector).where(AppBuss.step == at.ENTER, AppBuss.scinspector != mine)
        items = [(one.seisn, one.scinspector) for one in db.execute(query.order_by(AppBuss.id.desc()).limit(MOST))]
    logins = {one.id: login for login, one in actors.users.items()}
    begin = datetime.combine(clock.today() - timedelta(days=1), time(9, 10), clock.SHANGHAI)
    org = actors.users["jianyan1"].org_id
    actors.do(GRANTER, begin, partial(_granted, org=org))
    for n, (seisn, inspector) in enumerate(items):
        name, place, tests, kinds = STORIES[n]
        moment = begin + timedelta(minutes=20 * n + 5)
        paper = {"seisn": seisn, "itemseq": 1, "name": name, "amount": "200 mL", "place": place, "asked": tests}
        paper |= {"drawnday": moment.date()}
        by = logins[inspector]
        sample: str = actors.do(by, moment, partial(_drawn, paper=paper))
        actors.do(by, moment + timedelta(minutes=5), carry(laboratory.SAMPLE, "send", sample))
        actors.do(by, moment + timedelta(minutes=90), partial(_told, key=sample, kinds=kinds, withdrawn=n == 1))


def _granted(db: Session, me: User, *, org: str) -> None:
    until = clock.today() + timedelta(days=365)
    more = {"orgid": org, "addresses": "127.0.0.1", "perminute": 60, "enddate": until, "enabled": True}
    put(db, me, ExchangePartner(), {**PARTNER, **more, **UNSET}, partners.HOOKS)


def _drawn(db: Session, me: User, *, paper: dict[str, Any]) -> str:
    row = LabSample()
    put(db, me, row, paper, laboratory.HOOKS, laboratory.FORM)
    db.flush()
    return row.id


def _told(db: Session, _me: User, *, key: str, kinds: tuple[str, ...], withdrawn: bool) -> None:
    """What the laboratory says of a sample, ten minutes after each other."""
    row = db.scalars(select(LabSample).where(LabSample.id == key)).one()
    last = clock.now()
    names = [one for one in row.asked.split("、") if one]
    values = tuple({"name": one, "value": "符合", "unit": "", "verdict": "符合"} for one in names)
    events = [
        laboratory.Event(
            f"{row.sampleno}-{n}",
            kind,
            last - timedelta(minutes=10 * (len(kinds) - n)),
            labno=f"L{row.sampleno[2:]}",
            outcome="所检项目符合要求" if kind == "result" else "",
            values=values if kind == "result" else (),
        )
        for n, kind in enumerate(kinds)
    ]
    if withdrawn:
        again = f"{row.sampleno}-{len(kinds)}"
        events.append(laboratory.Event(again, "withdrawn", last, reason="平行样超差，撤回重测"))
    laboratory.take(db, key, events)
