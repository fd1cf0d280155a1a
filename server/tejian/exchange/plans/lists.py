"""传输计划管理, and the log of all messages with its views of devices and of inspections."""

from typing import Any

from sqlalchemy import and_, func, select

from tejian.exchange import permissions as p
from tejian.exchange.mappings.api import GRANTED, NAMES
from tejian.exchange.models import ExchangeMessage as M
from tejian.exchange.models import ExchangePartner as Partner
from tejian.exchange.models import ExchangePlan as P
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import ListView, Search, add_list, col, dates, like, prefix, same
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, LOG_LIST, LOG_PAGE, LOGS, MODES, PAGE

DIRECTIONS = {"push": "推送", "pull": "对方查询"}
TONES = {"0": "ca", "1": "go", "2": "no", "3": "ok"}
OLD = func.now() - func.make_interval(0, 0, 0, 1)  # a day behind its time: nobody runs it
RUN = Action(
    "run",
    "立即执行",
    p.PLAN_SAVE,
    place="row",
    kind="call",
    needs="one",
    url=f"{API}/run",
    done="已开始执行，结果见执行记录和传输日志",
)
plan_list = add_list(
    ListView(
        no="exchange_plan_list",
        title="传输计划管理",
        permission=p.PLAN_QUERY,
        export_permission=EXPORT,
        source=select(P),
        key=P.id,
        visible=P.visible,
        url=f"{API}/findList",
        sort="name",
        late=and_(P.enabled, P.nextrun < OLD),
        due=["nextrun"],
        columns=[
            col(P.name, 220, fixed="left", link=PAGE),
            col(P.enabled, 70),
            col(P.partner_id, 160),
            col(P.entity, 90, type="dict", words=NAMES),
            col(P.mode, 80, type="dict", words=MODES),
            col(P.every, 110),
            col(P.dailyat, 90),
            col(P.nextrun, 140),
            col(P.lastrun, 140),
            col(P.areacode, 110),
            col(P.equclass, 110),
        ],
        search=[
            like("name", "计划名称", P.name, quick=True),
            same("entity", "数据", P.entity, widget="select", options=NAMES, quick=True),
            same("mode", "传输方式", P.mode, widget="select", options=MODES),
        ],
        actions=[
            ACTS.add,
            Action("view", "查看", p.PLAN_QUERY, place="row", kind="route", needs="one", route=PAGE),
            ACTS.edit,
            RUN,
            Action("logs", "传输日志", p.LOG_QUERY, kind="route", route=LOG_LIST),
            ACTS.delete,
        ],
    )
)
COLUMNS = [
    col(M.number, 180, type="code", fixed="left", link=LOG_PAGE),
    col(M.title, 180),
    col(M.state, 80, type="state", tones=TONES),
    col(M.direction, 90, type="dict", words=DIRECTIONS),
    col(M.partner_id, 150),
    col(M.entity, 90, type="dict", words=GRANTED),
    col(M.error, 240),
    col(M.tries, 80),
    col(M.sentat, 140),
    col(M.nexttry, 140, shown=False),
    col(M.plan_id, 180),
    col(M.edition, 80),
    col(M.count, 70, shown=False),
    col(M.answer, 160, shown=False),
    col(M.ip, 130, type="code", shown=False),
    col(M.ignoredby, 80, shown=False),
    col(M.ignorereason, 180, shown=False),
    col(M.createtime, 140, label="生成时间"),
]
FAILED = {"state": ("2", "3"), "direction": ("push",)}
ACTIONS = [
    Action("view", "查看", p.LOG_QUERY, place="row", kind="route", needs="one", route=LOG_PAGE),
    Action(
        "replay",
        "重传",
        p.LOG_RETRY,
        place="batch",
        kind="call",
        needs="many",
        url=f"{LOGS}/replay",
        confirm="确定要重传所选消息吗？内容按现有数据和在用的映射版本重新生成。",
        when=FAILED,
    ),
    Action("replayOne", "重传", p.LOG_RETRY, place="row", kind="call", needs="one", url=f"{LOGS}/replay", when=FAILED),
    Action(
        "ignore",
        "忽略",
        p.LOG_RETRY,
        place="row",
        kind="form",
        needs="one",
        form="exchange_ignore_form",
        when={"state": ("2",), "direction": ("push",)},
    ),
    Action("replayTime", "按时段重传", p.LOG_RETRY, kind="form", form="exchange_replay_form"),
]


def message_list(no: str, title: str, call: str, entity: str = "") -> ListView:
    """The log, or what it says of one kind of object."""

    def visible(me: User) -> Any:
        return and_(M.visible(me), M.entity == entity) if entity else M.visible(me)

    return add_list(
        ListView(
            no=no,
            title=title,
            permission=p.LOG_QUERY,
            export_permission=EXPORT,
            source=select(M),
            key=M.id,
            visible=visible,
            url=f"{LOGS}/{call}",
            sort="-createtime",
            columns=[c for c in COLUMNS if not (entity and c.name == "entity")],
            search=[
                prefix("number", "编号", M.number, quick=True),
                same("state", "状态", M.state, widget="select", dict="C742", quick=True),
                dates("createtime", "生成时间", M.createtime, moment=True, quick=True),
                Search(
                    "partner",
                    "传输用户",
                    lambda v: M.partner_id.in_(select(Partner.id).where(Partner.name.contains(v, autoescape=True))),
                    quick=True,
                ),
                same("direction", "方向", M.direction, widget="select", options=DIRECTIONS),
                *([] if entity else [same("entity", "数据", M.entity, widget="select", options=GRANTED)]),
                Search(
                    "plan",
                    "传输计划",
                    lambda v: M.plan_id.in_(select(P.id).where(P.name.contains(v, autoescape=True))),
                ),
            ],
            actions=ACTIONS,
        )
    )


log_list = message_list("exchange_message_list", "传输日志查询", "findList")
device_log_list = message_list("exchange_device_log_list", "设备传输日志查询", "findDevices", "equipment")
report_log_list = message_list("exchange_report_log_list", "检验传输日志查询", "findReports", "report")
