"""Indicators and forms of the demo city's statistics: written and published by the bureau, one form in revision."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian import data
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.statistics.filed import api as filed
from tejian.statistics.models.filed import Indicator, StatForm

from .actors import Actors
from .charges import carry

BUREAU = "juzhang"
AGO = 60
REVISED = "TJ03"


def make() -> None:
    """Each by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(Indicator)):
            return
        actors = Actors(db)
    begin = datetime.combine(clock.today() - timedelta(days=AGO), time(9), clock.SHANGHAI)
    for n, row in enumerate(data.rows("stat_indicators")):
        at = begin + timedelta(minutes=4 * n)
        key: str = actors.do(BUREAU, at, _indicator(row))
        actors.do(BUREAU, at + timedelta(minutes=2), carry(filed.INDICATOR, "publish", key))
    for n, row in enumerate(data.rows("stat_forms"), 1):
        at = begin + timedelta(days=n)
        key = actors.do(BUREAU, at, _form(row))
        actors.do(BUREAU, at + timedelta(hours=1), carry(filed.FORM, "publish", key))
        if row["code"] == REVISED:
            actors.do(BUREAU, at + timedelta(days=30), carry(filed.FORM, "revise", key))


def _indicator(row: dict[str, str]) -> Callable[[Session, User], str]:
    def write(db: Session, me: User) -> str:
        return _written(db, me, Indicator(), {**row, "timed": row["timed"] == "1"}, filed.INDICATOR_HOOKS, None)

    return write


def _form(row: dict[str, str]) -> Callable[[Session, User], str]:
    columns = [{"code": code, "heading": ""} for code in row["columns"].split()]
    balances = [dict(zip(("whole", "parts"), one.split("="), strict=True)) for one in row["balances"].split()]

    def write(db: Session, me: User) -> str:
        values = {**row, "columns": columns, "balances": balances}
        return _written(db, me, StatForm(), values, filed.FORM_HOOKS, filed.FORM_FORM)

    return write


def _written(db: Session, me: User, row: Any, values: dict[str, Any], hooks: Any, form: Any) -> str:
    put(db, me, row, values, hooks, form)
    db.flush()
    return str(row.id)
