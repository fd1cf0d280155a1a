"""分项报告: those of all items, and those of one beside its record and its audit."""

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.subreports import AUDIT, WRITE
from tejian.inspection.models.subreports import SubReport as S
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import ACTS, CALLS
from .process import PAGE, SUB_REPORT

sub_report_list = add_list(
    ListView(
        no="sub_report_list",
        title="分项报告",
        permission=p.QUERY,
        export_permission=EXPORT,
        source=select(S).join(AppBuss, AppBuss.id == S.appbuss_id),
        key=S.id,
        visible=S.visible,
        url=f"{CALLS}/findList",
        sort="-createtime",
        columns=[
            col(S.subno, 172, type="code", fixed="left", link=PAGE),
            col(S.subname, 130),
            col(S.step, 90, label="状态", type="state", words=SUB_REPORT.names, tones=SUB_REPORT.tones),
            col(S.subresult, 150),
            col(S.tester, 80),
            col(S.testdate, 100),
            col(S.pages, 60),
            col(S.writer, 80),
            col(S.auditor, 80),
            col(S.auditedon, 100),
            col(S.unitname, 190),
            col(S.equname, 110),
            col(S.equcode, 160, type="code"),
            col(S.seisn, 130, type="code"),
            col(S.createtime, 140, shown=False),
        ],
        search=[
            like("number", "编号", S.subno, S.seisn, placeholder="分项报告编号、流水号", quick=True),
            like("unitname", "受检单位", S.unitname, quick=True),
            same("step", "状态", S.step, widget="select", options=SUB_REPORT.names, quick=True),
            like("subname", "名称", S.subname),
            like("equcode", "设备", S.equcode, S.equname),
            dates("testdate", "检测日期", S.testdate),
            same("appbuss_id", "业务", S.appbuss_id),
        ],
        segments=[
            Segment("write", "编制中", lambda me: S.step == WRITE),
            Segment("audit", "待审核", lambda me: S.step == AUDIT),
        ],
        actions=[
            Action("view", "查看", p.QUERY, place="row", kind="route", needs="one", route=PAGE),
            ACTS.edit,
            *buttons(SUB_REPORT),
            ACTS.delete,
        ],
    )
)
