"""The list of the receipts' queue."""

from sqlalchemy import String, case, literal, select, type_coerce

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges.api import said, within
from tejian.charging.inputs import words
from tejian.charging.models.bills import BillRequest as R
from tejian.charging.models.charges import not_a_units, of_charges
from tejian.charging.places import OF_CHARGE
from tejian.charging.receipts import api as receipts
from tejian.kit.forms.formview import FormView, Group, add_form
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, same
from tejian.kit.process.moves import buttons
from tejian.system.models.settings import Param
from tejian.system.permissions import EXPORT

from .process import BILL, CALLS

_brake = select(Param.value).where(Param.key == receipts.BRAKE).scalar_subquery()
_said = case(
    ((R.step == at.WAITING_BILL) & (_brake != ""), type_coerce(literal("整体暂停，"), String).concat(_brake)),
    else_=R.answer,
)


def _brake_form(no: str, title: str, path: str, label: str, ok: str) -> FormView:
    return add_form(
        FormView(no, title, f"{CALLS}/{path}", [Group("", [words("reason", label, True)])], width=520, ok=ok)
    )


STOP = _brake_form("cha_form_bill_stop", "整体暂停开票", "stop", "暂停原因", "暂停")
START = _brake_form("cha_form_bill_start", "恢复开票", "start", "恢复原因", "恢复")

bill_list = add_list(
    ListView(
        no="cha_bill_list",
        title="开票队列",
        permission=p.BILL,
        export_permission=EXPORT,
        source=select(R),
        key=R.id,
        visible=R.visible,
        indexed=lambda me: of_charges(me, R.charge_id),
        ordered=not_a_units,
        url=f"{CALLS}/findList",
        sort="-requestno",
        columns=[
            col(R.requestno, 150, type="code", fixed="left"),
            col(R.chargesysid, 150, type="code", link=OF_CHARGE),
            col(R.payunitname, 190),
            col(R.step, 90, label="状态", type="state", words=BILL.names, tones=BILL.tones),
            col(R.amount, 100, type="money"),
            col(R.kind, 140),
            Col("said", "说明", _said, 220),
            col(R.there, 90, type="dict", words=at.PLACES),
            col(R.tries, 90),
            col(R.nexttry, 140),
            col(R.billno, 170, type="code"),
            col(R.originalno, 170, type="code"),
            col(R.title, 180),
            col(R.taxno, 150, type="code", shown=False),
            col(R.askedby, 80),
            col(R.createtime, 140, label="申请时间"),
            Col("charge_id", "", R.charge_id),
        ],
        search=[
            said("payunitname", "缴费单位", R.payunitname, R.searchtext, quick=True),
            said("chargesysid", "收费单号", R.chargesysid, R.searchtext, quick=True),
            same("step", "状态", R.step, widget="select", options=BILL.names, quick=True),
            said("requestno", "申请号", R.requestno, R.searchtext),
            said("billno", "票据号码", R.billno, R.searchtext),
            within("createtime", "申请时间", R.createtime),
        ],
        segments=[
            Segment("wait", "待开具", lambda me: R.step == at.WAITING_BILL),
            Segment("failed", "开票失败", lambda me: R.step == at.FAILED_BILL),
            Segment("held", "已暂停", lambda me: R.step == at.HELD_BILL),
        ],
        actions=[
            Action("stop", "整体暂停", p.BRAKE, kind="form", form="cha_form_bill_stop"),
            Action("start", "整体恢复", p.BRAKE, kind="form", form="cha_form_bill_start"),
            *buttons(BILL),
        ],
    )
)
