"""约检 on one page: booked, arranged, and the unit asked whether the day suits it; another day asks again.

Sources: workflow practice (appointments by the unit, confirmation of the day before the visit).
"""

from typing import Any

from sqlalchemy import false, select
from sqlalchemy.orm import Session

from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.online import OnlineApplication as A
from tejian.inspection.models.visits import AGREED, ASKED, OTHER, WAIT, UnitVisit
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.messages.api import send_sms, tell
from tejian.system.accounts.api import users_of

from .days import unfit
from .forms import ANOTHER, CALL

BOX = "/my"


def own_unit(me: User) -> Any:
    """约检单位的人员"""
    return UnitVisit.unitsysid == me.unit_id if me.unit_id else false()


# -- guards -------------------------------------------------------------------------------------------------------


def day_is_ahead(d: Doing) -> str | None:
    """安排的日期未过"""
    passed = [one for one in d.subject.days if one < str(clock.today())]
    return f"安排的日期{'、'.join(passed)}已过，不能再确认" if passed else None


def day_can_be(d: Doing) -> str | None:
    """希望日期在今天之后、是工作日、不在不便日期中"""
    return unfit(d.db, d.form["newday"], d.subject.closed) or None


# -- effects ------------------------------------------------------------------------------------------------------


def phones(db: Session, visit: UnitVisit) -> list[str]:
    """The phones that stand on the applications of a visit."""
    return sorted({one for one in db.scalars(select(A.INSCONTACTTEL).where(A.visit_id == visit.id)) if one})


def _sms(d: Doing, template: str) -> None:
    s = d.subject
    data = {"unitname": s.unitname, "visitno": s.visitno, "count": str(s.equcount), "date": "、".join(s.days)}
    for phone in phones(d.db, s):
        send_sms(d.db, template, phone, data, s.visitno)


def ask_unit(d: Doing) -> None:
    """短信和消息请单位确认上门日期"""
    s = d.subject
    s.answeredby, s.answered, s.reason = "", None, ""
    title = f"约检{s.visitno}定于{'、'.join(s.days)}上门，请确认"
    tell(d.db, users_of(d.db, s.unitsysid), "约检", title, route=BOX)
    _sms(d, "YJQR")


def tell_arrangers(d: Doing) -> None:
    """告知任务安排人"""
    s = d.subject
    items = select(AppBuss.arrangedby).join(A, A.appmain_id == AppBuss.appmain_id).where(A.visit_id == s.id)
    said = f"已确认{'、'.join(s.days)}上门" if s.step == AGREED else f"希望改到{s.wished[0]}：{s.reason}"
    title = f"约检{s.visitno} {s.unitname}{said}"
    tell(d.db, set(d.db.scalars(items.distinct())), "约检", title, route="/businessPro/taskRequest")


def confirm_by_sms(d: Doing) -> None:
    """短信告知单位已确认的日期"""
    _sms(d, "YJQD")


def write_wish(d: Doing) -> None:
    """希望日期写在期望日期之首"""
    day = str(d.form["newday"])
    d.subject.wished = [day, *(one for one in d.subject.wished if one != day)]


VISIT = add_process(
    Process(
        name="visit",
        title="约检",
        model=UnitVisit,
        api=CALL,
        one_by_one=True,
        start=WAIT,
        ends=[AGREED],
        numbers=lambda s: (s.visitno, ""),
        about=lambda m: (m.unitname, m.visitno),
        steps=[
            Step(WAIT, "待安排", nobody),
            Step(
                *(ASKED, "待确认", own_unit),
                tone="ca",
                waits="上门日期待确认",
                route=BOX,
                page=BOX,
                verb="确认",
                refusal="上门日期由约检的单位确认",
            ),
            Step(AGREED, "已确认", nobody, tone="go"),
            Step(OTHER, "另约", nobody, tone="ca"),
        ],
        moves=[
            Move(
                *("ask", "安排上门", [WAIT, ASKED, AGREED, OTHER], ASKED, p.ARRANGE),
                effects=[ask_unit],
                within="/api/appmain/taskSchedCommit",
                follows=True,
            ),
            Move(
                *("agree", "确认日期", [ASKED], AGREED, p.ONLINE_SAVE),
                guards=[day_is_ahead],
                stamps=["answeredby", "answered"],
                effects=[tell_arrangers, confirm_by_sms],
            ),
            Move(
                *("another", "另约日期", [ASKED], OTHER, p.ONLINE_SAVE),
                needs_reason=True,
                guards=[day_can_be],
                stamps=["answeredby", "answered"],
                takes=["reason"],
                effects=[write_wish, tell_arrangers],
                form=ANOTHER,
            ),
        ],
    )
)
