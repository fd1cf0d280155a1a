"""The contracts of the demo city, made by the process before the business: in every state, with units that have lifts.

The charges of the business that follows are settled with them.
"""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.charging.contracts.api import AGREEMENT, FORM, change, draft, expire
from tejian.charging.models.contracts import Contract
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User

from .actors import Actors
from .charges import carry

# how long ago it was drafted, first and last day from today, what becomes of it
PLAN = (
    (300, -290, 75, "changed"),
    (200, -190, 175, "in force"),
    (240, -230, 135, "changing"),
    (260, -250, -20, "expired"),
    (220, -210, 155, "ended"),
    (180, -170, 195, "priced"),
    (6, 10, 375, "audited"),
    (5, 10, 375, "submitted"),
    (4, 10, 375, "returned"),
    (2, 10, 375, "draft"),
)
# a public fee has no price of a contract: it says what is settled with it, by the table
PERIODIC = {"equclass": "3000", "testsort": "0211", "note": "按收费标准结算"}
SUPERVISED = {"equclass": "3000", "testsort": "0201", "note": "更新电梯的监督检验一并结算"}


# a service has the price that was agreed
AGREED = {"equclass": "3000", "testsort": "0701", "price": "560", "note": "每台每次，含检测报告"}
SERVICE = {
    "agrname": "电梯自行检测服务",
    "nature": "应税",
    "document": "",
    "content": "乙方按规则对甲方管理的电梯逐台自行检测并出具报告，甲方按合同价付款。",
    "clauses": [AGREED],
}


def make() -> None:
    """One contract for each line of the plan; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(Contract)):
            return
        actors, units = Actors(db), _units(db)
    for unit, (ago, first, last, state) in zip(units, PLAN, strict=False):
        _make(actors, unit, ago, (first, last), state)
    with kit_db.new_session.begin() as own:
        expire(own)


def _units(db: Session) -> list[str]:
    """Units with most lifts, the ones that declare most."""
    query = select(Equipment.useorgsysid).where(Equipment.equclass == "3000", Equipment.useorgsysid != "")
    counted = query.group_by(Equipment.useorgsysid).order_by(func.count().desc(), func.min(Equipment.equcode))
    return list(db.scalars(counted.limit(len(PLAN))))


def _make(actors: Actors, unit: str, ago: int, span: tuple[int, int], state: str) -> None:
    today = clock.today()

    def do(login: str, days: int, work: Callable[[Session, User], Any]) -> Any:
        """Some days after it was drafted, never later than now."""
        moment = datetime.combine(today - timedelta(days=ago - days), time(10, 15), clock.SHANGHAI)
        return actors.do(login, min(moment, clock.now()), work)

    first, last = (today + timedelta(days=days) for days in span)
    sent = {
        "agrname": "电梯定期检验服务",
        "unitsysid": unit,
        "nature": "非税",
        "document": "甬价费〔2026〕12号",
        "validfrom": str(first),
        "validto": str(last),
        "content": "乙方按安全技术规范对甲方使用的电梯实施定期检验，甲方提供检验条件并派人配合。",
        "clauses": [PERIODIC],
        "instalments": [],
    }
    if state == "priced":
        sent |= SERVICE
    key = do("shoufei", 0, lambda db, me: draft(db, me, FORM.read(db, me, sent)).id)
    for login, days, name, form in _course(state, today - timedelta(days=ago - 3)):
        do(login, days, carry(AGREEMENT, name, key, **form))
    if state == "changed":
        _change(do, key, ago, 180)
    if state == "changing":
        _change(do, key, ago, ago - 2, finished=False)


def _course(state: str, signed: date) -> list[tuple[str, int, str, dict[str, str]]]:
    """The moves after the draft: who, how many days after it, which, with what."""
    if state == "draft":
        return []
    course: list[tuple[str, int, str, dict[str, str]]] = [("shoufei", 1, "submit", {})]
    if state == "returned":
        return [*course, ("yewu", 2, "send_back", {"reason": "请补充设备清单"})]
    if state != "submitted":
        course.append(("yewu", 2, "audit", {"opinion": "同意"}))
    if state in ("changed", "changing", "in force", "priced", "expired", "ended"):
        course.append(("caiwu", 3, "confirm", {"signdate": str(signed)}))
    if state == "ended":
        course.append(("caiwu", 150, "end", {"reason": "甲方更换物业服务企业"}))
    return course


def _change(do: Callable[..., Any], key: str, ago: int, days: int, *, finished: bool = True) -> None:
    """Some days after the draft more is settled with it, by a second version: confirmed, or still with its auditor."""
    first = str(clock.today() - timedelta(days=ago - days - 20))
    do("shoufei", days, carry(AGREEMENT, "change", key, changenote="增加更新电梯的监督检验", validfrom=first))
    query = select(Contract.id).where(Contract.series_id == key, Contract.edition == 2)
    second = do("shoufei", days, lambda db, me: db.scalars(query).one())
    clauses = [PERIODIC, SUPERVISED]
    do("shoufei", days, lambda db, me: change(db, me, second, FORM.read(db, me, {"clauses": clauses}, partial=True)))
    course: list[tuple[str, str, dict[str, str]]] = [("shoufei", "submit", {})]
    if finished:
        course += [("yewu", "audit", {"opinion": "同意"}), ("caiwu", "confirm", {"signdate": first})]
    for login, name, form in course:
        do(login, days + 2, carry(AGREEMENT, name, second, **form))
