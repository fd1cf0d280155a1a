"""The lists of lift terminals and of the events of lifts."""

from datetime import timedelta
from typing import Any

from sqlalchemy import Integer, case, cast, func, literal, select

from tejian.archives import permissions as p
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.iot import CLOSED, TRAPPED, online, open_events
from tejian.archives.models.iot import LiftEvent as V
from tejian.archives.models.iot import LiftIot as T
from tejian.archives.models.units import Unit as U
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, like, prefix, same, through
from tejian.kit.lists.statview import flag, in_day, stated
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

LIFT = "/bsArchives/equipment/elevatorForm?id={equdatasysid}"
EVENTS = "/query-settings/elevatorEvents?equcode={equcode}"
STATES = {"1": "在线", "0": "离线"}
ASKED = {"online": "在线", "offline": "离线", "fault": "有未关闭事件", "trapped": "困人未关闭"}


def _lift(me: User) -> Any:
    return E.visible(me)


def _in_state(v: str) -> Any:
    """Terminals that answer, that are silent, or whose lift has an event that is not closed."""
    waiting = select(V.equdatasysid).where(V.state != CLOSED)
    return {
        "online": online(),
        "offline": ~online(),
        "fault": T.equdatasysid.in_(waiting),
        "trapped": T.equdatasysid.in_(waiting.where(V.type == TRAPPED)),
    }.get(v, literal(False))


def _by_unit(name: str, label: str, column: Any) -> Search:
    return through(
        name,
        label,
        column,
        U.id,
        U.searchtext,
        placeholder="名称或拼音首字母",
        quick=name == "useorgname",
    )


def _of_lift(lift: Any, *, code: bool = True) -> list[Search]:
    """Search fields over the lift of a terminal or an event, whose key stands in `lift`."""
    columns = [
        # looked up among the lifts: beside few terminals a database would cut the texts of all lifts into pieces
        through(
            "codes",
            "电梯",
            lift,
            E.id,
            E.searchtext,
            placeholder="设备代码、登记证、应急识别码",
            quick=True,
        ),
        _by_unit("useorgname", "使用单位", E.useorgsysid),
        _by_unit("maiorgname", "维保单位", E.maiorgsysid),
        Search("areacode", "区划", lambda v: E.areacode.startswith(covered_prefix(v), autoescape=True), widget="area"),
        like("useplace", "使用地点", E.useplace),
    ]
    return [*columns, prefix("equcode", "设备代码", E.equcode)] if code else columns


terminal_list = add_list(
    ListView(
        no="iot_lift_list",
        title="电梯物联网",
        permission=p.SAVED_QUERY,
        export_permission=EXPORT,
        source=select(T).join(E, E.id == T.equdatasysid),
        key=T.id,
        visible=_lift,
        url="/api/iot/lift/findList",
        sort="-lastseen",
        late="isTrapped",
        due=["trapped"],
        columns=[
            col(E.equcode, 166, type="code", fixed="left", link=LIFT),
            Col(
                "online",
                "终端",
                case((online(), literal("1")), else_=literal("0")),
                66,
                "state",
                words=STATES,
                tones={"1": "go", "0": "ok"},
                sortable=False,
            ),
            Col("open", "未关闭事件", func.nullif(open_events(), 0), 84, "number", link=EVENTS, sortable=False),
            col(T.lastseen, 132, label="最近上报"),
            col(T.runcount, 84),
            col(T.doorcount, 88),
            col(T.faults, 76),
            col(T.trapped, 76),
            Col("useplace", "使用地点", E.useplace, 200),
            Col("useorgname", "使用单位", E.useorgname, 180),
            Col("maiorgname", "维保单位", E.maiorgname, 170),
            col(T.devno, type="code"),
            col(T.source, 84),
            Col("ele96333code", "应急识别码", E.ele96333code, 90, "code", shown=False),
            col(T.installdate, 96, shown=False),
            col(E.areacode, 90, label="区划", shown=False),
            Col(
                "isTrapped",
                "",
                case((open_events(V.type == TRAPPED) > 0, literal("1")), else_=literal("0")),
                sortable=False,
            ),
            Col("equdatasysid", "", T.equdatasysid),
        ],
        search=[
            *_of_lift(T.equdatasysid)[:2],
            Search("state", "状态", _in_state, widget="select", options=ASKED, quick=True),
            *_of_lift(T.equdatasysid, code=False)[2:],
            prefix("devno", "终端编号", T.devno),
            same("source", "接入平台", T.source, widget="select", dict="C752"),
        ],
        actions=[
            Action("add", "登记终端", p.IOT_HANDLE, kind="form", form="iot_terminal_form", shortcut="Alt+N"),
            Action("events", "事件", p.SAVED_QUERY, place="row", kind="route", needs="one", route=EVENTS),
            Action("lift", "电梯档案", p.EQUIPMENT_QUERY, place="row", kind="route", needs="one", route=LIFT),
            Action("edit", "编辑", p.IOT_HANDLE, place="more", kind="form", needs="one", form="iot_terminal_form"),
            Action(
                "delete",
                "删除终端",
                p.IOT_HANDLE,
                place="more",
                kind="call",
                needs="many",
                url="/api/iot/lift/delete",
                confirm="删除后不再接收所选终端的上报，电梯的历史事件保留。确定要删除吗？",
            ),
        ],
    )
)

STEP_TONES = {"0": "no", "1": "ca", "2": "ca", "3": "ok"}


WAITED = cast(func.extract("epoch", func.now() - V.at) / 60, Integer)  # how long an event has been open


def _recent(v: str) -> Any:
    return V.at >= clock.now() - timedelta(days=30)


event_list = add_list(
    ListView(
        no="iot_event_list",
        title="电梯事件",
        permission=p.SAVED_QUERY,
        export_permission=EXPORT,
        source=select(V).join(E, E.id == V.equdatasysid),
        key=V.id,
        visible=_lift,
        url="/api/iot/event/findList",
        sort="-at",
        late="isTrapped",
        due=["type"],
        columns=[
            col(V.at, 132, fixed="left"),
            col(V.type, 92, label="类型"),
            col(V.state, 66, type="state", tones=STEP_TONES),
            Col("waited", "未关闭(分)", case((V.state != CLOSED, WAITED)), 88, "number", sortable=False),
            Col("useplace", "使用地点", E.useplace, 190),
            col(V.floor, 54),
            col(V.value, 150),
            col(V.repeats, 72, label="重复上报"),
            col(E.equcode, 160, type="code", link=LIFT),
            Col("useorgname", "使用单位", E.useorgname, 180),
            col(V.sentto, 160),
            col(V.handled, 200),
            Col("maiorgname", "维保单位", E.maiorgname, 170, shown=False),
            col(V.confirmedby, 76, shown=False),
            col(V.confirmedat, 132, shown=False),
            col(V.sentby, 76, shown=False),
            col(V.sentat, 132, shown=False),
            col(V.closedby, 76, shown=False),
            col(V.closedat, 132, shown=False),
            col(V.lastat, 132, shown=False),
            col(V.devno, type="code", shown=False),
            col(V.eventid, 160, type="code", shown=False),
            col(V.source, 84, shown=False),
            col(E.areacode, 90, label="区划", shown=False),
            Col(
                "isTrapped",
                "",
                case(((V.type == TRAPPED) & (V.state != CLOSED), literal("1")), else_=literal("0")),
            ),
            Col("equdatasysid", "", V.equdatasysid),
        ],
        search=[
            *_of_lift(V.equdatasysid)[:2],
            same("type", "类型", V.type, widget="select", dict="C750", quick=True),
            same("state", "状态", V.state, widget="select", dict="C751", quick=True),
            dates("at", "发生时间", V.at, moment=True),
            *_of_lift(V.equdatasysid)[2:],
            Search("waiting", "只看未关闭", lambda v: V.state != CLOSED, widget="checkbox"),
            Search("recent", "只看30天内", _recent, widget="checkbox"),
            flag("trapped", "困人", V.type == TRAPPED),
            in_day("day", "发生日", V.at),
            stated("maiorgsysid", "维保单位编号", E.maiorgsysid),
        ],
        actions=[
            Action("stat", "统计", p.SAVED_QUERY, kind="route", route="/query-settings/elevatorEventStat"),
            Action(
                "confirm",
                "确认",
                p.IOT_HANDLE,
                place="batch",
                kind="call",
                needs="many",
                url="/api/iot/event/confirm",
                when={"state": ["0"]},
            ),
            Action(
                "dispatch",
                "派单",
                p.IOT_HANDLE,
                place="batch",
                kind="call",
                needs="many",
                url="/api/iot/event/dispatch",
                confirm="向所选电梯的维保单位派单，确定吗？",
                when={"state": ["1"]},
            ),
            Action(
                "close",
                "关闭",
                p.IOT_HANDLE,
                place="batch",
                kind="form",
                needs="many",
                form="iot_close_form",
                when={"state": ["1", "2"]},
            ),
            Action(
                "confirmOne",
                "确认",
                p.IOT_HANDLE,
                place="row",
                kind="call",
                needs="one",
                url="/api/iot/event/confirm",
                when={"state": ["0"]},
            ),
            Action(
                "dispatchOne",
                "派单",
                p.IOT_HANDLE,
                place="row",
                kind="call",
                needs="one",
                url="/api/iot/event/dispatch",
                when={"state": ["1"]},
            ),
            Action(
                "closeOne",
                "关闭",
                p.IOT_HANDLE,
                place="row",
                kind="form",
                needs="one",
                form="iot_close_form",
                when={"state": ["1", "2"]},
            ),
        ],
    )
)
