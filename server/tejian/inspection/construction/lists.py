"""Notices of construction: those that wait to be received, and all."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, false, select

from tejian.inspection import permissions as p
from tejian.inspection.models.construction import FILED, OPEN, RECEIVED
from tejian.inspection.models.construction import ConstructionNotice as N
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .process import NOTIFICATION, PAGE


def waiting(me: User) -> Any:
    """What this user may receive or return."""
    return and_(N.visible(me), NOTIFICATION.mine(me, [FILED]))


def overdue() -> Any:
    """Filed, not received, and the work is to begin."""
    return (N.step == FILED) & (N.startdate <= clock.today())


# what was saved is opened: the devices are added on the page of the notice
ADD = Action("add", "登记告知", p.NOTIFY_FILE, kind="form", form="construction_form", shortcut="Alt+N", route=PAGE)
VIEW = Action("view", "查看", p.NOTIFY_QUERY, place="row", kind="route", needs="one", route=PAGE)
DECLARE = Action(
    "declareSupervision",
    "申报监检",
    p.APPLY_SAVE,
    place="row",
    kind="move",
    needs="one",
    form="construction_declare",
    when={"step": [RECEIVED]},
)
PRINT = Action("print", "打印", p.NOTIFY_QUERY, place="batch", kind="print", needs="many", print="SGGZS")
query_list = add_list(
    ListView(
        no="construction_list",
        title="施工告知查询",
        permission=p.NOTIFY_QUERY,
        export_permission=EXPORT,
        source=select(N),
        key=N.id,
        visible=N.visible,
        url="/api/construction/findList",
        sort="-createtime",
        columns=[
            col(N.notifyno, 160, type="code", fixed="left", link=PAGE),
            col(N.step, 90, label="状态", type="state", words=NOTIFICATION.names, tones=NOTIFICATION.tones),
            col(N.worktype, 90),
            col(N.equclass, 90),
            col(N.startdate, 110),
            col(N.contractorname, 190),
            col(N.unitname, 190),
            col(N.place, 180),
            col(N.enddate, 110),
            col(N.licno, 130, type="code"),
            col(N.licvalidto, 120, shown=False),
            col(N.notifydate, 100),
            col(N.receiver, 80),
            col(N.headman, 90, shown=False),
            col(N.filer, 80, shown=False),
            col(N.filed, 140, shown=False),
            col(N.contractno, 120, shown=False),
            col(N.reason, 160, shown=False),
            col(N.createtime, 140, shown=False),
        ],
        search=[
            like("notifyno", "告知编号", N.notifyno, N.contractno, placeholder="告知编号、合同编号", quick=True),
            like("contractorname", "施工单位", N.contractorname, quick=True),
            like("unitname", "使用单位", N.unitname, quick=True),
            same("step", "状态", N.step, widget="select", options=NOTIFICATION.names),
            same("worktype", "施工类别", N.worktype, widget="select", dict="C640"),
            same("equclass", "设备种类", N.equclass, widget="select", dict="C601"),
            dates("startdate", "计划开工日期", N.startdate),
            dates("notifydate", "受理日期", N.notifydate),
        ],
        segments=[
            Segment("open", "待提交", lambda me: N.step.in_(OPEN)),
            Segment("filed", "待受理", lambda me: N.step == FILED),
            Segment("standing", "施工中", lambda me: N.step == RECEIVED),
        ],
        actions=[ADD, VIEW, *(b for b in buttons(NOTIFICATION) if b.permission == p.NOTIFY_FILE), DECLARE, PRINT],
    )
)
OWN_ADD = replace(ADD, code="addOwn", permission=p.NOTIFY_OWN, form="construction_own_form")


def of_contractor(me: User) -> Any:
    return and_(N.visible(me), N.contractor_id == me.unit_id) if me.unit_id else false()


own_list = add_list(
    replace(
        query_list,
        no="construction_own_list",
        title="施工告知登记",
        permission=p.NOTIFY_OWN,
        visible=of_contractor,
        url="/api/construction/ownList",
        actions=[OWN_ADD, VIEW, *(b for b in buttons(NOTIFICATION) if b.permission == p.NOTIFY_OWN), PRINT],
    )
)
handle_list = add_list(
    replace(
        query_list,
        no="construction_handle_list",
        title="施工告知受理",
        permission=p.NOTIFY_RECEIVE,
        fixed=[N.step == FILED],
        visible=waiting,
        url="/api/construction/handleList",
        sort="startdate",
        segments=[Segment("late", "已到开工日", lambda me: overdue())],
        actions=[VIEW, *(b for b in buttons(NOTIFICATION) if b.permission == p.NOTIFY_RECEIVE), PRINT],
    )
)
