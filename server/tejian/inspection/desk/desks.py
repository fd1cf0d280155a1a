"""All desks on one page: which panels each kind of users finds when they come."""

from tejian.archives.permissions import MAINTENANCE_SAVE, SAVED_QUERY
from tejian.inspection.permissions import NOTICE_ANSWER
from tejian.system.permissions import AUDIT_QUERY, ROLE_SAVE, STATION_MENU, SUPERVISION_MENU
from tejian.watch.permissions import HEALTH

from .panels import Desk, Desks
from .parts import PANELS
from .station import in_hand

STAFF = ["money", "tools", "quality", "signing", "todo", "due", "first", "toolsdue", "messages", "month"]

DESKS = Desks(
    {one.key: one for one in PANELS},
    [
        Desk("supervision", "监管桌面", lambda me: me.may(SUPERVISION_MENU), [], "/workDesktop"),
        Desk(
            "station",
            "站长桌面",
            lambda me: me.may(STATION_MENU),
            ["station", "stationdays", "stationweek", "people", "stationlate", "todo", "due", "messages", "month"],
            "/stationHome",
        ),
        Desk(
            "unit",
            "单位桌面",
            lambda me: bool(me.unit_id) and me.may(NOTICE_ANSWER),
            [
                *("boxdevices", "boxvisits", "boxmends", "boxduties", "unitpays", "unititems", "unitreports"),
                *("boxunsigned", "boxpersons", "unit", "messages"),
            ],
            "/my",
        ),
        Desk(
            "maintenance",
            "维保桌面",
            lambda me: bool(me.unit_id) and me.may(MAINTENANCE_SAVE),
            ["lifts", "liftsdue", "visits", "faulty", "messages"],
        ),
        Desk(
            "detection",
            "检测桌面",
            lambda me: bool(me.unit_id),
            ["detection", "detectionlate", "detected", "messages"],
        ),
        Desk("system", "系统管理桌面", lambda me: me.may(HEALTH), ["running", "health", "sessions", "messages"]),
        Desk(
            "security",
            "安全管理桌面",
            lambda me: me.may(ROLE_SAVE),
            ["security", "protected", "log", "messages"],
        ),
        Desk(
            "audit", "审计管理桌面", lambda me: me.may(AUDIT_QUERY), ["audit", "checks", "log", "protected", "messages"]
        ),
        Desk(
            "net",
            "物联网桌面",
            lambda me: me.may(SAVED_QUERY),
            ["net", "netopen", "nettrend", "netrescue", "netsilent", "netunits"],
            pages=["/netHome", "/assistMng/netHome"],
        ),
        Desk("work", "工作桌面", lambda me: True, STAFF),
    ],
    in_hand,
)
