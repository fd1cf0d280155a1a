"""到期预警: devices in use whose date lies in the next three months or has passed, by kind of date."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import and_, func, not_, or_, select

from tejian.archives import codes
from tejian.archives.equipment.api import COLUMNS, SEARCH
from tejian.archives.models.equipment import YEAR_CHECK
from tejian.archives.models.equipment import Equipment as E
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.models.online import SENT, OnlineApplication, OnlineDevice
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, dates
from tejian.system.permissions import EXPORT

from .forms import FORMS, REMINDERS

AHEAD, MONTH = 90, 30  # days
MOBILE = "22"  # vessels that have an annual inspection between two full ones
SHOWN = ("equcode", "usecertno", "equname", "useorgname", "inspdate", "insresult", "useplace", "isNinspdateOverdue")
KEPT = (
    "equclacode",
    "areacode",
    "equstatus",
    "maiorgname",
    "cheorgsysname",
    "equclass",
    "useorgsysid",
)


def _ahead(days: int) -> date:
    return clock.today() + timedelta(days=days)


def _due(column: Any, *more: Any) -> Callable[[User], Any]:
    def visible(me: User) -> Any:
        return and_(E.visible(me), E.equstatus.in_(codes.RUNNING), column <= _ahead(AHEAD), *more)

    return visible


def idle() -> Any:
    """Devices that nobody has in hand: on no declaration under way, none of them online, without an unfinished item."""
    online = select(OnlineDevice.id).join(OnlineApplication, OnlineApplication.id == OnlineDevice.online_id)
    online = online.where(OnlineDevice.equdatasysid == E.id, OnlineApplication.step == SENT)
    declared = select(AppItem.equdatasysid).join(AppMain, AppMain.id == AppItem.appmain_id)
    declared = declared.where(AppItem.equdatasysid == E.id, AppMain.step.in_(at.DECLARING))
    item = select(AppBuss.id).where(AppBuss.equdatasysid == E.id, AppBuss.step.not_in(at.CLOSED))
    return and_(not_(online.exists()), not_(declared.exists()), not_(item.exists()))


def _warning(
    no: str, title: str, url: str, column: Any, label: str, *more: Any, field: str = "", classes: Sequence[str] = ()
) -> ListView:
    """The devices of the classes, or of all, due by a date: a column or, named by `field`, one of the technical
    document."""
    if classes:
        more = or_(*(E.equclass == code for code in classes)), *more

    def indexed(me: User) -> list[Any]:
        of_these = [E.facets.says("equclass", classes)] if classes else []
        return [*E.indexed(me), *of_these]

    by = {one.name: one for one in COLUMNS}
    field = field or column.key
    due = [
        Col("due", label, column, 126, "date"),
        Col("days", "余期", column - func.current_date(), 84, "left"),
    ]
    return add_list(
        ListView(
            no=no,
            title=title,
            permission=p.APPLY_QUERY,
            export_permission=EXPORT,
            source=select(E),
            key=E.id,
            visible=_due(column, *more),
            indexed=indexed,
            url=url,
            sort="due",
            late="isNinspdateOverdue",
            columns=[*(by[n] for n in SHOWN[:4]), *due, *(by[n] for n in SHOWN[4:]), *(by[n] for n in KEPT)],
            search=[
                *(one for one in SEARCH if one.name not in ("ninspdate", "keyword")),
                dates("due", label, column),
                Search("idle", "只看没有在办业务", lambda v: idle(), widget="checkbox"),
            ],
            segments=[
                Segment("late", "已超期", lambda me: column < clock.today()),
                Segment(
                    "month", "30天内", lambda me: column.between(clock.today(), clock.today() + timedelta(days=30))
                ),
            ],
            actions=[
                Action("declareBatch", "批量申报", p.APPLY_SAVE, kind="move", needs="many", form=FORMS[field].no),
                Action("remind", "短信提醒", p.APPLY_SAVE, kind="move", needs="many", form=REMINDERS[field].no),
                Action("openDevice", "档案", p.APPLY_QUERY, place="row", needs="one"),
            ],
        )
    )


API = "/api/expiry"


expiry_list = _warning("expiry_list", "到期预警", f"{API}/findList", E.ninspdate, "下次检验日期")
detection_list = _warning(
    "expiry_detection_list",
    "电梯检测预警",
    f"{API}/findDetection",
    E.ndetdate,
    "下次检测日期",
    classes=[codes.LIFT],
)
boiler_list = _warning(
    "expiry_boiler_list",
    "锅炉外部检验预警",
    f"{API}/findBoiler",
    E.ninspdate2,
    "下次外部检验日期",
    classes=[codes.BOILER],
)
pipe_list = _warning(
    "expiry_pipe_list",
    "管道到期预警",
    f"{API}/findPipe",
    E.ninspdate,
    "下次检验日期",
    classes=[codes.PIPING],
)
water_list = _warning(
    "expiry_water_list",
    "锅炉耐压试验预警",
    f"{API}/findWater",
    E.nwaterdate,
    "下次水（耐）压试验日期",
    classes=[codes.BOILER],
)
annual_list = _warning(
    "expiry_annual_list",
    "年度检验预警",
    f"{API}/findAnnual",
    E.ninspdate2,
    "下次年度检验日期",
    or_(E.equclacode.like(f"{MOBILE}%"), E.equclass == codes.ROPEWAY),
    classes=[codes.VESSEL, codes.ROPEWAY],
)
year_check_list = _warning(
    "expiry_year_check_list",
    "容器年度检查预警",
    f"{API}/findYearCheck",
    YEAR_CHECK,
    "下次年度检查日期",
    YEAR_CHECK.is_not(None),
    field="nyearcheckdate",
    classes=[codes.VESSEL],
)
