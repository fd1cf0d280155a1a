"""The list of the limits of release on credit, each with what of it is used."""

from sqlalchemy import func, select

from tejian.charging import permissions as p
from tejian.charging.models.credit import CreditLine as L
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.lists.listview import Col, ListView, add_list, col, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import CREDITS
from .limits import ON_CREDIT, PAYER
from .process import CALLS, CREDIT, PAGE

USED = (
    select(func.coalesce(func.sum(AppBuss.fee), 0))
    .join(AppMain, AppMain.id == AppBuss.appmain_id)
    .where(AppBuss.cheorg == L.orgid, L.unitsysid == PAYER, *ON_CREDIT)
    .correlate(L)
    .scalar_subquery()
)

credit_list = add_list(
    ListView(
        no="cha_credit_list",
        title="欠费发放额度",
        permission=p.CREDIT_QUERY,
        export_permission=EXPORT,
        source=select(L),
        key=L.id,
        visible=L.visible,
        url=f"{CALLS}/findList",
        sort="-createtime",
        columns=[
            col(L.unitname, 240, fixed="left", link=PAGE),
            col(L.step, 80, label="状态", type="state", words=CREDIT.names, tones=CREDIT.tones),
            col(L.amount, 110, type="money"),
            Col("used", "已用", USED, 110, "money"),
            col(L.termdays, 130),
            col(L.validto, 100),
            col(L.document, 220),
            col(L.agreedby, 80),
            col(L.createtime, 140, label="登记时间"),
        ],
        search=[
            like("unitname", "单位", L.unitname, quick=True),
            same("step", "状态", L.step, widget="select", options=CREDIT.names, quick=True),
        ],
        actions=[CREDITS.add, CREDITS.edit, *buttons(CREDIT)],
    )
)
