"""The ledger of absences: of the institute for who arranges, and the own ones."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, case, func, select

from tejian.inspection import permissions as p
from tejian.inspection.models.absence import KINDS
from tejian.inspection.models.absence import StaffLeave as L
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, like, same
from tejian.system.permissions import EXPORT
from tejian.system.settings.api import add, edit, remove

from .forms import CALL, OWN

STATES = {"1": "未开始", "2": "进行中", "3": "已结束"}
_state = case((L.begins > func.current_date(), "1"), (L.ends < func.current_date(), "3"), else_="2")


def own(me: User) -> Any:
    return and_(L.visible(me), L.user_id == me.id)


leave_list = add_list(
    ListView(
        no="staff_leave_list",
        title="请假外出台账",
        permission=p.ARRANGE,
        export_permission=EXPORT,
        source=select(L),
        key=L.id,
        visible=L.visible,
        url=f"{CALL}/findList",
        sort="-begins",
        columns=[
            col(L.username, 90, fixed="left"),
            Col("kind", "类别", L.kind, 90, "dict", words=KINDS),
            col(L.begins, 110),
            col(L.ends, 110),
            col(L.half, 70),
            Col("state", "状态", _state, 90, "state", words=STATES, tones={"2": "ca"}),
            col(L.reason, 260),
            col(L.updateby, 90, label="登记人"),
            col(L.updatetime, 140, label="登记时间"),
        ],
        search=[
            like("username", "姓名", L.username, quick=True),
            same("kind", "类别", L.kind, widget="select", options=KINDS, quick=True),
            Search("state", "状态", lambda v: _state == str(v), widget="select", options=STATES, quick=True),
            dates("begins", "开始日期", L.begins),
        ],
        actions=[
            add(p.ARRANGE, "staff_leave_form"),
            edit(p.ARRANGE, "staff_leave_form"),
            remove(p.ARRANGE, f"{CALL}/delete", "记录"),
        ],
    )
)
own_list = add_list(
    replace(
        leave_list,
        no="staff_leave_own_list",
        title="我的请假外出",
        permission=p.CONFIRM,
        export_permission="",
        visible=own,
        url=f"{OWN}/findList",
        actions=[
            add(p.CONFIRM, "staff_leave_own_form"),
            edit(p.CONFIRM, "staff_leave_own_form"),
            remove(p.CONFIRM, f"{OWN}/delete", "记录"),
        ],
    )
)
