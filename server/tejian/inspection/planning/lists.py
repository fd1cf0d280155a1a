"""The plans of the stations, and the own way of an inspector: sites in order, day by day."""

from typing import Any

from sqlalchemy import and_, or_, select

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.planning import STATES, PlanLine
from tejian.inspection.models.planning import PlanProposal as P
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.system.permissions import EXPORT

from .forms import CALL, FORM, PAGE

TONES = {"ready": "ca", "accepted": "ok", "failed": "no", "solving": "go", "waiting": "go"}
L = PlanLine

plan_list = add_list(
    ListView(
        no="plan_list",
        title="计划编排",
        permission=p.PLAN,
        export_permission=EXPORT,
        source=select(P),
        key=P.id,
        visible=P.visible,
        url=f"{CALL}/findList",
        sort="-createtime",
        columns=[
            col(P.dept_id, 160, fixed="left"),
            col(P.first, 110),
            col(P.last, 110),
            Col("state", "状态", P.state, 84, "state", words=STATES, tones=TONES),
            col(P.percent, 80, label="进度（%）"),
            col(P.planned, 80),
            col(P.left, 80),
            col(P.metres, 110),
            col(P.saved, 110),
            col(P.message, 240),
            col(P.user_id, 90),
            col(P.createtime, 140, label="编排时间"),
            col(P.ended, 140, shown=False),
        ],
        search=[
            same("state", "状态", P.state, widget="select", options=STATES, quick=True),
            dates("first", "从", P.first, quick=True),
        ],
        actions=[
            Action("begin", "编排计划", p.PLAN, kind="form", form=FORM.no, route=f"{PAGE}?id={{id}}", shortcut="Alt+N"),
            Action("openPlan", "打开", p.PLAN, place="row", kind="route", needs="one", route=f"{PAGE}?id={{id}}"),
        ],
    )
)


def own(me: User) -> Any:
    """What an inspector was sent to by an accepted plan, as long as it is still arranged so."""
    mine = or_(L.scinspector == me.id, L.coinspector == me.id)
    return and_(L.accepted, mine, L.plandate == B.plandate, B.inspectors.contains([me.id]), B.step.in_(at.ON_THE_WAY))


route_list = add_list(
    ListView(
        no="plan_route_list",
        title="我的路线",
        permission=p.CONFIRM,
        source=select(L).join(B, B.id == L.appbuss_id),
        key=L.id,
        visible=own,
        url=f"{CALL}/route/findList",
        sort="plandate",
        columns=[
            col(L.plandate, 110, fixed="left"),
            Col("turn", "第几家", L.place, 80),
            Col("unitname", "受检单位", B.unitname, 200),
            Col("useplace", "使用地点", B.useplace, 200),
            Col("equname", "设备名称", B.equname, 120),
            col(B.seisn, 130, type="code", link="/flowLog?seisn={seisn}"),
            col(L.scinspector, 80),
            col(L.coinspector, 80),
            col(L.timeslot, 70),
            col(L.boxno, 90),
            col(L.minutes, 100),
            col(L.metres, 100),
            col(B.duedate, 110),
        ],
        search=[
            dates("plandate", "日期", L.plandate, quick=True),
            like("unitname", "受检单位", B.unitname, quick=True),
        ],
    )
)
