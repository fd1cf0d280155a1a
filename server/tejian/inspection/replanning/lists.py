"""Requests for another day or person: for who arranges, and the own ones of who asks."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, select

from tejian.inspection import permissions as p
from tejian.inspection.models.replanning import KINDS
from tejian.inspection.models.replanning import TaskRequest as R
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import CALL
from .process import REPLAN


def own(me: User) -> Any:
    return and_(R.visible(me), R.createby == me.id)


answer_list = add_list(
    ListView(
        no="task_request_list",
        title="改期换人申请",
        permission=p.ARRANGE,
        export_permission=EXPORT,
        source=select(R),
        key=R.id,
        visible=R.visible,
        url=f"{CALL}/findList",
        sort="-createtime",
        columns=[
            col(R.seisn, 130, type="code", fixed="left", link="/flowLog?seisn={seisn}"),
            col(R.step, 80, label="状态", type="state", words=REPLAN.names, tones=REPLAN.tones),
            Col("kind", "事项", R.kind, 70, "dict", words=KINDS),
            col(R.unitname, 190),
            col(R.plandate, 110),
            col(R.people, 130),
            col(R.wantday, 100),
            col(R.reason, 200),
            col(R.applicant, 80),
            Col("wantname", "建议人选", R.wantname, 90),
            col(R.equname, 110),
            col(R.useplace, 160, shown=False),
            col(R.createtime, 140, label="申请时间"),
            col(R.answer, 160),
            col(R.answeredby, 80),
            col(R.answeredat, 140, shown=False),
        ],
        search=[
            like("seisn", "业务流水号", R.seisn, quick=True),
            like("unitname", "受检单位", R.unitname, quick=True),
            same("step", "状态", R.step, widget="select", options=REPLAN.names, quick=True),
            same("kind", "事项", R.kind, widget="select", options=KINDS),
            like("applicant", "申请人", R.applicant),
            dates("plandate", "原安排日期", R.plandate),
        ],
        actions=[b for b in buttons(REPLAN) if b.permission == p.ARRANGE],
    )
)
own_list = add_list(
    replace(
        answer_list,
        no="task_request_own_list",
        title="我的改期换人申请",
        permission=p.CONFIRM,
        export_permission="",
        visible=own,
        url=f"{CALL}/ownList",
        actions=[b for b in buttons(REPLAN) if b.permission == p.CONFIRM],
    )
)
