"""业主签认(同意)查询 and 反馈意见(不同意)查询."""

from typing import Any

from sqlalchemy import func, select

from tejian.inspection import permissions as p
from tejian.inspection.models.signoff import AGREED, ASKED, CLOSED, SENT
from tejian.inspection.models.signoff import OwnerDissent as D
from tejian.inspection.models.signoff import OwnerSheet as S
from tejian.inspection.models.signoff import OwnerSheetLine as L
from tejian.inspection.models.turnaround import TurnaroundItem as T
from tejian.inspection.models.turnaround import TurnaroundProject as P
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Search, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.system.permissions import EXPORT

from .forms import AGREE, DISAGREE, DISSENT_ACTS, DISSENT_PAGE, SHEET_ACTS, SHEET_PAGE
from .process import DISSENT, SHEET

_items = select(func.count()).where(L.sheet_id == S.id).correlate(S).scalar_subquery()
_object = select(T.objectno).where(T.id == D.item_id).correlate(D).scalar_subquery()


def _late() -> Any:
    return (D.step == ASKED) & (D.due < clock.today())


sheet_list = own_listing(
    SHEET,
    no="owner_sheet_list",
    title="业主签认(同意)查询",
    permission=p.TURN_QUERY,
    export_permission=EXPORT,
    source=select(S).join(P, P.id == S.project_id),
    url=f"{AGREE}/findList",
    columns=[
        col(S.sheetno, 130, type="code", fixed="left", link=SHEET_PAGE),
        col(S.title, 260, link=SHEET_PAGE),
        col(S.step, 90, label="状态", type="state", words=SHEET.names, tones=SHEET.tones),
        Col("items", "设备", _items, 70, "number"),
        Col("projectname", "大修项目", P.name, 180),
        col(S.unitname, 190, label="业主单位"),
        col(S.sender_id, 90),
        col(S.sent, 140),
        col(S.signer_id, 100),
        col(S.signed, 140),
        col(S.opinion, 200, shown=False),
        col(S.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、内容", S.sheetno, S.title, quick=True),
        same("step", "状态", S.step, widget="select", options=SHEET.names, quick=True),
        like("project", "大修项目", P.projectno, P.name),
        same("projectno", "项目编号", P.projectno),
        Search("item_id", "设备", lambda v: S.id.in_(select(L.sheet_id).where(L.item_id == v))),
        dates("signed", "签认时间", S.signed, moment=True),
    ],
    segments=[
        Segment("sent", "待签认", lambda me: S.step == SENT),
        Segment("agreed", "已签认", lambda me: S.step == AGREED),
    ],
    actions=[
        Action("view", "查看", p.TURN_QUERY, place="row", kind="route", needs="one", route=SHEET_PAGE),
        SHEET_ACTS.edit,
        *buttons(SHEET),
        SHEET_ACTS.delete,
    ],
)
dissent_list = own_listing(
    DISSENT,
    no="owner_dissent_list",
    title="反馈意见(不同意)查询",
    permission=p.TURN_QUERY,
    export_permission=EXPORT,
    source=select(D).join(P, P.id == D.project_id),
    url=f"{DISAGREE}/findList",
    late=_late(),
    due=["due"],
    columns=[
        col(D.dissentno, 130, type="code", fixed="left", link=DISSENT_PAGE),
        col(D.step, 90, label="状态", type="state", words=DISSENT.names, tones=DISSENT.tones),
        col(D.due, 100),
        col(D.content, 280, link=DISSENT_PAGE),
        col(D.topic, 130),
        Col("objectno", "设备（管线）", _object, 160, "code", sortable=False),
        Col("projectname", "大修项目", P.name, 180),
        col(D.unitname, 190, label="业主单位"),
        col(D.reply, 220),
        col(D.replier_id, 90),
        col(D.replied, 140),
        col(D.sender_id, 90, shown=False),
        col(D.sent, 140, shown=False),
        col(D.closed, 140, shown=False),
        col(D.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、情况", D.dissentno, D.content, quick=True),
        same("step", "状态", D.step, widget="select", options=DISSENT.names, quick=True),
        same("topic", "类别", D.topic, widget="select", dict="C777"),
        like("project", "大修项目", P.projectno, P.name),
        same("projectno", "项目编号", P.projectno),
        Search("item_id", "设备", lambda v: D.item_id == v),
        dates("due", "答复期限", D.due),
    ],
    segments=[
        Segment("asked", "待答复", lambda me: D.step == ASKED),
        Segment("late", "超期未答复", lambda me: _late()),
        Segment("open", "未关闭", lambda me: D.step != CLOSED),
    ],
    actions=[
        DISSENT_ACTS.add,
        Action("view", "查看", p.TURN_QUERY, place="row", kind="route", needs="one", route=DISSENT_PAGE),
        DISSENT_ACTS.edit,
        *buttons(DISSENT),
        DISSENT_ACTS.delete,
    ],
)
