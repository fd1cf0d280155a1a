"""收费分割表 and 票据汇总表: sums of the lines of charges and of receipts; each number leads to them."""

from sqlalchemy import func

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.bills.api import invoice_list
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.charges import ChargeLine as L
from tejian.charging.models.charges import Invoice as V
from tejian.kit.lists.statview import COUNT, By, Measure, StatView, add_stat, by_month, names_of
from tejian.system.models.organisations import Org

from .lists import CLASS, OFFICE, line_list

add_stat(
    StatView(
        *("charge_lines", "收费分割表", p.DAYS, line_list, "/qualityAndAssess/chargeLines", "confirmed"),
        (
            By("item", "收费项目", L.item),
            By("chedept", "检验部门", OFFICE, names=names_of(Org, Org.name)),
            By("equclass", "设备种类", CLASS, "C601"),
            By("nature", "收费性质", C.nature, words=at.NATURES),
            By("kind", "来源", L.kind, words=at.LINE_KINDS),
            by_month("month", "确认月份", C.confirmed),
        ),
        (
            Measure("lines", "行数", COUNT),
            Measure("amount", "确认应收（元）", func.sum(L.amount), kind="money", sums="amount"),
        ),
        "按财务确认日期计，作废的收费单不计；减免和优惠是负数的行。不是到账：到账见“资金明细”。",
    )
)
add_stat(
    StatView(
        *("receipts", "票据汇总表", p.DAYS, invoice_list, "/assistMng/payMng/invoiceSearch", "issued"),
        (
            By("kind", "票据类型", V.kind, "C642"),
            By("state", "票据状态", V.state, "C645"),
            By("issuedby", "开票人", V.issuedby),
            by_month("month", "开票月份", V.issued),
        ),
        (
            Measure("bills", "票据", COUNT),
            Measure("red", "其中红字", COUNT.filter(V.amount < 0), {"red": "1"}, alarm=True),
            Measure("amount", "金额（元）", func.sum(V.amount), kind="money", sums="amount"),
        ),
        "红字票据的金额为负，合计是相抵后的数。",
    )
)
