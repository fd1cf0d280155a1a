"""委托项目登记."""

from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.entrusted import CATEGORIES, FINISHED, RUNNING
from tejian.inspection.models.entrusted import EntrustedProject as E
from tejian.kit.ground import clock
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import ACTS, CALLS
from .process import ENTRUSTED, PAGE


def overdue() -> Any:
    """Under way, and past its term."""
    return (E.step == RUNNING) & (E.duedate < clock.today())


entrust_list = add_list(
    ListView(
        no="entrust_list",
        title="委托项目登记",
        permission=p.ENTRUST_QUERY,
        export_permission=EXPORT,
        source=select(E),
        key=E.id,
        visible=E.visible,
        url=f"{CALLS}/findList",
        sort="-createtime",
        late=overdue(),
        due=["duedate"],
        columns=[
            col(E.entrustno, 120, type="code", fixed="left", link=PAGE),
            col(E.name, 200),
            col(E.duedate, 100),
            col(E.leadername, 90),
            col(E.step, 80, label="状态", type="state", words=ENTRUSTED.names, tones=ENTRUSTED.tones),
            col(E.unitname, 200),
            Col("category", "项目类别", E.category, 80, "dict", words=CATEGORIES),
            col(E.startdate, 100),
            col(E.contractno, 120),
            col(E.amount, 110, type="money"),
            col(E.sampleno, 110, shown=False),
            col(E.finished, 100),
            col(E.reportno, 120, label="成果编号", shown=False),
            col(E.archiveno, 110, shown=False),
            col(E.archived, 100, shown=False),
            col(E.createtime, 140, label="登记时间", shown=False),
        ],
        search=[
            like("number", "编号", E.entrustno, E.contractno, placeholder="委托、合同编号", quick=True),
            like("name", "项目名称", E.name, quick=True),
            like("unitname", "委托单位", E.unitname, quick=True),
            same("step", "状态", E.step, widget="select", options=ENTRUSTED.names),
            same("category", "项目类别", E.category, widget="select", options=CATEGORIES),
            dates("duedate", "完成期限", E.duedate),
        ],
        segments=[
            Segment("open", "执行中", lambda me: E.step == RUNNING),
            Segment("late", "超期", lambda me: overdue()),
            Segment("done", "待归档", lambda me: E.step == FINISHED),
        ],
        actions=[ACTS.add, ACTS.edit, *buttons(ENTRUSTED), ACTS.delete],
    )
)
