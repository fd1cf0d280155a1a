"""A rescue by C726: 接警 → 已派单 → 已接单 → 已到场 → 已解救 → 已回访 → 关闭; 转二级, 转三级 on the way."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, anybody, nobody
from tejian.lifts import permissions as p
from tejian.lifts.filing.api import number_term
from tejian.lifts.models.rescue import (
    ACCEPTED,
    ARRIVED,
    CALLED,
    CLOSED,
    CONTRACT,
    FIRE,
    FOLLOWED,
    FREED,
    GRID,
    SECOND,
    SENT,
    SHUT_IN,
    THIRD,
)
from tejian.lifts.models.rescue import RescueIncident as C
from tejian.messages.api import tell
from tejian.supervision.defects import api as defects
from tejian.supervision.models.defects import BY_BUREAU, FROM_RESCUE, IN_TIME
from tejian.system.accounts.api import users_of

from . import judging as g
from .forms import API, CLOSE, FOLLOW, FORECAST, PAGE, at, because

TO = {GRID: SECOND, FIRE: THIRD}


def tell_who_goes(d: Doing) -> None:
    """告知双方和接警中心"""
    s = d.subject
    whom = {*users_of(d.db, s.maiorgsysid), *users_of(d.db, s.unitsysid)}
    title = f"{s.orderno} {s.useplace}电梯{s.code96333}：{RESCUE.name_of(s.step)}"
    tell(d.db, sorted(whom - {d.me.id}), "困人救援", title, s.situation, PAGE.format(id=s.id))


def run_clock(d: Doing) -> None:
    """定下自动升级的时间"""
    g.set_clock(d.db, d.subject)


def stop_clock(d: Doing) -> None:
    """不再升级"""
    d.subject.raiseat = None


def raise_to(db: Session, row: C, level: str, why: str) -> None:
    """Escalate by itself: the next level, its station, and why."""
    before, after = row.step, TO[level]
    row.raisedwhy, row.forecast, row.acceptedat = why, None, None
    g.send_station(db, row, level)
    RESCUE.put(db, row, after)
    g.set_clock(db, row)
    RESCUE.log(Doing(db, SYSTEM, row), "escalate", why, before, after)
    tell_who_goes(Doing(db, SYSTEM, row))


def next_level(row: C) -> str:
    return GRID if row.level == CONTRACT else FIRE


def raised(level: str) -> Any:
    def effect(d: Doing) -> None:
        d.subject.raisedwhy = d.reason.text[:200]
        d.subject.acceptedat = d.subject.forecast = None
        g.send_station(d.db, d.subject, level)
        g.set_clock(d.db, d.subject)

    effect.__name__, effect.__doc__ = "raise_level", f"派往{'二级救援站' if level == GRID else '消防119'}"
    return effect


def after_refusal(d: Doing) -> str:
    return TO[next_level(d.subject)]


def refused(d: Doing) -> None:
    """维保单位、救援站不能到场，转上一级"""
    raised(next_level(d.subject))(d)


def late_forecast(d: Doing) -> None:
    """预计到场太晚的立即转二级"""
    s = d.subject
    limit = number_term(d.db, "转二级")
    if s.level == CONTRACT and s.forecast > limit:
        raise_to(d.db, s, GRID, f"维保单位预计{s.forecast}分到场，超过{limit}分")


def note_time(column: str) -> Any:
    def effect(d: Doing) -> None:
        setattr(d.subject, column, g.happened(d))
        if d.form["happened"]:
            label = str(C.__table__.c[column].info["label"])
            d.subject.typed = "、".join(filter(None, [d.subject.typed, label]))

    effect.__name__, effect.__doc__ = f"note_{column}", "记发生的时间，补填的标明"
    return effect


def count_comfort(d: Doing) -> None:
    """安抚次数加一"""
    d.subject.comforts += 1


def many_entrapments(d: Doing) -> None:
    """十二个月内困人过多的，下达整改"""
    s, many = d.subject, number_term(d.db, "困人多发")
    count = g.entrapments(d.db, s.equdatasysid)
    if count <= many:
        return
    source = {"sourcekind": FROM_RESCUE, "source_id": s.id, "sourceno": s.orderno, "org_id": d.me.org_id}
    source |= {"town": BY_BUREAU, "areacode": s.areacode, "unitsysid": s.unitsysid, "unitname": s.unitname}
    finding = defects.Found("KR", "电梯困人", f"十二个月内困人{count}次，超过{many}次", level="2", handling=IN_TIME)
    row = defects.draft(d.db, d.me, finding, clock.add_months(clock.today(), 1), equdatasysid=s.equdatasysid, **source)
    d.db.flush()
    defects.issue(d, [row])


WAITS: dict[str, Any] = {"tone": "no", "route": "/elevatorMaintenanceMng/bailOutSearch", "page": PAGE}
AFTER = WAITS | {"tone": "ca"}
RESCUE = add_process(
    Process(
        name="rescue_incident",
        title="困人救援",
        model=C,
        api=API,
        one_by_one=True,
        start=CALLED,
        ends=[CLOSED],
        always=[tell_who_goes],
        numbers=lambda s: (s.orderno, s.orderno),
        about=lambda m: (m.unitname, m.useplace),
        steps=[
            Step(CALLED, "接警", anybody, waits="困人待派单", verb="派单", **WAITS),
            Step(SENT, "已派单", anybody, waits="困人待接单", verb="接单", **WAITS),
            Step(ACCEPTED, "已接单", anybody, waits="困人待到场", verb="到场", **WAITS),
            Step(ARRIVED, "已到场", anybody, waits="困人待解救", verb="解救", **WAITS),
            Step(FREED, "已解救", anybody, waits="困人待回访", verb="回访", **AFTER),
            Step(FOLLOWED, "已回访", anybody, waits="困人待关闭", verb="关闭", **AFTER),
            Step(SECOND, "转二级", anybody, waits="困人转二级", verb="接单", **WAITS),
            Step(THIRD, "转三级", anybody, waits="困人转三级", verb="接单", **WAITS),
            Step(CLOSED, "关闭", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("dispatch", "派单", [CALLED], SENT, p.RESCUE_HANDLE),
                guards=[g.somebody_answers],
                stamps=["sentat"],
                effects=[run_clock],
            ),
            Move(
                *("accept", "接单", [SENT, SECOND, THIRD], ACCEPTED, p.RESCUE_GO),
                takes=["forecast"],
                stamps=["acceptedat"],
                effects=[run_clock, late_forecast],
                form=FORECAST,
            ),
            Move(
                *("decline", "不能到场", [SENT, SECOND], after_refusal, p.RESCUE_GO),
                choices=[SECOND, THIRD],
                needs_reason=True,
                effects=[refused],
                form=because("rescue_decline", "不能到场"),
            ),
            Move(
                *("arrive", "到场", [ACCEPTED], ARRIVED, p.RESCUE_GO),
                guards=[g.not_before_the_call],
                effects=[note_time("arrivedat"), run_clock],
                form=at("rescue_arrive", "到场"),
            ),
            Move(
                *("free", "解救", [ARRIVED], FREED, p.RESCUE_GO),
                guards=[g.not_before_the_call],
                effects=[note_time("freedat"), stop_clock],
                form=at("rescue_free", "解救"),
            ),
            Move(
                *("second", "转二级", [CALLED, SENT, ACCEPTED, ARRIVED], SECOND, p.RESCUE_HANDLE),
                needs_reason=True,
                effects=[raised(GRID)],
                form=because("rescue_second", "转二级"),
            ),
            Move(
                *("third", "转三级", [CALLED, SENT, ACCEPTED, ARRIVED, SECOND], THIRD, p.RESCUE_HANDLE),
                needs_reason=True,
                effects=[raised(FIRE)],
                form=because("rescue_third", "转三级"),
            ),
            Move(
                *("comfort", "安抚", SHUT_IN, STAY, p.RESCUE_HANDLE),
                anyone=True,
                stamps=["comfortat"],
                effects=[count_comfort],
            ),
            Move(
                *("follow", "回访", [FREED], FOLLOWED, p.RESCUE_HANDLE),
                takes=["followsaid"],
                stamps=["followedat"],
                form=FOLLOW,
            ),
            Move(
                *("close", "关闭", [FOLLOWED], CLOSED, p.RESCUE_HANDLE),
                takes=["cause", "causesaid"],
                stamps=["closedat"],
                effects=[many_entrapments],
                form=CLOSE,
            ),
        ],
    )
)
