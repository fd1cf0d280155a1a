"""传输字段管理: the editions of the mappings."""

from tejian.exchange import permissions as p
from tejian.exchange.models import EDITING, PUBLISHED
from tejian.exchange.models import ExchangeMapping as M
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.system.permissions import EXPORT

from .entities import NAMES
from .forms import ACTS, API, PAGE
from .process import MAPPING

mapping_list = own_listing(
    MAPPING,
    no="exchange_mapping_list",
    title="传输字段管理",
    permission=p.MAPPING_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    columns=[
        col(M.name, 200, fixed="left", link=PAGE),
        col(M.step, 90, label="状态", type="state", words=MAPPING.names, tones=MAPPING.tones),
        col(M.partner_id, 160),
        col(M.entity, 90, type="dict", words=NAMES),
        col(M.edition, 70),
        col(M.published, 140),
        col(M.replaced, 140),
        col(M.note, 240),
        col(M.createtime, 140, shown=False),
    ],
    search=[
        like("name", "映射名称", M.name, quick=True),
        same("entity", "数据", M.entity, widget="select", options=NAMES, quick=True),
        same("step", "状态", M.step, widget="select", options=MAPPING.names),
        dates("published", "发布日期", M.published, moment=True),
    ],
    segments=[
        Segment("editing", "草稿", lambda me: M.step == EDITING),
        Segment("published", "已发布", lambda me: M.step == PUBLISHED),
    ],
    actions=[
        ACTS.add,
        Action("view", "查看", p.MAPPING_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        *buttons(MAPPING),
        ACTS.delete,
    ],
)
