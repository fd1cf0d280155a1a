"""现场问题: what checks found, by where it stands."""

from sqlalchemy import func

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.supervision import permissions as p
from tejian.supervision.models.defects import GRAVE, PASSED_ON, RUNNING, WITH_ISSUER, WITH_OWNER
from tejian.supervision.models.defects import Defect as C
from tejian.system.permissions import EXPORT

from .forms import API, PAGE
from .process import DEFECT

LATE = C.step.in_(WITH_OWNER) & (C.deadline < func.current_date())
defect_list = own_listing(
    DEFECT,
    no="supervision_defect_list",
    title="现场问题",
    permission=p.DEFECT_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    late=LATE,
    due=["deadline"],
    columns=[
        col(C.defectno, 130, type="code", fixed="left", link=PAGE),
        col(C.content, 230, fixed="left"),  # a thread is known by what is wrong
        col(C.step, 124, label="状态", type="state", words=DEFECT.names, tones=DEFECT.tones),
        col(C.level, 70),
        col(C.unitname, 200),
        col(C.equdatasysid, 180),
        col(C.handling, 90),
        col(C.deadline, 140, type="deadline"),
        col(C.extended, 110, shown=False),
        col(C.areacode, 110, shown=False),
        col(C.org_id, 180, shown=False),
        col(C.issued, 100),
        col(C.mender, 80),
        col(C.answered, 140, shown=False),
        col(C.listedto, 100, shown=False),
        col(C.closed, 100),
        col(C.sourceno, 130),
        col(C.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、单位、问题", C.defectno, C.unitname, C.content, quick=True),
        same("step", "状态", C.step, widget="select", options=DEFECT.names, quick=True),
        same("level", "问题等级", C.level, widget="select", dict="C654", quick=True),
        same("handling", "处理方式", C.handling, widget="select", dict="C669"),
        same("act", "违法行为", C.act, widget="select", dict="C670"),
        dates("deadline", "整改期限", C.deadline),
        dates("issued", "下达日期", C.issued),
    ],
    segments=[
        Segment("owner", "待单位整改", lambda me: C.step.in_(WITH_OWNER)),
        Segment("issuer", "待确认关闭", lambda me: C.step.in_(WITH_ISSUER)),
        Segment("late", "逾期未整改", lambda me: LATE),
        Segment("grave", "重大未关闭", lambda me: (C.level == GRAVE) & C.step.in_(RUNNING)),
        Segment("listed", "挂牌督办", lambda me: C.listed.is_not(None) & C.delisted.is_(None) & C.step.in_(RUNNING)),
        Segment("passed", "移交监管", lambda me: C.step == PASSED_ON),
    ],
    actions=[
        Action("view", "查看", p.DEFECT_QUERY, place="row", kind="route", needs="one", route=PAGE),
        *buttons(DEFECT),
    ],
)
