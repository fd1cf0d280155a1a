"""The batches of labels of an institute, reconciled with the mark sheets that went out with reports."""

from typing import Any

from sqlalchemy import String, cast, false, func, select

from tejian.inspection import permissions as p
from tejian.inspection.models.labels import ISSUED, RETURNED, LabelMove
from tejian.inspection.models.labels import LabelBatch as B
from tejian.inspection.models.printing import SPOILED, USED, MarkSheet
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Search, col, dates, like, listing, same
from tejian.system.permissions import EXPORT
from tejian.system.settings.api import add, edit, remove

from .forms import API, PAGE

TOTAL = B.lastno - B.firstno + 1


def _moved(kind: str) -> Any:
    many = func.coalesce(func.sum(LabelMove.lastno - LabelMove.firstno + 1), 0)
    return select(many).where(LabelMove.batch_id == B.id, LabelMove.kind == kind).correlate(B).scalar_subquery()


def _sheets(state: str) -> Any:
    S = MarkSheet
    roll = (S.org_id == B.org_id) & (S.prefix == B.prefix) & (S.width == B.width)
    query = select(func.count()).where(roll, S.serial.between(B.firstno, B.lastno), S.state == state)
    return query.correlate(B).scalar_subquery()


def _number(column: Any) -> Any:
    return B.prefix + func.lpad(cast(column, String), B.width, "0")


OUT = _moved(ISSUED) - _moved(RETURNED)


def _action(code: str, label: str) -> Action:
    return Action(code, label, p.LABEL_SAVE, place="row", kind="form", needs="one", form=f"label_{code}_form")


label_list = listing(
    B,
    no="label_batch_list",
    title="标志标签项目管理",
    permission=p.LABEL_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    columns=[
        col(B.batchno, 120, type="code", fixed="left", link=PAGE),
        col(B.type, 120),
        Col("firstlabel", "起始编号", _number(B.firstno), 130, "code"),
        Col("lastlabel", "终止编号", _number(B.lastno), 130, "code"),
        Col("total", "总数", TOTAL, 80, "number"),
        Col("issued", "已发放", OUT, 80, "number"),
        Col("used", "已使用", _sheets(USED), 80, "number"),
        Col("spoiled", "打印作废", _sheets(SPOILED), 80, "number"),
        Col("void", "批次作废", _moved("Z"), 80, "number"),
        col(B.printer, 160),
        col(B.printed, 100),
        col(B.createtime, 140, shown=False),
    ],
    search=[
        like("batchno", "批次编号", B.batchno, quick=True),
        same("type", "标志类型", B.type, widget="select", dict="C730", quick=True),
        Search("serial", "含流水号", lambda v: _holds(v)),
        dates("printed", "印制日期", B.printed),
    ],
    actions=[
        add(p.LABEL_SAVE, "label_batch_form"),
        Action("view", "查看", p.LABEL_QUERY, place="row", kind="route", needs="one", route=PAGE),
        _action("issue", "发放"),
        _action("giveBack", "退回"),
        _action("void", "作废"),
        edit(p.LABEL_SAVE, "label_batch_form"),
        remove(p.LABEL_SAVE, f"{API}/delete", "批次"),
    ],
)


def _holds(text: str) -> Any:
    digits = "".join(one for one in text if one.isascii() and one.isdigit())[-9:]
    return (B.firstno <= int(digits)) & (B.lastno >= int(digits)) if digits else false()
