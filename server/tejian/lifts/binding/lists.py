"""Lists of bindings: what a unit asked for, what waits for the audit, who answered on a day; and the stations."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select

from tejian.kit.forms.form import as_date
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, Segment, col, dates, like, listing, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.lifts import permissions as p
from tejian.lifts.models.binding import (
    AUDITING,
    BOUND,
    CONFIRMING,
    ENDED,
    KINDS,
    STATION_KINDS,
    WITH_UNIT,
    RescueStation,
    on,
)
from tejian.lifts.models.binding import LiftBinding as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, STATION_ACTS, STATIONS
from .process import BINDING

LIFT = "/bsArchives/equipment/elevatorForm?id={equdatasysid}"


def _columns(page: str) -> list[Col]:
    return [
        col(C.bindno, 130, type="code", fixed="left", link=page),
        col(C.bindkind, 76, type="dict", words=KINDS),
        col(C.step, 124, label="状态", type="state", words=BINDING.names, tones=BINDING.tones),
        col(C.equcode, 164, type="code", link=LIFT),
        col(C.code96333, 90, type="code"),
        col(C.useplace, 200),
        col(C.unitname, 180),
        col(C.maiorgname, 200),
        col(C.station_id, 140),
        col(C.contractto, 110),
        col(C.validfrom, 100),
        col(C.validto, 100),
        col(C.areacode, 110, shown=False),
        col(C.contractno, 120, shown=False),
        col(C.filing_id, 130, shown=False),
        col(C.applied, 140, shown=False),
        col(C.equdatasysid, 180, label="电梯", shown=False),
        col(C.createtime, 140, shown=False),
    ]


def _that_day(value: str) -> Any:
    return on(as_date(value, "某日"))


def _list(name: str, title: str, steps: Sequence[str], page: str, permission: str, *more: Search) -> ListView:
    view = Action("view", "查看", p.BINDING_QUERY, place="row", kind="route", needs="one", route=page)
    whole = not steps
    return own_listing(
        BINDING,
        no=f"lift_binding_{name}_list",
        title=title,
        permission=permission,
        export_permission=EXPORT,
        source=select(C) if whole else select(C).where(C.step.in_(steps)),
        url=f"{API}/{name}/findList",
        columns=_columns(page),
        search=[
            like(
                "text",
                "编号、识别码、地点、单位",
                C.bindno,
                C.code96333,
                C.useplace,
                C.unitname,
                C.maiorgname,
                quick=True,
            ),
            same("step", "状态", C.step, widget="select", options=BINDING.names, quick=True),
            like("equcode", "设备代码", C.equcode),
            same("areacode", "所在区划", C.areacode, widget="area"),
            dates("validfrom", "生效日期", C.validfrom),
            *more,
        ],
        segments=[
            Segment("unit", "待维保单位办理", lambda me: C.step.in_(WITH_UNIT)),
            Segment("owner", "待使用单位确认", lambda me: C.step == CONFIRMING),
            Segment("audit", "待审核", lambda me: C.step == AUDITING),
            Segment("bound", "生效", lambda me: C.step == BOUND),
        ]
        if whole
        else [],
        actions=[
            *([ACTS.add] if whole else []),
            view,
            *([ACTS.edit] if whole else []),
            *buttons(BINDING),
            *([ACTS.delete] if whole else []),
        ],
    )


OWN = _list("apply", "电梯绑定", (), "/elevatorEmergency/elevatorBdDetail?id={id}", p.BINDING_QUERY)
AUDITS = _list("audit", "绑定审核", (AUDITING,), "/elevatorMaintenanceMng/bindDetail?id={id}", p.BINDING_AUDIT)
HISTORY = _list(
    "history",
    "绑定查询",
    (BOUND, ENDED),
    "/elevatorMaintenanceMng/bindDetail?id={id}",
    p.BINDING_QUERY,
    Search("day", "某日由谁维保", _that_day, widget="date", quick=True),
)


def _lifts() -> Col:
    number = select(func.count()).where(C.station_id == RescueStation.id, C.step == BOUND).correlate(RescueStation)
    return Col("lifts", "绑定电梯", number.scalar_subquery(), 90, "number")


S = RescueStation
STATION_LIST = listing(
    S,
    no="rescue_station_list",
    title="应急单位管理",
    permission=p.STATION_QUERY,
    export_permission=EXPORT,
    url=f"{STATIONS}/findList",
    columns=[
        col(S.name, 180, fixed="left"),
        col(S.kind, 120, type="dict", words=STATION_KINDS),
        col(S.enabled, 64, type="state", words={"True": "启用", "False": "停用"}, tones={"True": "go", "False": "ok"}),
        col(S.unitname, 200),
        col(S.areacode, 110),
        col(S.address, 220),
        col(S.hotline, 130),
        col(S.onduty, 90),
        col(S.target, 90),
        _lifts(),
        col(S.createtime, 140, shown=False),
    ],
    search=[
        like("text", "名称、单位、地址", S.name, S.unitname, S.address, quick=True),
        same("kind", "类别", S.kind, widget="select", options=STATION_KINDS, quick=True),
        same("areacode", "所在区划", S.areacode, widget="area"),
    ],
    actions=[STATION_ACTS.add, STATION_ACTS.edit, STATION_ACTS.delete],
)
