"""The list of receipts."""

from sqlalchemy import select

from tejian.charging import permissions as p
from tejian.charging.charges.api import said
from tejian.charging.models.charges import Invoice as V
from tejian.charging.models.charges import not_a_units, of_charges
from tejian.charging.places import OF_CHARGE
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, same
from tejian.kit.lists.statview import flag, in_month, stated
from tejian.system.permissions import EXPORT

invoice_list = add_list(
    ListView(
        no="cha_invoice_list",
        title="电子票据",
        permission=p.QUERY,
        export_permission=EXPORT,
        source=select(V),
        key=V.id,
        visible=V.visible,
        indexed=lambda me: of_charges(me, V.charge_id),
        ordered=not_a_units,
        url="/api/chamain/invoice/findList",
        sort="-issued",
        columns=[
            col(V.billno, 170, type="code", fixed="left"),
            col(V.kind, 200),
            col(V.state, 80),
            col(V.amount, 110, type="money"),
            col(V.title, 190),
            col(V.taxno, 160, type="code"),
            Col(
                "chargesysid",
                "收费单号",
                V.chargesysid,
                140,
                "code",
                link=OF_CHARGE,
            ),
            col(V.checkcode, 100, type="code", shown=False),
            col(V.taxpercent, 80, type="number", shown=False),
            col(V.tax, 110, type="money", shown=False),
            col(V.confirmation, 160, type="code", shown=False),
            col(V.originalno, 160, type="code"),
            col(V.reason, 160),
            col(V.issuedby, 80),
            col(V.issued, 140),
            col(V.prints, 76),
            col(V.email, 160, shown=False),
            Col("charge_id", "", V.charge_id),
        ],
        search=[
            said("billno", "票据号码", V.billno, V.searchtext, quick=True),
            said("title", "抬头", V.title, V.searchtext, quick=True),
            same("kind", "票据类型", V.kind, widget="select", dict="C642"),
            same("state", "票据状态", V.state, widget="select", dict="C645", quick=True),
            dates("issued", "开票时间", V.issued, moment=True, facet=None),
            in_month("month", "开票月份", V.issued),
            stated("issuedby", "开票人", V.issuedby),
            flag("red", "红字票据", V.amount < 0),
        ],
        actions=[
            Action("SFPJ", "打印", p.QUERY, place="row", kind="print", needs="one", print="SFPJ"),
        ],
    )
)
