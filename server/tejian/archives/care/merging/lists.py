"""The traces of deleted and merged devices and units."""

from sqlalchemy import and_, case, literal, select

from tejian.archives import permissions as p
from tejian.archives.models.merging import GONE
from tejian.archives.models.merging import Trace as T
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, like, same
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

HOW = {"1": "删除", "2": "合并"}
STATE = {"0": "已移出", "1": "已恢复"}


def _list(no: str, title: str, entity: str, url: str, columns: list[Col]) -> ListView:
    return add_list(
        ListView(
            no=no,
            title=title,
            permission=p.TRACE_QUERY,
            export_permission=EXPORT,
            source=select(T),
            key=T.id,
            visible=lambda me: and_(T.visible(me), T.entity == entity),
            url=url,
            sort="-createtime",
            columns=[
                col(T.how, 60, type="dict", words=HOW),
                col(T.state, 80, type="state", words=STATE, tones={"0": "ca", "1": "go"}),
                *columns,
                col(T.keptname, 150),
                col(T.reason, 150),
                col(T.by_name, 70),
                col(T.createtime, 150, label="时间"),
                col(T.back_by, 80, shown=False),
                col(T.back_at, 150, shown=False),
                Col("object_id", "", T.object_id),
                Col("keptid", "", T.keptid),
                # what the buttons ask for: a deletion that stands, a merge that stands
                Col("open", "", case((T.state == GONE, T.how), else_=literal("0"))),
            ],
            search=[
                same("how", "方式", T.how, widget="select", options=HOW, quick=True),
                like("name", "名称", T.name, T.code, T.unitname, quick=True),
                same("state", "状态", T.state, widget="select", options=STATE, quick=True),
                like("by_name", "操作人", T.by_name),
                dates("createtime", "时间", T.createtime, moment=True),
                Search(
                    "areacode",
                    "区划",
                    lambda v: T.areacode.startswith(covered_prefix(v), autoescape=True),
                    widget="area",
                ),
            ],
            actions=[
                Action("traceDetail", "查看", p.TRACE_QUERY, place="row", needs="one"),
                Action(
                    "restore",
                    "恢复",
                    p.TRACE_RESTORE,
                    place="row",
                    kind="call",
                    needs="one",
                    url="/api/archives/trace/restore",
                    confirm="恢复后，该档案重新出现在列表中",
                    when={"open": ["1"]},
                ),
                Action(
                    "undoMerge",
                    "撤销合并",
                    p.MERGE_UNDO,
                    place="row",
                    kind="call",
                    needs="one",
                    url="/api/archives/merge/undo",
                    confirm="被合并的档案恢复原样，随合并转移的报告、业务、附件等回到原档案，之后新增的数据留在保留的档案",
                    when={"open": ["2"]},
                ),
            ],
        )
    )


equipment_trace = _list(
    "equ_trace_list",
    "设备删除痕迹",
    "equipment",
    "/api/archives/trace/findEquList",
    [
        Col("code", "设备代码", T.code, 158, "code"),
        Col("name", "设备名称", T.name, 90),
        col(T.equclass, 80, shown=False),
        col(T.unitname, 170),
        Col("place", "使用地点", T.place, 160, shown=False),
    ],
)
unit_trace = _list(
    "unit_trace_list",
    "单位删除痕迹",
    "unit",
    "/api/archives/trace/findUnitList",
    [
        Col("name", "单位名称", T.name, 220),
        Col("code", "统一社会信用代码", T.code, 176, "code"),
        col(T.areacode, 100),
        Col("place", "单位地址", T.place, 160, shown=False),
    ],
)
