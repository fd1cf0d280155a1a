"""The incidents, and how fast each station is there: P50, P90, the worst, and of how many."""

from sqlalchemy import func, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Segment, col, dates, like, listing, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.lifts import permissions as p
from tejian.lifts.models.binding import STATION_KINDS, RescueStation
from tejian.lifts.models.rescue import FOLLOWED, FREED, SHUT_IN, WAYS, minutes, share
from tejian.lifts.models.rescue import RescueIncident as C
from tejian.system.permissions import EXPORT

from .forms import API, CALL, PAGE
from .process import RESCUE

LATE = C.step.in_(SHUT_IN) & (C.raiseat < func.now())
incident_list = own_listing(
    RESCUE,
    no="rescue_incident_list",
    title="困人救援查询",
    permission=p.RESCUE_QUERY,
    export_permission=EXPORT,
    sort="-calledat",
    url=f"{API}/findList",
    late=LATE,
    due=["raiseat"],
    columns=[
        col(C.orderno, 140, type="code", fixed="left", link=PAGE),
        col(C.step, 90, label="状态", type="state", words=RESCUE.names, tones=RESCUE.tones),
        col(C.level, 130),
        col(C.code96333, 90, type="code"),
        col(C.useplace, 200),
        col(C.people, 76),
        col(C.calledat, 140),
        Col("minutes", "到场(分)", func.round(minutes(), 1), 80, "number"),
        col(C.raiseat, 140),
        col(C.maiorgname, 180),
        col(C.station_id, 140),
        col(C.way, 76, type="dict", words=WAYS),
        col(C.calls, 76),
        col(C.cause, 140),
        col(C.typed, 120),
        col(C.unitname, 180, shown=False),
        col(C.arrivedat, 140, shown=False),
        col(C.freedat, 140, shown=False),
        col(C.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、识别码、地点、单位", C.orderno, C.code96333, C.useplace, C.unitname, quick=True),
        same("step", "状态", C.step, widget="select", options=RESCUE.names, quick=True),
        same("level", "救援级别", C.level, dict="C664"),
        same("cause", "困人原因", C.cause, dict="C663"),
        same("station_id", "救援站", C.station_id),
        same("areacode", "所在区划", C.areacode, widget="area"),
        dates("calledat", "接警时间", C.calledat, moment=True),
    ],
    segments=[
        Segment("open", "正在救援", lambda me: C.step.in_(SHUT_IN)),
        Segment("late", "已到升级时间", lambda me: LATE),
        Segment("after", "待回访和关闭", lambda me: C.step.in_((FREED, FOLLOWED))),
    ],
    actions=[
        Action("add", "接警", p.RESCUE_HANDLE, kind="form", form=CALL.no, shortcut="Alt+N", route=PAGE),
        Action("view", "查看", p.RESCUE_QUERY, place="row", kind="route", needs="one", route=PAGE),
        *buttons(RESCUE),
    ],
)

S = RescueStation


def _of_station(what: object) -> object:
    """Of the incidents to which a station came within twelve months."""
    recent = C.calledat >= func.now() - func.make_interval(1)
    return select(what).where(C.station_id == S.id, C.arrivedat.is_not(None), recent).correlate(S).scalar_subquery()  # type: ignore[call-overload]


station_list = listing(
    S,
    no="rescue_station_times",
    title="救援站到场时间",
    permission=p.RESCUE_QUERY,
    export_permission=EXPORT,
    sort="name",
    url=f"{API}/stations/findList",
    columns=[
        col(S.name, 180, fixed="left", link="/elevatorMaintenanceMng/bailOutSearch?station_id={id}"),
        col(S.kind, 120, type="dict", words=STATION_KINDS),
        col(S.areacode, 110),
        col(S.target, 90),
        Col("n", "到场次数", _of_station(func.count()), 90, "number"),
        Col("p50", "P50(分)", _of_station(share(0.5)), 80, "number"),
        Col("p90", "P90(分)", _of_station(share(0.9)), 80, "number"),
        Col("worst", "最慢(分)", _of_station(func.round(func.max(minutes()), 1)), 80, "number"),
        col(S.createtime, 140, shown=False),
    ],
    search=[
        like("text", "名称、单位", S.name, S.unitname, quick=True),
        same("areacode", "所在区划", S.areacode, widget="area"),
    ],
    actions=[],
)
