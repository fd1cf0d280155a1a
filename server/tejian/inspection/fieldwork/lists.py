"""The lists of 移动平台: conflicts, what was not written, who handed in, terminals, versions, guides."""

from typing import Any

from sqlalchemy import select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import STEP_NAMES
from tejian.inspection.models.fieldwork import AGREED, DECIDED, LOST, OPEN, USED
from tejian.inspection.models.fieldwork import RecordConflict as C
from tejian.inspection.models.fieldwork import Terminal as T
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.mobile import BACK, FAILED, GUIDE_STEPS, WAIT
from tejian.inspection.models.mobile import AppVersion as V
from tejian.inspection.models.mobile import HeldJob as H
from tejian.inspection.models.mobile import OpFailure as X
from tejian.inspection.models.mobile import RecordSubmit as R
from tejian.inspection.models.mobile import TaskGuide as G
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.system.permissions import EXPORT

from .desk_forms import (
    CONFLICT_PAGE,
    FAILURE_PAGE,
    GUIDE_ACTS,
    MOBILE,
    RETURNED_PAGE,
    SUBMIT_PAGE,
    TERMINAL_PAGE,
    VERSION_ACTS,
    VERSION_PAGE,
)
from .process import CONFLICT, FAILURE, HELD_JOB, TERMINAL, VERSION


def _view(page: str, permission: str) -> Action:
    return Action("view", "查看", permission, place="row", kind="route", needs="one", route=page)


def _of(process: Any, model: Any, width: int = 100) -> Any:
    return col(model.step, width, label="状态", type="state", words=process.names, tones=process.tones)


conflict_list = own_listing(
    CONFLICT,
    no="record_conflict_list",
    title="冲突箱",
    permission=p.FIELD_QUERY,
    export_permission=EXPORT,
    url=f"{MOBILE}/conflict/find",
    columns=[
        col(C.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link=CONFLICT_PAGE),
        _of(CONFLICT, C),
        col(C.words, 220),
        col(C.mineshown, 160),
        col(C.mine_id, 90),
        col(C.theirsshown, 160),
        col(C.theirs_name, 90),
        col(C.workingshown, 160),
        col(C.equname, 120),
        col(C.unitname, 180),
        col(C.main_id, 90),
        col(C.valueshown, 160),
        col(C.decidedby, 90),
        col(C.decided, 140),
        col(C.createtime, 140, label="发生时间"),
    ],
    search=[
        like("text", "报告编号、单位、内容", C.reportno, C.unitname, C.words, quick=True),
        same("step", "状态", C.step, widget="select", options=CONFLICT.names, quick=True),
        dates("createtime", "发生时间", C.createtime, moment=True),
    ],
    segments=[
        Segment("open", "待裁定", lambda me: C.step == OPEN),
        Segment("done", "已裁定", lambda me: C.step.in_((DECIDED, AGREED))),
    ],
    actions=[_view(CONFLICT_PAGE, p.FIELD_QUERY), *buttons(CONFLICT)],
)
held_list = own_listing(
    HELD_JOB,
    no="held_job_list",
    title="移动端退回业务",
    permission=p.FIELD_QUERY,
    export_permission=EXPORT,
    url=f"{MOBILE}/conveobj/find",
    columns=[
        col(H.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link=RETURNED_PAGE),
        _of(HELD_JOB, H),
        col(H.equname, 120),
        col(H.unitname, 200),
        col(H.user_id, 90),
        col(H.operations, 90, type="number"),
        col(H.why, 260),
        col(H.createtime, 140, label="首次收到"),
        col(H.received, 140),
        col(H.outcome, 200),
        col(H.target, 160),
        col(H.handler_id, 90),
        col(H.handled, 140),
    ],
    search=[
        like("text", "报告编号、单位、设备", H.reportno, H.unitname, H.equname, quick=True),
        same("step", "状态", H.step, widget="select", options=HELD_JOB.names, quick=True),
        dates("received", "最近收到", H.received, moment=True),
    ],
    segments=[
        Segment("wait", "待处置", lambda me: H.step == WAIT),
        Segment("done", "已处置", lambda me: H.step != WAIT),
    ],
    actions=[_view(RETURNED_PAGE, p.FIELD_QUERY), *buttons(HELD_JOB)],
)
failure_list = own_listing(
    FAILURE,
    no="op_failure_list",
    title="同步校验失败",
    permission=p.FIELD_QUERY,
    export_permission=EXPORT,
    url=f"{MOBILE}/checkFail/find",
    columns=[
        col(X.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link=FAILURE_PAGE),
        _of(FAILURE, X, 124),
        col(X.words, 200),
        col(X.valueshown, 160),
        col(X.message, 260),
        col(X.equname, 120),
        col(X.user_id, 90),
        col(X.terminal_id, 140),
        col(X.app, 90),
        col(X.createtime, 140, label="收到时间"),
        col(X.answer, 200),
        col(X.handler_id, 90),
        col(X.handled, 140),
    ],
    search=[
        like("text", "报告编号、内容、原因", X.reportno, X.words, X.message, quick=True),
        like("equname", "设备名称", X.equname),
        same("step", "状态", X.step, widget="select", options=FAILURE.names, quick=True),
        same("app", "应用版本", X.app),
        dates("createtime", "收到时间", X.createtime, moment=True),
    ],
    segments=[
        Segment("wait", "待处理", lambda me: X.step == FAILED),
        Segment("back", "已退回", lambda me: X.step == BACK),
    ],
    actions=[_view(FAILURE_PAGE, p.FIELD_QUERY), *buttons(FAILURE)],
)
SENT = [
    col(R.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link=SUBMIT_PAGE),
    col(R.equname, 120),
    col(R.unitname, 200),
    col(R.user_id, 90),
    col(R.at, 140),
    col(R.terminal_id, 140),
    col(R.app, 90),
]
SOUGHT = [
    like("text", "报告编号、单位、设备", R.reportno, R.unitname, R.equname, quick=True),
    same("app", "应用版本", R.app),
    dates("at", "提交时间", R.at, moment=True),
]
submit_list = add_list(
    ListView(
        no="record_submit_list",
        title="记录提交日志",
        permission=p.FIELD_QUERY,
        export_permission=EXPORT,
        url=f"{MOBILE}/recSubmit/find",
        source=select(R),
        key=R.id,
        visible=R.visible,
        sort="-at",
        columns=[
            *SENT,
            col(R.recordversion, 90, type="number"),
            col(R.operations, 90, type="number"),
            col(R.people, 90, type="number"),
            col(R.begun, 140),
            col(R.delay, 130, type="number"),
        ],
        search=SOUGHT,
        actions=[_view(SUBMIT_PAGE, p.FIELD_QUERY)],
    )
)
approval_list = add_list(
    ListView(
        no="mobile_approval_list",
        title="审核审批日志",
        permission=p.FIELD_QUERY,
        export_permission=EXPORT,
        url=f"{MOBILE}/examApprove/find",
        source=select(R).join(B, B.id == R.appbuss_id),
        key=R.id,
        visible=R.visible,
        sort="-at",
        columns=[
            *SENT,
            col(B.step, 100, label="当前环节", type="dict", words=STEP_NAMES),
            col(B.verifiedat, 140, label="校核时间"),
            col(B.auditedat, 140, label="审核时间"),
            col(B.approvedat, 140, label="批准时间"),
            col(R.operations, 90, type="number"),
        ],
        search=[*SOUGHT, dates("approvedat", "批准时间", B.approvedat, moment=True)],
        actions=[_view(SUBMIT_PAGE, p.FIELD_QUERY)],
    )
)
terminal_list = own_listing(
    TERMINAL,
    no="terminal_list",
    title="PDA访问日志",
    permission=p.PDA_QUERY,
    export_permission=EXPORT,
    url=f"{MOBILE}/terminal/find",
    columns=[
        col(T.user_id, 90, link=TERMINAL_PAGE, fixed="left"),
        _of(TERMINAL, T),
        col(T.name, 140),
        col(T.device, 220, type="code"),
        col(T.app, 90),
        col(T.contact, 140),
        col(T.address, 130),
        col(T.clockoff, 120, type="number"),
        col(T.jobs, 110, type="number"),
        col(T.lastseq, 110, type="number", label="收到操作"),
        col(T.deptid, 140),
        col(T.createtime, 140, label="首次联系"),
        col(T.blockreason, 180),
        col(T.blockedby, 90),
        col(T.blocked, 140),
    ],
    search=[
        like("text", "终端名称、编号、地址", T.name, T.device, T.address, quick=True),
        same("step", "状态", T.step, widget="select", options=TERMINAL.names, quick=True),
        same("app", "应用版本", T.app),
        dates("contact", "最近联系", T.contact, moment=True),
    ],
    segments=[
        Segment("used", "使用中", lambda me: T.step == USED),
        Segment("lost", "已挂失", lambda me: T.step == LOST),
    ],
    actions=[_view(TERMINAL_PAGE, p.PDA_QUERY), *buttons(TERMINAL)],
)
version_list = own_listing(
    VERSION,
    no="app_version_list",
    title="版本配置",
    permission=p.PDA_VERSION,
    export_permission=EXPORT,
    url=f"{MOBILE}/version/find",
    columns=[
        col(V.appno, 100, type="code", fixed="left", link=VERSION_PAGE),
        _of(VERSION, V),
        col(V.notes, 300),
        col(V.least, 110),
        col(V.share, 110, type="number"),
        col(V.station, 140),
        col(V.publisher_id, 90),
        col(V.published, 140),
        col(V.withdrawn, 140),
        col(V.reason, 180),
        col(V.createtime, 140, label="登记时间", shown=False),
    ],
    search=[
        like("text", "版本号、说明", V.appno, V.notes, quick=True),
        same("step", "状态", V.step, widget="select", options=VERSION.names, quick=True),
    ],
    actions=[
        VERSION_ACTS.add,
        _view(VERSION_PAGE, p.PDA_VERSION),
        VERSION_ACTS.edit,
        *buttons(VERSION),
        VERSION_ACTS.delete,
    ],
)
guide_list = add_list(
    ListView(
        no="task_guide_list",
        title="任务指引配置",
        permission=p.GUIDE_SAVE,
        export_permission=EXPORT,
        url=f"{MOBILE}/guide/find",
        source=select(G),
        key=G.id,
        visible=G.visible,
        sort="guidestep",
        columns=[
            col(G.title, 180, fixed="left"),
            col(G.guidestep, 90, type="dict", words=GUIDE_STEPS),
            col(G.equclass, 110),
            col(G.content, 360),
            col(G.must, 90),
            col(G.seq, 70, type="number"),
            col(G.validfrom, 100),
            col(G.validto, 100),
        ],
        search=[
            like("text", "标题、内容", G.title, G.content, quick=True),
            same("guidestep", "环节", G.guidestep, widget="select", options=GUIDE_STEPS, quick=True),
            same("equclass", "设备种类", G.equclass, widget="select", dict="C601"),
        ],
        actions=[GUIDE_ACTS.add, GUIDE_ACTS.edit, GUIDE_ACTS.delete],
    )
)
