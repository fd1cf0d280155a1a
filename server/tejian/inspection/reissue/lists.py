"""Corrections of reports: the own ones, those that wait for audit or approval, and all."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import permissions as p
from tejian.inspection.models.reissue import APPROVE, AUDIT, SELF
from tejian.inspection.models.reissue import ReportChange as C
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import ACTS, KINDS
from .process import CHANGE, PAGE


def own(me: User) -> Any:
    return and_(C.visible(me), C.createby == me.id)


def waiting(me: User) -> Any:
    """What waits for this user's audit or approval."""
    steps = [code for code, may in ((AUDIT, p.CHANGE_AUDIT), (APPROVE, p.CHANGE_APPROVE)) if me.may(may)]
    return and_(C.visible(me), CHANGE.mine(me, steps))


VIEW = Action("view", "查看", p.CHANGE_QUERY, place="row", kind="route", needs="one", route=PAGE)
search_list = add_list(
    ListView(
        no="report_change_list",
        title="报告更正查询",
        permission=p.CHANGE_QUERY,
        export_permission=EXPORT,
        source=select(C),
        key=C.id,
        visible=C.visible,
        url="/api/reportChange/findList",
        sort="-createtime",
        columns=[
            col(C.changeno, 130, type="code", fixed="left", link=PAGE),
            Col("kind", "类型", C.kind, 110, "dict", words=KINDS),
            col(C.reportno, REPORT_NO_WIDTH, type="code"),
            col(C.newno, REPORT_NO_WIDTH, type="code"),
            col(C.step, 90, label="状态", type="state", words=CHANGE.names, tones=CHANGE.tones),
            col(C.unitname, 190),
            col(C.equname, 90),
            col(C.content, 220),
            col(C.copies, 80, label="份数", shown=False),
            col(C.reason, 160, shown=False),
            col(C.applicant, 80),
            col(C.submitted, 140),
            col(C.auditor, 80),
            col(C.audited_at, 140, shown=False),
            col(C.approver, 80),
            col(C.approved_at, 140, shown=False),
            col(C.opinion, 160, shown=False),
            col(C.seisn, 120, type="code", shown=False),
            col(C.createtime, 140, shown=False),
        ],
        search=[
            like("number", "单号", C.changeno, C.reportno, C.newno, C.seisn, quick=True),
            like("unitname", "受检单位", C.unitname, quick=True),
            same("step", "状态", C.step, widget="select", options=CHANGE.names, quick=True),
            same("kind", "类型", C.kind, widget="select", options=KINDS),
            like("content", "更正内容", C.content),
            dates("submitted", "申请时间", C.submitted, moment=True),
        ],
        actions=[VIEW],
    )
)
apply_list = add_list(
    replace(
        search_list,
        no="report_change_apply_list",
        title="报告更正申请",
        permission=p.CHANGE_APPLY,
        visible=own,
        url="/api/reportChange/applyList",
        actions=[
            ACTS.add,
            VIEW,
            *(b for b in buttons(CHANGE) if b.permission == p.CHANGE_APPLY),
        ],
    )
)
deal_list = add_list(
    replace(
        search_list,
        no="report_change_deal_list",
        title="报告更正处理",
        visible=waiting,
        url="/api/reportChange/dealList",
        actions=[VIEW, *(b for b in buttons(CHANGE) if b.permission != p.CHANGE_APPLY)],
    )
)


def self_asked(me: User) -> Any:
    """What units have asked for themselves."""
    return and_(C.visible(me), C.way == SELF)


subsidy_list = add_list(
    replace(
        search_list,
        no="report_subsidy_list",
        title="自助补发审核",
        visible=self_asked,
        url="/api/reportChange/subsidyList",
        columns=[replace(one, shown=True) if one.name == "copies" else one for one in search_list.columns],
        actions=deal_list.actions,
    )
)
subsidy_own_list = add_list(
    replace(
        subsidy_list,
        no="report_subsidy_own_list",
        title="报告补发申请",
        permission=p.CHANGE_ASK,
        export_permission="",
        url="/api/reportChange/subsidyOwnList",
        columns=[replace(c, link="") if c.name == "changeno" else c for c in subsidy_list.columns if c.name != "kind"],
        search=[one for one in search_list.search if one.name != "kind"],
        actions=[],
    )
)
