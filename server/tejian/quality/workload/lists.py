"""The rows behind the workload: one for each person of each approved report."""

from sqlalchemy import select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like
from tejian.kit.lists.statview import flag, in_month, stated
from tejian.quality.models.workload import WorkloadShare as W
from tejian.quality.permissions import WORKLOAD
from tejian.system.permissions import EXPORT

INFO = "/businessPro/applyInfo?seisn={seisn}"

share_list = add_list(
    ListView(
        no="quality_workload_list",
        title="工作量明细",
        permission=WORKLOAD,
        export_permission=EXPORT,
        source=select(W),
        key=W.id,
        visible=W.visible,
        url="/api/quality/findShares",
        sort="-approvedat",
        columns=[
            col(W.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link=INFO),
            col(W.user_id, 80),
            Col("main", "主检", W.main, 60, "bool"),
            col(W.userdept, 120),
            col(W.unitname, 200),
            col(W.equclass, 90),
            col(W.testsort, 110),
            col(W.points, 90, type="number"),
            col(W.hours, 90, type="number"),
            col(W.explained, 280),
            col(W.approvedat, 140),
            Col("seisn", "", W.seisn),
        ],
        search=[
            stated("user_id", "检验人员", W.user_id),
            stated("userdept", "人员部门", W.userdept),
            stated("equclass", "设备种类", W.equclass, widget="select", dict="C601", quick=True),
            stated("testsort", "检验类型", W.testsort, widget="select", dict="C604"),
            like("unitname", "受检单位", W.unitname, quick=True),
            like("reportno", "报告编号", W.reportno, quick=True),
            dates("approvedat", "批准日期", W.approvedat, moment=True, quick=True),
            in_month("month", "批准月份", W.approvedat),
            flag("main", "主检", W.main),
            flag("ruled", "有工作量标准", W.rule != ""),
        ],
    )
)
