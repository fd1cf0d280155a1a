"""企业主体责任: the records of duty, for the unit its own, for the bureau those of its area."""

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.supervision import permissions as p
from tejian.supervision.models.duties import DAILY, FILLING, MONTHLY, PERIODS, WEEKLY
from tejian.supervision.models.duties import DutyRecord as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import DUTIES

duty_list = own_listing(
    DUTIES,
    no="duty_record_list",
    title="企业主体责任",
    permission=p.DUTY_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    columns=[
        col(C.unitname, 220, fixed="left", link=PAGE),
        col(C.period, 80, type="dict", words=PERIODS),
        col(C.equclass, 110),
        col(C.firstday, 100),
        col(C.lastday, 100, shown=False),
        col(C.step, 90, label="状态", type="state", words=DUTIES.names, tones=DUTIES.tones),
        col(C.wrong, 70),
        col(C.latereason, 180),
        col(C.signer_id, 80),
        col(C.handed, 140),
        col(C.areacode, 110, shown=False),
        col(C.createtime, 140, shown=False),
    ],
    search=[
        like("unitname", "单位", C.unitname, quick=True),
        same("period", "类别", C.period, widget="select", options=PERIODS, quick=True),
        same("step", "状态", C.step, widget="select", options=DUTIES.names),
        same("equclass", "设备种类", C.equclass, widget="select", dict="C601", quick=True),
        dates("firstday", "日期", C.firstday),
    ],
    segments=[
        Segment("day", "日管控", lambda me: C.period == DAILY),
        Segment("week", "周排查", lambda me: C.period == WEEKLY),
        Segment("month", "月调度", lambda me: C.period == MONTHLY),
        Segment("wrong", "有异常", lambda me: C.wrong > 0),
        Segment("late", "补录", lambda me: C.latereason != ""),
        Segment("open", "未提交", lambda me: C.step == FILLING),
    ],
    actions=[
        ACTS.add,
        Action("view", "查看", p.DUTY_QUERY, place="row", kind="route", needs="one", route=PAGE),
        *buttons(DUTIES),
        ACTS.delete,
    ],
)
