"""The lists of supervision: tasks, first visits, tests, papers, certificates, liaison sheets."""

from dataclasses import replace

from sqlalchemy import select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.supervised import DATA, DONE, FIRST, ISSUE, NONE, PASSED, RUNNING, SENT, TASK, VOID, WORK
from tejian.inspection.models.supervised import LiaisonSheet as L
from tejian.inspection.models.supervised import Supervision as S
from tejian.inspection.models.supervised import SupervisionPoint as P
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import HOLDS, RESULTS
from .process import LIAISON, PAGE, SUPERVISION

VIEW = Action("view", "查看", p.SUPERVISION_QUERY, place="row", kind="route", needs="one", route=PAGE)
CERTIFICATE = Action(
    "certificate",
    "打印证书",
    p.SUPERVISION_QUERY,
    place="batch",
    kind="print",
    needs="many",
    print="JDJYZS",
)


assign_list = add_list(
    ListView(
        no="supervision_task_list",
        title="任务分配",
        permission=p.SUPERVISION_STEPS,
        export_permission=EXPORT,
        source=select(S).join(AppBuss, AppBuss.id == S.appbuss_id),
        key=S.id,
        visible=S.visible,
        fixed=[S.step.in_(RUNNING)],
        url="/api/supervision/taskList",
        sort="startdate",
        columns=[
            col(S.seisn, 130, type="code", fixed="left", link=PAGE),
            col(S.step, 120, label="状态", type="state", words=SUPERVISION.names, tones=SUPERVISION.tones),
            col(S.visitdate, 120),
            col(S.inspectornames, 130),
            col(S.testsort, 120),
            col(S.equname, 110),
            col(S.unitname, 190),
            col(S.contractorname, 190),
            col(S.startdate, 110),
            col(S.firstdate, 110),
            col(S.equcode, 160, type="code"),
            col(S.notifyno, 160, type="code"),
            col(S.useplace, 180, shown=False),
            col(S.handed, 120, shown=False),
            col(S.examined, 110, shown=False),
            col(S.createtime, 140, shown=False),
        ],
        search=[
            like("number", "单号", S.seisn, S.notifyno, placeholder="流水号、告知编号", quick=True),
            like("unitname", "使用单位", S.unitname, S.contractorname, placeholder="使用单位、施工单位", quick=True),
            like("equcode", "设备", S.equcode, S.equname),
            same("step", "状态", S.step, widget="select", options=SUPERVISION.names),
            same("equclass", "设备种类", S.equclass, widget="select", dict="C601"),
            dates("startdate", "计划开工日期", S.startdate),
        ],
        segments=[
            Segment("task", "待分配", lambda me: S.step == TASK),
            Segment("late", "已开工未首次监检", lambda me: S.step.in_((TASK, FIRST)) & (S.startdate < clock.today())),
        ],
        actions=[VIEW, *(b for b in buttons(SUPERVISION) if b.permission == p.SUPERVISE_ASSIGN)],
    )
)


HANDLED = [VIEW, *(b for b in buttons(SUPERVISION) if b.permission == p.SUPERVISE)]
first_list = add_list(
    replace(
        assign_list,
        no="supervision_first_list",
        title="待首次监检",
        fixed=[S.step.in_((FIRST, WORK))],
        url="/api/supervision/firstList",
        sort="visitdate",
        segments=[
            Segment("first", "待首次监检", lambda me: S.step == FIRST),
            Segment("work", "监检中", lambda me: S.step == WORK),
            Segment("late", "超过约定日期", lambda me: (S.step == FIRST) & (S.visitdate < clock.today())),
        ],
        actions=HANDLED,
    )
)
data_list = add_list(
    replace(
        assign_list,
        no="supervision_data_list",
        title="竣工资料待审查",
        fixed=[S.step == DATA],
        url="/api/supervision/dataList",
        sort="handed",
        segments=[],
        actions=HANDLED,
    )
)
issue_list = add_list(
    replace(
        assign_list,
        no="supervision_issue_list",
        title="待出具报告",
        fixed=[S.step.in_((ISSUE, DONE, VOID))],
        url="/api/supervision/issueList",
        sort="-examined",
        columns=[
            *assign_list.columns[:3],
            col(S.certno, 140, type="code"),
            col(S.certdate, 110),
            col(AppBuss.reportno, REPORT_NO_WIDTH, type="code"),
            *assign_list.columns[3:],
        ],
        segments=[
            Segment("issue", "待出具", lambda me: S.step == ISSUE),
            Segment("done", "已发证", lambda me: S.step == DONE),
        ],
        actions=[VIEW, CERTIFICATE],
    )
)
test_list = add_list(
    ListView(
        no="supervision_test_list",
        title="待耐压试验",
        permission=p.SUPERVISION_STEPS,
        export_permission=EXPORT,
        source=select(P).join(S, S.id == P.supervision_id),
        key=P.id,
        visible=P.visible,
        fixed=[P.loadtest.is_(True), P.result.not_in((PASSED, NONE)), S.step.in_((FIRST, WORK))],
        url="/api/supervision/testList",
        sort="agreed",
        columns=[
            col(S.seisn, 130, type="code", fixed="left"),
            col(P.name, 220),
            col(P.agreed, 110),
            Col("hold", "类型", P.hold, 80, "dict", words=HOLDS),
            Col("result", "结果", P.result, 80, "dict", words=RESULTS),
            col(P.problem, 180),
            col(S.equname, 110),
            col(S.equcode, 160, type="code"),
            col(S.unitname, 190),
            col(S.contractorname, 190),
            col(S.inspectornames, 130),
            Col("supervision_id", "", P.supervision_id),
        ],
        search=[
            like("seisn", "流水号", S.seisn, quick=True),
            like("unitname", "使用单位", S.unitname, S.contractorname, placeholder="使用单位、施工单位", quick=True),
            dates("agreed", "约定日期", P.agreed),
        ],
        segments=[
            Segment("open", "待约定", lambda me: P.agreed.is_(None)),
            Segment("today", "今天及以前", lambda me: P.agreed <= clock.today()),
        ],
        actions=[
            Action(
                "open",
                "查看",
                p.SUPERVISION_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/businessPro/supervision?id={supervision_id}",
            ),
            Action(
                "agreeTest",
                "约定日期",
                p.SUPERVISE,
                place="row",
                kind="form",
                needs="one",
                form="supervision_agree_form",
            ),
            Action(
                "recordTest", "记录", p.SUPERVISE, place="row", kind="form", needs="one", form="supervision_point_form"
            ),
        ],
    )
)
sheet_list = add_list(
    ListView(
        no="liaison_list",
        title="联络单查询",
        permission=p.SUPERVISION_QUERY,
        export_permission=EXPORT,
        source=select(L).join(S, S.id == L.supervision_id),
        key=L.id,
        visible=L.visible,
        url="/api/liaison/findList",
        sort="-issued",
        columns=[
            col(L.liaisonno, 140, type="code", fixed="left"),
            col(L.step, 90, label="状态", type="state", words=LIAISON.names, tones=LIAISON.tones),
            col(L.problem, 240),
            col(L.due, 110),
            col(L.pointname, 180),
            col(S.contractorname, 180),
            col(S.unitname, 180),
            col(S.seisn, 130, type="code"),
            col(L.issuer, 80),
            col(L.issued, 110),
            col(L.answer, 200),
            col(L.answerer, 80),
            col(L.answered, 110),
            col(L.closer, 80, shown=False),
            col(L.closed, 110, shown=False),
            Col("supervision_id", "", L.supervision_id),
        ],
        search=[
            like("liaisonno", "编号", L.liaisonno, S.seisn, placeholder="联络单编号、流水号", quick=True),
            like("contractorname", "单位", S.contractorname, S.unitname, placeholder="施工单位、使用单位", quick=True),
            same("step", "状态", L.step, widget="select", options=LIAISON.names),
            dates("due", "回复期限", L.due),
        ],
        segments=[Segment("late", "超期未回复", lambda me: (L.step == SENT) & (L.due < clock.today()))],
        actions=[
            Action(
                "open",
                "查看监检",
                p.SUPERVISION_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/businessPro/supervision?id={supervision_id}",
            ),
            Action("print", "打印", p.SUPERVISION_QUERY, place="batch", kind="print", needs="many", print="JDLLD"),
            *buttons(LIAISON),
        ],
    )
)
