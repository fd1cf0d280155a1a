"""委托项目登记."""

from typing import Any

from sqlalchemy import case, literal, select

from tejian.inspection import permissions as p
from tejian.inspection.models.entrusted import CATEGORIES, FINISHED, REGISTERED, RUNNING
from tejian.inspection.models.entrusted import EntrustedProject as E
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import CALLS, FORM
from .process import ENTRUSTED, PAGE


def overdue() -> Any:
    """Under way, and past its term."""
    return (E.step == RUNNING) & (E.duedate < clock.today())


ADD = Action("add", "登记委托", p.ENTRUST_SAVE, kind="form", form=FORM.no, shortcut="Alt+N")
EDIT = Action(
    "edit", "编辑", p.ENTRUST_SAVE, place="row", kind="form", needs="one", form=FORM.no, when={"step": (REGISTERED,)}
)
DELETE = Action(
    "delete",
    "删除",
    p.ENTRUST_SAVE,
    place="more",
    kind="call",
    needs="one",
    url=f"{CALLS}/deleteWtxmNbtjzx",
    confirm="删除后不能恢复，变更记录仍保留",
    when={"step": (REGISTERED,)},
)
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
        late="late",
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
            Col("late", "", case((overdue(), literal("1")), else_=literal("0"))),
            Col("id", "", E.id),
            Col("version", "", E.version),
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
        actions=[ADD, EDIT, *buttons(ENTRUSTED), DELETE],
    )
)
