"""The applications of a unit, those that an institute confirms, and the devices that a unit may declare."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from sqlalchemy import and_, false, func, select

from tejian.archives import codes
from tejian.archives.equipment.api import COLUMNS, SEARCH
from tejian.archives.models.equipment import Equipment as E
from tejian.inspection import permissions as p
from tejian.inspection.expiry.api import idle
from tejian.inspection.models.online import BACK, OPEN, SENT
from tejian.inspection.models.online import OnlineApplication as A
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import used_by_own
from .process import ONLINE, PAGE

VIEW = Action("view", "查看", p.ONLINE_QUERY, place="row", kind="route", needs="one", route=PAGE)
CREATE = "/businessPro/onlineApplyInfo"
MINE = (p.ONLINE_SAVE, p.ONLINE_REVOKE)


def of_unit(me: User) -> Any:
    return A.visible(me) if me.unit_id else false()


def of_institute(me: User) -> Any:
    return false() if me.unit_id else A.visible(me)


own_list = add_list(
    ListView(
        no="online_list",
        title="网上申报",
        permission=p.ONLINE_SAVE,
        export_permission=EXPORT,
        source=select(A),
        key=A.id,
        visible=of_unit,
        url="/api/online/findList",
        sort="-onlineno",
        columns=[
            col(A.onlineno, 140, type="code", fixed="left", link=PAGE),
            col(A.step, 90, label="状态", type="state", words=ONLINE.names, tones=ONLINE.tones),
            col(A.unitname, 200, shown=False),
            col(A.equclass, 90),
            col(A.testsort, 150),
            col(A.equcount, 66),
            col(A.plandate, 110),
            col(A.inscontactname, 80, shown=False),
            col(A.INSCONTACTTEL, 120, type="code", shown=False),
            col(A.sent, 140),
            col(A.mendby, 124, type="deadline"),
            col(A.reason, 200),
            col(A.appno, 140, type="code"),
            col(A.handler, 80, shown=False),
            col(A.handled, 140, shown=False),
            col(A.cheorgname, 180, shown=False),
        ],
        search=[
            like("onlineno", "编号", A.onlineno, A.appno, placeholder="网上申报编号、申报单号", quick=True),
            same("step", "状态", A.step, widget="select", options=ONLINE.names, quick=True),
            same("equclass", "设备种类", A.equclass, widget="select", dict="C601"),
            dates("sent", "提交时间", A.sent, moment=True),
        ],
        segments=[
            Segment("open", "待提交", lambda me: A.step.in_(OPEN)),
            Segment("sent", "待确认", lambda me: A.step == SENT),
        ],
        actions=[
            Action("add", "新增", p.ONLINE_SAVE, kind="route", route=CREATE, shortcut="Alt+N"),
            VIEW,
            *(b for b in buttons(ONLINE) if b.permission in MINE),
            Action(
                "deleteDraft",
                "删除",
                p.ONLINE_SAVE,
                place="more",
                kind="call",
                needs="one",
                url="/api/online/delete",
                confirm="删除后不能恢复，变更记录仍保留",
                when={"step": ["DRAFT"]},
            ),
        ],
    )
)
confirm_list = add_list(
    replace(
        own_list,
        no="online_confirm_list",
        title="网上申报确认",
        permission=p.ONLINE_CONFIRM,
        visible=of_institute,
        url="/api/online/confirmList",
        columns=[
            replace(one, shown=True) if one.name in ("unitname", "inscontactname", "INSCONTACTTEL") else one
            for one in own_list.columns
        ],
        search=[*own_list.search[:1], like("unitname", "申报单位", A.unitname, quick=True), *own_list.search[1:]],
        segments=[
            Segment("sent", "待确认", lambda me: A.step == SENT),
            Segment("back", "待补正", lambda me: A.step == BACK),
        ],
        actions=[VIEW, *(b for b in buttons(ONLINE) if b.permission == p.ONLINE_CONFIRM)],
    )
)

BY = {one.name: one for one in COLUMNS}
SHOWN = ("equcode", "equname", "equclacode", "useplace", "equstatus", "inspdate", "insresult")
KEPT = ("usecertno", "isNinspdateOverdue", "equclass", "useorgsysid")
AHEAD = 90  # days


def declarable(me: User) -> Any:
    """The devices in use of the own unit."""
    used = and_(used_by_own(me), E.equstatus.in_((*codes.RUNNING, codes.STOPPED)))
    return used if me.unit_id else false()


device_list = add_list(
    ListView(
        no="online_device_list",
        title="可申报设备",
        permission=p.ONLINE_SAVE,
        export_permission=EXPORT,
        source=select(E),
        key=E.id,
        visible=declarable,
        indexed=E.indexed,
        url="/api/online/deviceList",
        sort="ninspdate",
        late="isNinspdateOverdue",
        columns=[
            *(replace(BY[n], shown=True) for n in SHOWN),
            col(E.ninspdate, 110),
            Col("days", "余期", E.ninspdate - func.current_date(), 84, "left"),
            col(E.ninspdate2, 110, label="下次年度检验", shown=False),
            col(E.ndetdate, 110, shown=False),
            Col("cheorgsysname", "检验机构", E.cheorgsysname, 160, shown=False),
            *(BY[n] for n in KEPT),
        ],
        search=[
            *(one for one in SEARCH if one.name in ("codes", "equclacode", "useplace")),
            same("equclass", "设备种类", E.equclass, widget="select", dict="C601", quick=True),
            dates("ninspdate", "下次检验日期", E.ninspdate),
            Search("idle", "只看没有在办业务", lambda v: idle(), widget="checkbox"),
        ],
        segments=[
            Segment("late", "已超期", lambda me: E.ninspdate < clock.today()),
            Segment("due", "90天内到期", lambda me: E.ninspdate <= clock.today() + timedelta(days=AHEAD)),
        ],
        actions=[Action("declareOnline", "网上申报", p.ONLINE_SAVE, kind="move", needs="many", form="online_batch")],
    )
)
