"""报告差错查询: the reports that were drawn with what was found in them; and the draws."""

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.quality import permissions as p
from tejian.quality.models.spotchecks import ANSWERED, ASKED, CLOSED, DONE, DRAFT, DRAWN, OPEN
from tejian.quality.models.spotchecks import SpotCheck as C
from tejian.quality.models.spotchecks import SpotItem as I
from tejian.system.permissions import EXPORT

from .forms import ACTS, DRAW_LIST, DRAW_PAGE, DRAWS, ITEMS, PAGE
from .process import ITEM, SPOT

item_list = own_listing(
    ITEM,
    no="spot_item_list",
    title="报告差错查询",
    permission=p.SPOT_QUERY,
    export_permission=EXPORT,
    url=f"{ITEMS}/findList",
    columns=[
        col(I.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link=PAGE),
        col(I.step, 110, label="状态", type="state", words=ITEM.names, tones=ITEM.tones),
        col(I.unitname, 200),
        col(I.equclass, 90),
        col(I.chedept, 130),
        col(I.errorclass, 100),
        col(I.errorplace, 160),
        col(I.errortext, 220),
        col(I.person_id, 80),
        col(I.checker_id, 80),
        col(I.checked, 140),
        col(I.measure, 200, shown=False),
        col(I.answered, 140, shown=False),
        col(I.closed, 140, shown=False),
        col(I.check_id, 130),
        col(I.createtime, 140, shown=False),
        Col("seisn", "", I.seisn),
    ],
    search=[
        like("text", "报告编号、单位、差错", I.reportno, I.unitname, I.errortext, quick=True),
        same("errorclass", "差错类别", I.errorclass, widget="select", dict="C667E", quick=True),
        same("equclass", "设备种类", I.equclass, widget="select", dict="C601"),
        same("step", "状态", I.step, widget="select", options=ITEM.names),
        same("person_id", "责任人", I.person_id, widget="user"),
        dates("checked", "抽查日期", I.checked, moment=True),
    ],
    segments=[
        Segment("open", "待抽查", lambda me: I.step == OPEN),
        Segment("asked", "待答复", lambda me: I.step == ASKED),
        Segment("answered", "待确认", lambda me: I.step == ANSWERED),
        Segment("wrong", "有差错", lambda me: (I.step == CLOSED) & (I.errorclass != "")),
    ],
    actions=[
        Action("draws", "抽查计划", p.SPOT_QUERY, kind="route", route=DRAW_LIST),
        Action("view", "查看", p.SPOT_QUERY, place="row", kind="route", needs="one", route=PAGE),
        *buttons(ITEM),
    ],
)
REPEAT = Action(
    "repeat",
    "复核抽样",
    p.SPOT_QUERY,
    place="more",
    kind="call",
    needs="one",
    url=f"{DRAWS}/repeat",
    when={"step": (DRAWN, DONE)},
)
draw_list = own_listing(
    SPOT,
    no="spot_check_list",
    title="报告抽查计划",
    permission=p.SPOT_QUERY,
    export_permission=EXPORT,
    url=f"{DRAWS}/findList",
    columns=[
        col(C.checkno, 130, type="code", fixed="left", link=DRAW_PAGE),
        col(C.step, 90, label="状态", type="state", words=SPOT.names, tones=SPOT.tones),
        col(C.datefrom, 110),
        col(C.dateto, 110),
        col(C.equclass, 100),
        col(C.frame, 90),
        col(C.sample, 90),
        col(C.note, 220),
        col(C.drawer_id, 80),
        col(C.drawn, 140),
        col(C.finished, 140, shown=False),
        col(C.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、目的", C.checkno, C.note, quick=True),
        same("step", "状态", C.step, widget="select", options=SPOT.names, quick=True),
        dates("drawn", "抽取日期", C.drawn, moment=True),
    ],
    segments=[
        Segment("draft", "制定中", lambda me: C.step == DRAFT),
        Segment("drawn", "抽查中", lambda me: C.step == DRAWN),
    ],
    actions=[
        ACTS.add,
        Action("view", "查看", p.SPOT_QUERY, place="row", kind="route", needs="one", route=DRAW_PAGE),
        ACTS.edit,
        *buttons(SPOT),
        REPEAT,
        ACTS.delete,
    ],
)
