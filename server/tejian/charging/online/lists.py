"""The list of orders of payment."""

from sqlalchemy import case, exists, select

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges.api import said, within
from tejian.charging.models.charges import PayOrder as R
from tejian.charging.models.charges import not_a_units, of_charges
from tejian.charging.models.surplus import Surplus as M
from tejian.charging.places import BASE, OF_CHARGE
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, same
from tejian.system.permissions import EXPORT

from .orders import CHANNELS

TOO_MUCH = exists().where(M.order_id == R.id, M.step.in_(at.OPEN_SURPLUS))  # money to be given back


order_list = add_list(
    ListView(
        no="cha_order_list",
        title="在线支付对账",
        permission=p.QUERY,
        export_permission=EXPORT,
        source=select(R),
        key=R.id,
        visible=R.visible,
        indexed=lambda me: of_charges(me, R.charge_id),
        ordered=not_a_units,
        url="/api/chamain/payOrder/findList",
        sort="-orderno",
        columns=[
            col(R.orderno, 140, type="code", fixed="left"),
            col(R.chargesysid, 136, type="code", link=OF_CHARGE),
            col(R.payunitname, 170),
            col(R.channel, 96, type="dict", words=CHANNELS),
            col(R.amount, 106, type="money"),
            col(R.state, 80),
            col(R.platformno, 164, type="code"),
            col(R.paidat, 136),
            col(R.note, 240),
            col(R.createtime, 140, label="下单时间"),
            Col("charge_id", "", R.charge_id),
            Col("toomuch", "", case((TOO_MUCH, "1"), else_="0")),
        ],
        search=[
            said("orderno", "支付订单号", R.orderno, R.searchtext, quick=True),
            said("payunitname", "缴费单位", R.payunitname, R.searchtext, quick=True),
            said("chargesysid", "收费单号", R.chargesysid, R.searchtext),
            same("state", "支付结果", R.state, widget="select", dict="C644", quick=True),
            said("platformno", "平台流水号", R.platformno, R.searchtext),
            within("createtime", "下单时间", R.createtime),
        ],
        segments=[Segment("different", "对账差异", lambda me: R.state == at.DIFFERENT)],
        actions=[
            Action(
                "settle",
                "处理差异",
                p.CONFIRM,
                place="row",
                kind="form",
                needs="one",
                form="cha_form_settle",
                when={"state": (at.DIFFERENT,), "toomuch": ("0",)},
            ),
            Action(
                "tooMuch",
                "多收款",
                p.QUERY,
                place="row",
                kind="route",
                needs="one",
                route=f"{BASE}/surplusSearch?orderno={{orderno}}",
                when={"toomuch": ("1",)},
            ),
        ],
    )
)
