"""接口访问日志: the calls of each minute, client and path."""

from sqlalchemy import case, func, literal, select, true

from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like
from tejian.system.permissions import LOG_QUERY
from tejian.watch.models.access import ApiAccess as A

NOBODY = "未登录"
SLOW = 1000  # ms: what people notice as waiting
_client = case((A.user_name != "", A.user_name), else_=literal(NOBODY))


access_list = add_list(
    ListView(
        no="api_access_list",
        title="接口访问日志",
        permission=LOG_QUERY,
        export_permission=LOG_QUERY,
        source=select(A),
        key=A.id,
        visible=lambda _me: true(),
        url="/api/system/access/findList",
        sort="-minute",
        late="wrong",
        due=["broken"],
        columns=[
            col(A.minute, 140, fixed="left"),
            Col("client", "调用者", _client, 110),
            col(A.path, 300, type="code"),
            col(A.calls, 70),
            col(A.refused, 70),
            col(A.broken, 70),
            *(Col(c.key, c.info["label"], func.round(c), 106, "number") for c in (A.p50, A.p95, A.p99, A.most_ms)),
            col(A.ip, 130, type="code"),
            Col("wrong", "", case((A.broken > 0, "1"), else_="0")),
        ],
        search=[
            like("called", "接口", A.path, quick=True),
            like("client", "调用者", _client, quick=True),
            dates("minute", "时间", A.minute, moment=True, quick=True),
            like("ip", "来源地址", A.ip),
        ],
        segments=[
            Segment("broken", "有出错的", lambda me: A.broken > 0),
            Segment("slow", "慢的（95% 超过 1 秒）", lambda me: A.p95 > SLOW),
        ],
    )
)
