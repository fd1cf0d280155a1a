"""简易报告归档: what is entered until it is filed; 简易报告发放: what is filed until it is handed out."""

from typing import Any

from sqlalchemy import select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import RELEASE_WAYS
from tejian.inspection.models.simple import GIVEN, HELD, OPEN
from tejian.inspection.models.simple import SimpleReport as R
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import ListView, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import SIMPLE

VIEW = Action("view", "查看", p.SIMPLE_QUERY, place="row", kind="route", needs="one", route=PAGE)


def _reports(no: str, title: str, call: str, actions: list[Any], *segments: Segment, **more: Any) -> ListView:
    return own_listing(
        SIMPLE,
        no=no,
        title=title,
        permission=p.SIMPLE_QUERY,
        export_permission=EXPORT,
        url=f"{API}/{call}",
        columns=[
            col(R.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link=PAGE),
            col(R.step, 90, label="状态", type="state", words=SIMPLE.names, tones=SIMPLE.tones),
            col(R.kind, 130),
            col(R.unitname, 200),
            col(R.equname, 120),
            col(R.equdatasysid, 170),
            col(R.inspdate, 100),
            col(R.conclusion, 120),
            col(R.nextdate, 110),
            col(R.maker, 200),
            col(R.archivebox, 100),
            col(R.archiver_id, 80),
            col(R.archived, 140),
            col(R.way, 90, type="dict", words=RELEASE_WAYS),
            col(R.receiver, 80),
            col(R.given, 140),
            col(R.createtime, 140, shown=False),
        ],
        search=[
            like("text", "编号、单位、设备", R.reportno, R.unitname, R.equname, quick=True),
            same("kind", "报告种类", R.kind, widget="select", dict="C770", quick=True),
            same("step", "状态", R.step, widget="select", options=SIMPLE.names),
            dates("inspdate", "检验日期", R.inspdate),
            dates("archived", "归档时间", R.archived, moment=True),
        ],
        segments=list(segments),
        actions=actions,
        **more,
    )


archive_list = _reports(
    "simple_archive_list",
    "简易报告归档",
    "findArchive",
    [ACTS.add, Action("importRows", "导入", p.SIMPLE_SAVE), VIEW, ACTS.edit, *buttons(SIMPLE), ACTS.delete],
    Segment("open", "待归档", lambda me: R.step == OPEN),
    Segment("held", "已归档", lambda me: R.step.in_((HELD, GIVEN))),
)
release_list = _reports(
    "simple_release_list",
    "简易报告发放",
    "findRelease",
    [VIEW, *buttons(SIMPLE)],
    Segment("held", "待发放", lambda me: R.step == HELD),
    Segment("given", "已发放", lambda me: R.step == GIVEN),
    source=select(R).where(R.step != OPEN),
)
