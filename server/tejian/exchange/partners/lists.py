"""传输用户授权: the accounts of partners."""

from sqlalchemy import func, select

from tejian.exchange import permissions as p
from tejian.exchange.mappings.api import GRANTED
from tejian.exchange.models import ExchangePartner as P
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import ListView, Segment, add_list, col, dates, like, same
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, WAYS

partner_list = add_list(
    ListView(
        no="exchange_partner_list",
        title="传输用户授权",
        permission=p.PARTNER_QUERY,
        export_permission=EXPORT,
        source=select(P),
        key=P.id,
        visible=P.visible,
        url=f"{API}/findList",
        sort="code",
        late=(P.enddate < func.current_date()) & P.enabled,
        due=["enddate"],
        columns=[
            col(P.code, 120, type="code", fixed="left"),
            col(P.name, 180),
            col(P.enabled, 70),
            col(P.entities, 150, type="dict", words=GRANTED),
            col(P.orgid, 180),
            col(P.areacode, 110),
            col(P.enddate, 110),
            col(P.perminute, 90),
            col(P.addresses, 200, type="code"),
            col(P.way, 150, type="dict", words=WAYS),
            col(P.url, 220, type="code", shown=False),
            col(P.tokenend, 90, type="code"),
            col(P.tokenat, 140),
        ],
        search=[
            like("text", "代码、名称", P.code, P.name, quick=True),
            same("way", "推送通道", P.way, widget="select", options=WAYS, quick=True),
            dates("enddate", "授权截止", P.enddate),
        ],
        segments=[
            Segment("valid", "有效", lambda me: P.enabled & (P.enddate >= func.current_date())),
            Segment("ended", "已到期", lambda me: P.enabled & (P.enddate < func.current_date())),
            Segment("off", "已停用", lambda me: ~P.enabled),
        ],
        actions=[
            ACTS.add,
            ACTS.edit,
            Action("partnerToken", "生成令牌", p.PARTNER_SAVE, place="row", needs="one"),
            ACTS.delete,
        ],
    )
)
