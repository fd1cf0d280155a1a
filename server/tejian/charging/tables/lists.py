"""Lists of fee tables: the versions, and the rows of one."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from tejian.charging import permissions as p
from tejian.charging.models.tables import FeeTable as T
from tejian.charging.models.tables import FeeTableRow as X
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from . import codes as at
from .forms import CALLS, FORM
from .process import FEE_TABLE, PAGE

EDIT = Action(
    "edit", "编辑", p.DRAFT_FEES, place="row", kind="form", needs="one", form=FORM.no, when={"step": (at.DRAFT,)}
)
# where the table in force is: it is drafted anew from there
BEGIN = Action("begin", "导入新收费标准", p.DRAFT_FEES, kind="route", route="/assistMng/payMng/inspectPayConfig")
table_list = add_list(
    ListView(
        no="cha_feetable_list",
        title="收费标准版本",
        permission=p.FEES,
        export_permission=EXPORT,
        source=select(T),
        key=T.id,
        visible=T.visible,
        url=f"{CALLS}/findTables",
        sort="-createtime",
        columns=[
            col(T.tableno, 120, type="code", fixed="left", link=PAGE),
            col(T.name, 240),
            col(T.step, 90, label="状态", type="state", words=FEE_TABLE.names, tones=FEE_TABLE.tones),
            col(T.effective, 110),
            col(T.document, 220),
            col(T.rowcount, 70),
            col(T.drafter, 90),
            col(T.publisher, 90),
            col(T.published, 140),
            col(T.createtime, 140, label="起草时间"),
            col(T.remark, 200, shown=False),
        ],
        search=[
            like("name", "标准名称", T.name, quick=True),
            same("step", "状态", T.step, widget="select", options=FEE_TABLE.names, quick=True),
            like("document", "文件依据", T.document),
            dates("effective", "生效日期", T.effective),
        ],
        segments=[
            Segment("draft", "草案与待发布", lambda me: T.step.in_((at.DRAFT, at.CHECKED))),
            Segment("coming", "待生效", lambda me: and_(T.step == at.PUBLISHED, T.effective > clock.today())),
            Segment("published", "已生效", lambda me: and_(T.step == at.PUBLISHED, T.effective <= clock.today())),
        ],
        actions=[BEGIN, EDIT, *buttons(FEE_TABLE)],
    )
)


def _cell(name: str, width: int, **more: Any) -> Col:
    return Col(name, at.LABELS[name], X.data[name].astext, width, **more)


WIDTHS = {"item": 200, "band": 130, "testsort": 110, "calc": 220, "source": 260, "band_expr": 180, "param_field": 180}
WIDTHS |= {"instead": 140, "excludes": 140}
HIDDEN = ("basis", "formula", "note")


class RowList(ListView):
    """The rows of a version, with the words of what they may be."""

    def dressed(self, db: Session, me: User, rows: Any, columns: Sequence[Col]) -> list[dict[str, Any]]:
        answer = super().dressed(db, me, rows, columns)
        return [
            row | ({"line_role": at.ROLES.get(row["line_role"], "")} if "line_role" in row else {}) for row in answer
        ]


row_list = add_list(
    RowList(
        no="cha_feetable_rows",
        title="收费标准各行",
        permission=p.FEES,
        export_permission=EXPORT,
        source=select(X).join(T, T.id == X.table_id),
        key=X.id,
        visible=T.visible,
        url=f"{CALLS}/findRows",
        sort="seq",
        columns=[
            *(
                _cell(name, WIDTHS.get(name, 84), shown=name not in HIDDEN, fixed="left" if name == "feecode" else "")
                for name in at.LABELS
            ),
            Col("seq", "", X.seq),
            Col("table_id", "", X.table_id),
        ],
        search=[
            like("feecode", "收费代码", X.data["feecode"].astext, quick=True),
            like("item", "收费项目", X.data["item"].astext, quick=True),
            same("nature", "性质", X.data["nature"].astext, widget="select", options={"非税": "非税", "应税": "应税"}),
            same("table_id", "收费标准", X.table_id, widget="input"),
        ],
    )
)
