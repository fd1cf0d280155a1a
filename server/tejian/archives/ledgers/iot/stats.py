"""电梯事件统计: how many events by day, kind and maintenance unit, and which of them shut people in."""

from tejian.archives import permissions as p
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.iot import CLOSED, TRAPPED
from tejian.archives.models.iot import LiftEvent as V
from tejian.archives.models.units import Unit
from tejian.kit.lists.statview import COUNT, By, Measure, StatView, add_stat, by_day, names_of

from .lists import event_list

add_stat(
    StatView(
        "iot_event_stat",
        "电梯事件统计",
        p.SAVED_QUERY,
        event_list,
        "/query-settings/elevatorEvents",
        "at",
        [
            By("maiorgsysid", "维保单位", E.maiorgsysid, names=names_of(Unit, Unit.name)),
            By("type", "事件类型", V.type, "C750"),
            by_day("day", "发生日", V.at),
        ],
        [
            Measure("events", "事件", COUNT),
            Measure("trapped", "困人", COUNT.filter(V.type == TRAPPED), {"trapped": "1"}, of="events"),
            Measure("waiting", "未关闭", COUNT.filter(V.state != CLOSED), {"waiting": "1"}, alarm=True),
        ],
    )
)
