"""监察任务: the draws of an office, and what came of them."""

from sqlalchemy import func, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.supervision import permissions as p
from tejian.supervision.models.draws import DRAFT, PUBLISHED, TAKEN, DrawSubject
from tejian.supervision.models.draws import Draw as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import DRAW

_taken = select(func.count()).where(DrawSubject.draw_id == C.id, DrawSubject.state == TAKEN).correlate(C)
draw_list = own_listing(
    DRAW,
    no="supervision_draw_list",
    title="监察任务",
    permission=p.DRAW_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    columns=[
        col(C.drawno, 130, type="code", fixed="left", link=PAGE),
        col(C.title, 240, link=PAGE),
        col(C.step, 90, label="状态", type="state", words=DRAW.names, tones=DRAW.tones),
        col(C.equclass, 110),
        col(C.areacode, 110),
        col(C.units, 100),
        Col("taken", "抽中", _taken.scalar_subquery(), 70, "number"),
        col(C.published, 140),
        col(C.publicday, 130),
        col(C.drawn, 140),
        col(C.planday, 110),
        col(C.org_id, 180),
        col(C.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、名称", C.drawno, C.title, quick=True),
        same("step", "状态", C.step, widget="select", options=DRAW.names, quick=True),
        same("equclass", "设备种类", C.equclass, widget="select", dict="C601"),
        dates("publicday", "公开随机值的日期", C.publicday),
    ],
    segments=[
        Segment("draft", "未公布", lambda me: C.step == DRAFT),
        Segment("published", "待抽取", lambda me: C.step == PUBLISHED),
    ],
    actions=[
        ACTS.add,
        Action("view", "查看", p.DRAW_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        *buttons(DRAW),
        ACTS.delete,
    ],
)
