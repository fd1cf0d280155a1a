"""Query models of the demo city: shared ones in use, one revised, one that is still a draft."""

from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select

from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.system.models.accounts import Role
from tejian.system.models.querymodels import QueryModel
from tejian.system.querying import api as querying

from .actors import Actors, enter
from .charges import carry

DUE = {"columns": "equcode,useorgname,useplace,equstatus,ninspdate", "sort": "ninspdate"}
IN_USE = {"prop": "equstatus", "op": "in", "value": "在用"}
# who, name, list, shared with, remark, columns and sort, conditions, how far
MODELS: list[tuple[str, str, str, str, str, dict[str, str], list[dict[str, str]], tuple[str, ...]]] = [
    (
        *("yewu", "三十天内到期的在用电梯", "eqd_elevator_list", "yewu,shouli,zhanzhang", "每周一排下月的检验"),
        *(DUE, [IN_USE, {"prop": "ninspdate", "op": "days", "value": "30"}], ("publish", "revise")),
    ),
    (
        *("jianguan", "停用的起重机械", "eqd_hoistingMachinery_list", "jianguan,juzhang", "巡查时看现场是否真的停用"),
        *(DUE, [IN_USE | {"value": "停用"}], ("publish",)),
    ),
    (
        *("zhiliang", "在用锅炉", "eqd_boiler_list", "", "年度质量检查抽样用，条件还在商量"),
        *(DUE | {"sort": ""}, [IN_USE], ()),
    ),
]


def make() -> None:
    """Each by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(QueryModel)):
            return
        actors, roles = Actors(db), {one.code: one.id for one in db.scalars(select(Role))}
    day = clock.today() - timedelta(days=9)
    for n, (login, name, source, shared, remark, columns, conditions, moves) in enumerate(MODELS):
        at = datetime.combine(day + timedelta(days=n), time(9, 20), clock.SHANGHAI)
        values: dict[str, Any] = {"name": name, "source": source, "remark": remark}
        values["roles"] = ",".join(roles[code] for code in shared.split(",") if code)
        key = actors.do(login, at, enter(QueryModel, values, querying.HOOKS))
        steps = [("choose", columns), *(("ask", one) for one in conditions), *((move, {}) for move in moves)]
        for k, (move, sent) in enumerate(steps, 1):
            actors.do(login, at + timedelta(minutes=3 * k), carry(querying.MODEL, move, key, **sent))
