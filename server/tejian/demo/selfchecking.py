"""Rules of self-inspection of the demo city: one for all its lifts, one of a district that waits, a few reminders."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS
from tejian.supervision.models.selfchecks import SelfCheckRule
from tejian.supervision.selfchecks import api as selfchecks

from .actors import Actors, enter
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
    key: str = actors.do(OFFICER, begin, _rule(CITY, begin))
    actors.do(LEADER, begin + timedelta(hours=5), carry(selfchecks.RULE, "issue", key))
    lately = clock.now() - timedelta(hours=20)
    actors.do(OFFICER, lately, _rule(DISTRICT, lately))
    actors.do(OFFICER, clock.now() - timedelta(hours=4), _remind)


def _rule(values: dict[str, Any], written: datetime) -> Callable[[Session, User], str]:
    """A draft in force from the day after it was written."""
    tomorrow = written.astimezone(clock.SHANGHAI).date() + timedelta(days=1)
    return enter(SelfCheckRule, {**values, "validfrom": tomorrow}, selfchecks.HOOKS, selfchecks.FORM)


def _remind(db: Session, me: User) -> None:
    rows = LISTS["self_check_due_list"].page(db, me, {"segment": "late", "pageSize": REMINDED})["list"]
    with suppress(Refused):  # their units were all reminded, or have no phone
        selfchecks.send(db, me, [one["id"] for one in rows])
