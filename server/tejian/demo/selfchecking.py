"""Rules of self-inspection of the demo city: one for all its lifts, one of a district that waits, a few reminders."""

from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS
from tejian.kit.records.crud import put
from tejian.supervision.models.selfchecks import SelfCheckRule
from tejian.supervision.selfchecks import api as selfchecks

from .actors import Actors
from .charges import carry

OFFICER, LEADER = "jianguan", "juzhang"
AGO, REMINDED = 40, 6
CITY: dict[str, Any] = {"areacode": "330200", "kind": "", "ahead": 30, "grace": 15, "channel": "both"}
CITY |= {"source": "市场监管总局关于调整电梯检验检测方式的通知（市监特设发〔2020〕56号）"}
DISTRICT = CITY | {
    "areacode": "330203",
    "kind": "3100",
    "ahead": 45,
    "grace": 0,
    "source": "海曙区住宅电梯专项行动方案",
}


def make() -> None:
    """By the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(SelfCheckRule)):
            return
        actors = Actors(db)
    begin = datetime.combine(clock.today() - timedelta(days=AGO), time(9, 30), clock.SHANGHAI)
    key: str = actors.do(OFFICER, begin, _drafted(CITY))
    actors.do(LEADER, begin + timedelta(hours=5), carry(selfchecks.RULE, "issue", key))
    actors.do(OFFICER, clock.now() - timedelta(hours=20), _drafted(DISTRICT))
    actors.do(OFFICER, clock.now() - timedelta(hours=4), _remind)


def _drafted(values: dict[str, Any]) -> Any:
    def draft(db: Session, me: User) -> str:
        days = {"validfrom": clock.today() + timedelta(days=1)}
        row = SelfCheckRule()
        put(db, me, row, values | days, selfchecks.HOOKS, selfchecks.FORM)
        return row.id

    return draft


def _remind(db: Session, me: User) -> None:
    rows = LISTS["self_check_due_list"].page(db, me, {"segment": "late", "pageSize": REMINDED})["list"]
    if rows:
        selfchecks.send(db, me, [one["id"] for one in rows])
