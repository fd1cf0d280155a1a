"""The lines of confirmed charges, each with the department and class of the work that it pays."""

from sqlalchemy import func, select

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.charges import ChargeLine as L
from tejian.charging.places import OF_CHARGE
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.kit.lists.statview import in_month, stated
from tejian.system.permissions import EXPORT

# a line that belongs to the whole charge (a relief, a discount) names no item, so no department either
OFFICE, CLASS = func.coalesce(B.chedept, ""), func.coalesce(B.equclass, "")
line_list = add_list(
    ListView(
        no="quality_line_list",
        title="收费明细行",
        permission=p.DAYS,
        export_permission=EXPORT,
        source=select(L)
        .join(C, C.id == L.charge_id)
        .outerjoin(B, B.seisn == L.seisn)
        .where(C.confirmed.is_not(None), C.step != at.VOID),
        key=L.id,
        visible=lambda me: C.visible(me),
        url="/api/quality/findLines",
        sort="-confirmed",
        columns=[
            Col("chargesysid", "收费单号", C.chargesysid, 150, "code", link=OF_CHARGE, fixed="left"),
            col(C.payunitname, 190),
            col(L.item, 180),
            Col("kind", "来源", L.kind, 70, "dict", words=at.LINE_KINDS),
            col(L.amount, 110, type="money"),
            col(L.qty, 70, type="number", shown=False),
            col(B.chedept, 120),
            col(B.equclass, 90),
            Col("nature", "收费性质", C.nature, 90, "dict", words=at.NATURES, shown=False),
            col(L.seisn, 130, type="code"),
            col(L.explanation, 220),
            Col("confirmed", "确认时间", C.confirmed, 140, "datetime"),
            Col("charge_id", "", L.charge_id),
        ],
        search=[
            like("payunitname", "缴费单位", C.payunitname, quick=True),
            stated("item", "收费项目", L.item, quick=True),
            same("kind", "来源", L.kind, widget="select", options=at.LINE_KINDS),
            same("nature", "收费性质", C.nature, widget="select", options=at.NATURES),
            stated("chedept", "检验部门", OFFICE),
            stated("equclass", "设备种类", CLASS, widget="select", dict="C601", quick=True),
            dates("confirmed", "确认日期", C.confirmed, moment=True, quick=True),
            in_month("month", "确认月份", C.confirmed),
        ],
    )
)
