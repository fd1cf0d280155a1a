"""策略设置: the rules; 发送消息: the lifts that a rule wants a report of, and when they were reminded last."""

from datetime import timedelta
from typing import Any

from sqlalchemy import and_, func, select, true

from tejian.archives import codes
from tejian.archives.equipment.api import COLUMNS, SEARCH
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.messages.models import Sms
from tejian.supervision import permissions as p
from tejian.supervision.models.selfchecks import AHEAD, CHANNELS, DRAFT, ISSUED, rule_of_lift
from tejian.supervision.models.selfchecks import SelfCheckRule as R
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import RULE

rule_list = own_listing(
    RULE,
    no="self_check_rule_list",
    title="自行检测策略",
    permission=p.SELF_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    columns=[
        col(R.ruleno, 130, type="code", fixed="left", link=PAGE),
        col(R.step, 90, label="状态", type="state", words=RULE.names, tones=RULE.tones),
        col(R.areacode, 140),
        col(R.kind, 160),
        col(R.validfrom, 110),
        col(R.ahead, 90),
        col(R.grace, 90),
        col(R.channel, 130, type="dict", words=CHANNELS),
        col(R.lifts, 120),
        col(R.source, 220),
        col(R.orgid, 160),
        col(R.issuer_id, 90),
        col(R.issued, 140, shown=False),
        col(R.ended, 140, shown=False),
        col(R.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、依据", R.ruleno, R.source, quick=True),
        same("step", "状态", R.step, widget="select", options=RULE.names, quick=True),
        same("areacode", "区划", R.areacode, widget="area"),
        dates("validfrom", "生效日期", R.validfrom),
    ],
    segments=[
        Segment("draft", "待发布", lambda me: R.step == DRAFT),
        Segment("issued", "已发布", lambda me: R.step == ISSUED),
    ],
    actions=[
        ACTS.add,
        Action("view", "查看", p.SELF_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        *buttons(RULE),
        ACTS.delete,
    ],
)

_rule = rule_of_lift()
_last = E.ndetdate + _rule.c.grace  # until when the report is to be there
_by = {one.name: one for one in COLUMNS}
_code = select(Unit.code).where(Unit.id == E.useorgsysid, Unit.code != "").correlate(E).scalar_subquery()
_reminded = select(func.max(Sms.createtime)).where(Sms.datacode == _code, Sms.template == "JCDQ").scalar_subquery()
_late = _last < func.current_date()


def _due(me: User) -> Any:
    """Lifts in use whose detection is due within the days of their rule, or has passed."""
    near = E.ndetdate <= clock.today() + timedelta(days=AHEAD)  # by its index; each rule then says its own
    mine = (E.visible(me), E.equclass == codes.LIFT, E.equDel == 0, E.equstatus.in_(codes.RUNNING))
    return and_(*mine, near, E.ndetdate <= func.current_date() + _rule.c.ahead)


due_list = add_list(
    ListView(
        no="self_check_due_list",
        title="自行检测提醒",
        permission=p.SELF_QUERY,
        export_permission=EXPORT,
        source=select(E).join(_rule, true()),
        key=E.id,
        visible=_due,
        url=f"{API}/findDue",
        sort="last",
        late=_late,
        due=["last"],
        columns=[
            *(_by[name] for name in ("equcode", "useorgname", "useplace")),
            col(E.ndetdate, 110),
            Col("last", "上传期限", _last, 110, "date"),
            Col("left", "余期", _last - func.current_date(), 84, "left"),
            Col("reminded", "最近短信提醒", _reminded, 140, "datetime", sortable=False),
            Col("ruleno", "策略", _rule.c.ruleno, 130, "code"),
            Col("channel", "提醒渠道", _rule.c.channel, 130, "dict", words=CHANNELS),
            *(_by[name] for name in ("maiorgname", "areacode", "equclacode", "equclass", "useorgsysid")),
        ],
        search=[
            *(one for one in SEARCH if one.name in ("equcode", "useorgname", "maiorgname", "areacode", "useplace")),
            dates("ndetdate", "下次检测日期", E.ndetdate),
            Search("late", "只看超过上传期限", lambda v: _late, widget="checkbox"),
        ],
        segments=[
            Segment("late", "超过上传期限", lambda me: _late),
            Segment("grace", "宽限期内", lambda me: and_(E.ndetdate < func.current_date(), ~_late)),
            Segment("ahead", "即将到期", lambda me: E.ndetdate >= func.current_date()),
        ],
        actions=[
            Action(
                "send",
                "发送提醒",
                p.SELF_SEND,
                place="batch",
                kind="call",
                needs="many",
                url=f"{API}/send",
                confirm="按各自策略的渠道提醒所选电梯的使用单位，每家一条。确定要发送吗？",
            ),
            Action("openDevice", "档案", p.SELF_QUERY, place="row", needs="one"),
        ],
    )
)
