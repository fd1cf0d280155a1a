"""隐患处置: problems of checks and serious reports, and hazards of inspections, in one list with the way to each.

They are still two tables: a hazard of an inspection belongs to its report and goes away with a correction of it.
"""

from sqlalchemy import and_, case, func, literal, or_, select, union_all

from tejian.inspection import permissions as inspection
from tejian.inspection.models import hazards as h
from tejian.inspection.models.hazards import Hazard as H
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, dates, like, same
from tejian.supervision import permissions as p
from tejian.supervision.defects import api as defects
from tejian.supervision.models import defects as d
from tejian.supervision.models.defects import Defect as D
from tejian.system.permissions import EXPORT

from .lists import BASE

OF_CHECK, OF_INSPECTION = "D", "H"
KINDS = {OF_CHECK: "监督检查、重大问题报告", OF_INSPECTION: "检验隐患"}
MEND, JUDGE, PASSED_ON, CLOSED, CASE, GONE = "1", "2", "3", "4", "5", "6"
STATES = {MEND: "待整改", JUDGE: "待确认", PASSED_ON: "移交监管", CLOSED: "已关闭", CASE: "已立案", GONE: "已撤销"}
TONES = {MEND: "ca", JUDGE: "ca", PASSED_ON: "no", CLOSED: "ok", CASE: "no", GONE: "ok"}
DANGER = "/reportArchive/dangerDetail?id={id}"


def _state(column, *states):  # type: ignore[no-untyped-def]
    return case(*((column.in_(steps), literal(code)) for code, steps in states), else_=literal(GONE))


_defects = select(
    D.id.label("id"),
    literal(OF_CHECK).label("kind"),
    D.defectno.label("number"),
    D.content.label("content"),
    _state(
        D.step,
        (MEND, d.WITH_OWNER),
        (JUDGE, d.WITH_ISSUER),
        (PASSED_ON, (d.PASSED_ON,)),
        (CLOSED, (d.CLOSED,)),
        (CASE, (d.CASE,)),
    ).label("state"),
    (D.level == d.GRAVE).label("grave"),
    D.unitname.label("unitname"),
    D.equdatasysid.label("equdatasysid"),
    D.deadline.label("deadline"),
    D.issued.label("begun"),
    D.listedto.label("listedto"),
    D.closed.label("closed"),
    D.createtime.label("createtime"),
).where(D.step != d.DRAFT)
_hazards = select(
    H.id,
    literal(OF_INSPECTION),
    H.hazno,
    H.content,
    _state(H.step, (MEND, (h.MEND,)), (JUDGE, (h.ANSWERED, h.SECOND)), (CLOSED, (h.CLOSED,))),
    H.level.in_(h.GRAVE),
    H.unitname,
    H.equdatasysid,
    H.deadline,
    H.registered,
    literal(None).cast(D.listedto.type),
    H.closedate,
    H.createtime,
).where(H.hazno != "")
ALL = union_all(_defects, _hazards).subquery("all_hazards")
A = ALL.c
LATE = (A.state == MEND) & (A.deadline < func.current_date())


def _visible(me: User):  # type: ignore[no-untyped-def]
    """Of each table what its own scope shows."""
    return or_(
        and_(A.kind == OF_CHECK, A.id.in_(select(D.id).where(D.visible(me)).correlate(None))),
        and_(A.kind == OF_INSPECTION, A.id.in_(select(H.id).where(H.visible(me)))),
    )


hazard_handle_list = add_list(
    ListView(
        no="hazard_handle_list",
        title="隐患处置",
        permission=p.DEFECT_QUERY,
        export_permission=EXPORT,
        source=select(D).select_from(ALL).outerjoin(D, D.id == A.id),
        key=A.id,
        visible=_visible,
        url=f"{BASE}/findHazards",
        sort="-createtime",
        late=LATE,
        due=["deadline"],
        columns=[
            Col("number", "编号", A.number, 130, "code", fixed="left"),
            Col("content", "隐患", A.content, 260, fixed="left"),
            Col("state", "状态", A.state, 90, "state", words=STATES, tones=TONES),
            Col("grave", "重大", A.grave, 60, "bool"),
            Col("kind", "来源", A.kind, 170, "dict", words=KINDS),
            Col("unitname", "责任单位", A.unitname, 200),
            Col("deadline", "整改期限", A.deadline, 140, "deadline"),
            Col("listedto", "督办期限", A.listedto, 100, "date"),
            Col("begun", "下达、登记", A.begun, 100, "date"),
            Col("closed", "关闭日期", A.closed, 100, "date"),
            Col("createtime", "建立时间", A.createtime, 140, "datetime", shown=False),
        ],
        search=[
            like("text", "编号、单位、隐患", A.number, A.unitname, A.content, quick=True),
            same("state", "状态", A.state, widget="select", options=STATES, quick=True),
            same("kind", "来源", A.kind, widget="select", options=KINDS, quick=True),
            dates("deadline", "整改期限", A.deadline),
        ],
        segments=[
            Segment("mend", "待整改", lambda me: A.state == MEND),
            Segment("late", "逾期", lambda me: LATE),
            Segment("grave", "重大未关闭", lambda me: A.grave & A.state.in_((MEND, JUDGE, PASSED_ON))),
            Segment("listed", "挂牌督办", lambda me: A.listedto.is_not(None) & A.state.in_((MEND, JUDGE, PASSED_ON))),
        ],
        actions=[
            Action(
                *("viewProblem", "查看", p.DEFECT_QUERY),
                place="row",
                kind="route",
                needs="one",
                route=defects.PAGE,
                when={"kind": (OF_CHECK,)},
            ),
            Action(
                *("viewHazard", "查看", inspection.HAZARD_QUERY),
                place="row",
                kind="route",
                needs="one",
                route=DANGER,
                when={"kind": (OF_INSPECTION,)},
            ),
        ],
    )
)
