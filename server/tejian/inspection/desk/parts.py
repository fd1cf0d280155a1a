"""The declared set of panels: everything that may stand on a desk."""

from collections.abc import Mapping
from typing import Any

from tejian.archives import codes
from tejian.archives.equipment.api import page_of
from tejian.archives.models.iot import TRAPPED
from tejian.inspection import codes as at
from tejian.inspection.flow.api import SIGN_LIST
from tejian.inspection.permissions import ENTER
from tejian.kit.ground.shapes import Tone
from tejian.kit.ground.user import User
from tejian.kit.process.steps import PROCESSES

from .home import leads, my_steps, plans
from .panels import Figure, Panel, Rows, ahead, day, given, on_this_day, since_first
from .station import of_station

RUNNING = ",".join(codes.RUNNING)
SOON, SEASON, YEAR = 30, 90, 366  # days
BAD: Tone = "no"


def has_steps(me: User) -> bool:
    """Whether work of any process can wait for the user."""
    return any(my_steps(me, process) for process in PROCESSES.values())


def inspects(me: User) -> bool:
    """Whoever has figures of the month: of the own work, or of an office that is led."""
    return me.may(ENTER) or leads(me)


def boxed(me: User) -> bool:
    """Whoever has the box of a unit."""
    return me.may(BOX)


def _device(row: Mapping[str, Any]) -> str:
    return page_of(row["equclass"], row["id"])


def _charge(row: Mapping[str, Any]) -> str:
    return f"/assistMng/payMng/payApply/applyInfo?id={row['id']}"


def _item(row: Mapping[str, Any]) -> str:
    return f"/flowLog?seisn={row['seisn']}"


def _event(row: Mapping[str, Any]) -> str:
    return f"/query-settings/elevatorEvents?equcode={row['equcode']}"


def _incident(row: Mapping[str, Any]) -> str:
    return f"/elevatorMaintenanceMng/bailOutDetail?id={row['id']}"


def _running(**more: str) -> Any:
    return given(equstatus=RUNNING, **more)


def _maintained(**more: str) -> Any:
    """Lifts in use that the unit of the user maintains."""
    return lambda me: {"maiorgsysid": me.unit_id, "equstatus": RUNNING, **more}


def _maintained_until(days: int) -> Any:
    return lambda me: {**_maintained()(me), "ninspdateEnd": day(days)}


def _of_maintainer(**more: str) -> Any:
    return lambda me: {"maiorgsysid": me.unit_id, **more}


def _of_unit(me: User) -> Mapping[str, str]:
    return {"unit_id": me.unit_id}


def _of_unit_this_month(me: User) -> Mapping[str, str]:
    return {**_of_unit(me), **since_first("inspdate")(me)}


def _planned(first: int, last: int) -> Any:
    """Items of the station that wait to be inspected, planned so many days from today."""
    asked = of_station(step=",".join(at.ON_THE_WAY))
    return lambda me: {**asked(me), "plandateStart": day(first), "plandateEnd": day(last)}


MAINTAINED = "maintenance_lift_list"
LIFTS, DEVICES, BUSINESS, CHARGES = "eqd_elevator_list", "eqd_all_list", "jy_buss_all", "cha_list"
RECTIFY, VISITS, DETECTED = "opinion_rectify_list", "maintenance_list", "third_detection_list"
LOG, CHECKS, PROTECTED, USERS = "sys_security_log_list", "sys_chain_check_list", "sys_protection_list", "sys_user_list"
TOOLS, HEALTHY, PRODUCED = "instrument_list", "sys_health_list", since_first("approvedat")
LATE_ITEM = ["seisn", "unitname", "scinspectorname", "status", "limit_at"]
TERMINALS, EVENTS, INCIDENTS = "iot_lift_list", "iot_event_list", "rescue_incident_list"
BOX = "supervision:box:own"  # of an area above
RECEIVES, BILLS = "charge:payApply:receive", "charge:invoice:issue"  # of an area above

PANELS = [
    # -- of everybody who works on the business
    Panel("todo", "待办", "todo", "按环节，超期在前", "没有待办", has_steps),
    Panel(
        "signing",
        "签名",
        "figures",
        figures=[
            Figure("待我签名", SIGN_LIST, unit="份", tone="ca"),
            Figure("其中已看过", SIGN_LIST, given(segment="opened"), "份"),
        ],
    ),
    Panel("first", "先办这些", "first", none="没有限期办理的待办", may=has_steps),
    Panel("due", "本月到期与安排", "due", "未来 15 个工作日", "这一时段没有到期设备", plans),
    Panel("messages", "消息", "messages", none="没有新消息"),
    Panel("month", "本月", "month", may=inspects),
    Panel(
        "money",
        "收费",
        "figures",
        figures=[
            Figure("待登记收费", "cha_apply_list", unit="件"),
            Figure("待确认", "cha_confirm_list", unit="笔", tone="ca"),
            Figure("待缴费", CHARGES, given(segment="open"), "笔", "ca", RECEIVES),
            Figure("待开票", CHARGES, given(segment="paid"), "笔", "ca", BILLS),
            Figure("对账差异", "cha_order_list", given(segment="different"), "笔", BAD, BILLS),
        ],
    ),
    Panel(
        "tools",
        "仪器设备",
        "figures",
        figures=[
            Figure("溯源过期", TOOLS, given(overdue="1"), tone=BAD, may="instrument:archives:save"),
            Figure("30 天内到期", TOOLS, given(soon="1"), tone="ca", may="instrument:archives:save"),
            Figure("全部仪器", TOOLS, may="instrument:archives:save"),
            Figure("仪器箱", "instrument_box_list", unit="个", may="instrument:archives:save"),
        ],
    ),
    Panel(
        "toolsdue",
        "最先到期的仪器",
        "rows",
        none="没有仪器",
        may=lambda me: me.may("instrument:archives:save"),
        rows=Rows(TOOLS, ["instno", "name", "boxno", "keeper", "nextcal", "term"]),
    ),
    Panel(
        "quality",
        "质量",
        "figures",
        figures=[
            Figure("人员资格 90 天内到期", "sys_staff_qual_list", given(soon="1"), "项", "ca", "basic:quality:run"),
            Figure("逾期未反馈的整改", RECTIFY, given(segment="late"), "份", BAD, "basic:quality:run"),
            Figure("未关闭的整改", RECTIFY, given(segment="open"), "份", may="basic:quality:run"),
        ],
    ),
    # -- of the head of a station
    Panel(
        "station",
        "本站",
        "figures",
        figures=[
            Figure("在办", BUSINESS, of_station(open="1"), "件"),
            Figure("超期", BUSINESS, of_station(late="1"), "件", BAD),
            Figure("待安排", BUSINESS, of_station(step=at.ARRANGE), "件", "ca"),
            Figure("待录入", BUSINESS, of_station(step=at.ENTER), "件"),
            Figure("待审核", BUSINESS, of_station(step=f"{at.AUDIT_FX},{at.AUDIT}"), "件", "ca"),
            Figure("本月批准", BUSINESS, lambda me: {**of_station()(me), **PRODUCED(me)}, "份"),
        ],
    ),
    Panel(
        "stationdays",
        "本站安排",
        "figures",
        figures=[
            Figure("今天要检", BUSINESS, _planned(0, 0), "件"),
            Figure("明天要检", BUSINESS, _planned(1, 1), "件"),
            Figure("七天内要检", BUSINESS, _planned(0, 6), "件"),
            Figure("计划日期已过", BUSINESS, _planned(-YEAR, -1), "件", BAD),
        ],
    ),
    Panel(
        "stationweek",
        "本站七天安排",
        "rows",
        "按日期，点开看一件",
        "七天内没有安排",
        rows=Rows(
            BUSINESS,
            ["plandate", "unitname", "equname", "scinspectorname", "status"],
            lambda me: {**_planned(0, 6)(me), "orderBy": "plandate"},
            page=_item,
            most=20,
        ),
    ),
    Panel("people", "各人在办", "people", "主检，超期在前", "本站没有在办的检验"),
    Panel(
        "stationlate",
        "本站超期的业务",
        "rows",
        none="没有超期的业务",
        rows=Rows(BUSINESS, LATE_ITEM, of_station(late="1"), page=_item),
    ),
    # -- of a unit that uses devices
    Panel(
        "unit",
        "本单位",
        "figures",
        figures=[
            Figure("在用设备", DEVICES, _running()),
            Figure("超期未检", DEVICES, given(overdue="1"), tone=BAD),
            Figure("30 日内到期", DEVICES, ahead("firstdue", SOON, equstatus=RUNNING), tone="ca"),
            Figure("在办检验", BUSINESS, given(open="1"), "件"),
            Figure("待缴费", CHARGES, given(segment="open"), "笔", "ca"),
            Figure("待领报告", BUSINESS, given(step=at.RELEASE), "份", "ca"),
        ],
    ),
    Panel(
        "unititems",
        "检验进度",
        "rows",
        "在办的检验",
        "没有在办的检验",
        rows=Rows(BUSINESS, ["seisn", "equname", "status", "plandate"], given(open="1"), page=_item),
    ),
    Panel(
        "unitpays",
        "待缴费",
        "rows",
        none="没有待缴的费用",
        rows=Rows(CHARGES, ["chargesysid", "nature", "amount", "duedate"], given(segment="open"), page=_charge),
    ),
    Panel(
        "unitreports",
        "报告和证书",
        "rows",
        "最近办结的",
        "还没有办结的检验",
        rows=Rows(BUSINESS, ["seisn", "equname", "reportno", "inspdate", "nextdate"], given(step=at.DONE), page=_item),
    ),
    Panel("boxdevices", "设备", "call", "为什么到期，急的在前", "没有要办的设备", boxed, call="/api/my/devices"),
    Panel("boxvisits", "约检", "call", "一次上门", "没有约检", boxed, call="/api/visit/booked"),
    Panel("boxmends", "要整改", "call", none="没有要整改的问题", may=boxed, call="/api/my/mends"),
    Panel("boxduties", "日管控", "call", "周排查、月调度", "没有在用设备", boxed, call="/api/my/duties"),
    Panel("boxunsigned", "维保签字", "call", none="没有待签字的维保", may=boxed, call="/api/my/unsigned"),
    Panel("boxpersons", "人员和证书", "call", none="没有要到期的证书", may=boxed, call="/api/my/persons"),
    # -- of a maintenance unit
    Panel(
        "lifts",
        "维保电梯",
        "figures",
        figures=[
            Figure("在保电梯", MAINTAINED, _of_maintainer()),
            Figure("检验超期", LIFTS, _maintained(overdue="1"), tone=BAD),
            Figure(
                "30 日内检验到期", LIFTS, lambda me: {**_maintained()(me), **ahead("ninspdate", SOON)(me)}, tone="ca"
            ),
            Figure("检测超期", LIFTS, _maintained(detoverdue="1"), tone=BAD),
            Figure("维保超期", MAINTAINED, _of_maintainer(unvisited="1"), tone=BAD),
            Figure("3 日内应维保", MAINTAINED, _of_maintainer(visitsoon="1"), tone="ca"),
            Figure("本月维保", VISITS, since_first("visitday"), "次"),
            Figure("本月超期的维保", VISITS, since_first("visitday", overdue="1"), "次", BAD),
            Figure("未签字", VISITS, given(unsigned="1"), "次", "ca"),
        ],
    ),
    Panel(
        "liftsdue",
        "电梯按检验期限",
        "rows",
        "90 日内到期和已超期",
        "90 日内没有到期的电梯",
        rows=Rows(
            LIFTS,
            ["equcode", "useorgname", "useplace", "ninspdate"],
            _maintained_until(SEASON),
            page=_device,
        ),
    ),
    Panel(
        "visits",
        "最近的维保",
        "rows",
        none="还没有维保记录",
        rows=Rows(VISITS, ["visitday", "equcode", "useplace", "maitype", "intervaldays"]),
    ),
    Panel(
        "faulty",
        "发现问题的维保",
        "rows",
        none="没有发现问题的维保",
        rows=Rows(VISITS, ["visitday", "equcode", "useplace", "faults"], given(faulty="1")),
    ),
    # -- of a detection body
    Panel(
        "detection",
        "检测",
        "figures",
        figures=[
            Figure("本机构报告", DETECTED, _of_unit, "份"),
            Figure("本月报告", DETECTED, _of_unit_this_month, "份"),
            Figure("检测超期的电梯", LIFTS, _running(detoverdue="1"), tone=BAD),
        ],
    ),
    Panel(
        "detected",
        "最近的检测报告",
        "rows",
        none="还没有报告",
        rows=Rows(DETECTED, ["reportno", "equcode", "useorgname", "inspdate"], _of_unit),
    ),
    Panel(
        "detectionlate",
        "检测超期的电梯",
        "rows",
        none="没有检测超期的电梯",
        rows=Rows(LIFTS, ["equcode", "useorgname", "useplace", "ndetdate"], _running(detoverdue="1"), page=_device),
    ),
    # -- of the administrators
    Panel(
        "running",
        "平台",
        "figures",
        figures=[
            Figure("异常", HEALTHY, given(state="no"), "项", BAD),
            Figure("注意", HEALTHY, given(state="ca"), "项", "ca"),
            Figure("启用的账户", USERS, given(enabled="1"), "个"),
            Figure("锁定的账户", USERS, given(locked="1"), "个", "ca"),
            Figure("在线", "sys_session_list", unit="人"),
            Figure("短信失败", "sms_send_list", given(state="失败"), "条", BAD),
        ],
    ),
    Panel(
        "health",
        "运行状况",
        "rows",
        none="还没有检查过",
        rows=Rows(HEALTHY, ["title", "state", "text", "checked"], most=20),
    ),
    Panel(
        "sessions",
        "在线用户",
        "rows",
        none="没有人在线",
        rows=Rows("sys_session_list", ["name", "deptName", "ip", "last_used"]),
    ),
    Panel(
        "security",
        "安全",
        "figures",
        figures=[
            Figure("待同意的变更", PROTECTED, given(step="WAIT"), "项", "ca"),
            Figure("锁定的账户", USERS, given(locked="1"), "个", "ca"),
            Figure("今日登录失败", LOG, on_this_day("at", kind="登录", result="失败"), "次", "ca"),
            Figure("今日导出", LOG, on_this_day("at", kind="导出"), "次"),
            Figure("在线", "sys_session_list", unit="人"),
            Figure("角色", "sys_role_list", unit="个"),
        ],
    ),
    Panel(
        "protected",
        "受控变更",
        "rows",
        none="没有待同意的变更",
        rows=Rows(PROTECTED, ["kind", "title", "asked_name", "createtime"], given(step="WAIT")),
    ),
    Panel(
        "log",
        "安全日志",
        "rows",
        "最近",
        "还没有日志",
        rows=Rows(LOG, ["at", "kind", "result", "user_name", "target"], most=20),
    ),
    Panel(
        "audit",
        "审计",
        "figures",
        figures=[
            Figure("封存核查有问题", CHECKS, given(result="有问题"), "次", BAD),
            Figure("今日变更", "sys_audit_log_list", on_this_day("at"), "条"),
            Figure("今日登录失败", LOG, on_this_day("at", kind="登录", result="失败"), "次", "ca"),
            Figure("今日导出", LOG, on_this_day("at", kind="导出"), "次"),
            Figure("待同意的变更", PROTECTED, given(step="WAIT"), "项", "ca"),
            Figure("页面错误", "error_logger", on_this_day("at"), "条", "ca"),
        ],
    ),
    Panel(
        "checks",
        "日志封存核查",
        "rows",
        none="还没有核查过",
        rows=Rows(CHECKS, ["begun", "result", "rows", "byname"]),
    ),
    # -- of whoever watches the lifts of the internet of things
    Panel(
        "net",
        "物联网",
        "figures",
        figures=[
            Figure("接入电梯", TERMINALS),
            Figure("在线", TERMINALS, given(state="online"), of="接入电梯"),
            Figure("离线", TERMINALS, given(state="offline"), tone="ca"),
            Figure("困人未关闭", EVENTS, given(type=TRAPPED, waiting="1"), "起", BAD),
            Figure("未关闭事件", EVENTS, given(waiting="1"), "起", "ca"),
            Figure("今日事件", EVENTS, on_this_day("at"), "起"),
            Figure("正在救援", INCIDENTS, given(segment="open"), "起", BAD),
        ],
    ),
    Panel(
        "netopen",
        "未关闭的事件",
        "rows",
        "最早发生的在前",
        "没有未关闭的事件",
        rows=Rows(EVENTS, ["waited", "type", "state", "useplace", "floor"], given(waiting="1", orderBy="at"), _event),
    ),
    Panel("nettrend", "按日事件", "stat", "近30天", stat="iot_event_stat", by="day"),
    Panel(
        "netrescue",
        "困人救援",
        "rows",
        "正在救援",
        "没有正在进行的救援",
        rows=Rows(INCIDENTS, ["calledat", "step", "useplace", "level"], given(segment="open"), _incident),
    ),
    Panel(
        "netsilent",
        "离线的终端",
        "rows",
        "最久没有上报的在前",
        "没有离线的终端",
        rows=Rows(
            TERMINALS, ["lastseen", "equcode", "useplace", "maiorgname"], given(state="offline", orderBy="lastseen")
        ),
    ),
    Panel("netunits", "维保单位的事件", "stat", "近30天", stat="iot_event_stat", by="maiorgsysid"),
]
