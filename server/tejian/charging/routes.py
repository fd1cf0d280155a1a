"""Calls of charging: paths and codes of the specification 001 §7.5, and what its screens need besides."""

from pydantic import Field

from tejian.kit.crud import Hooks, Rights, crud, record
from tejian.kit.db import visible_or_refuse
from tejian.kit.edge import Answer, Area, File
from tejian.kit.errors import Refused
from tejian.kit.forms import Form, ManyIds, OneId, asks
from tejian.kit.moves import register
from tejian.kit.recordview import add_record

from . import (
    account_lists,
    account_process,
    bill_lists,
    bill_process,
    calculators,
    checking,
    checking_lists,
    closing,
    closing_lists,
    daily,
    detail,
    fee_list,
    forms,
    invoices,
    matching,
    online,
    policies,
    process,
    removal,
    settling,
    surplus_lists,
    surplus_process,
    view,
)
from . import permissions as p
from .models import Charge, Invoice, PayOrder, ReliefPolicy
from .process import CALLS, CHARGE

area = Area()
add_record(area, detail.CHARGE_VIEW)
add_record(area, account_lists.ACCOUNT_VIEW)
add_record(area, closing_lists.DAY_VIEW)
add_record(area, closing_lists.MONTH_VIEW)
add_record(area, checking_lists.DIFFERENCE_VIEW)
add_record(area, checking_lists.STATEMENT_VIEW)
add_record(area, surplus_lists.SURPLUS_VIEW)
register(area, CHARGE, bill_process.BILL, account_process.ACCOUNT, closing.DAY, closing.MONTHLY)
register(area, settling.DIFFERENCE, surplus_process.SURPLUS)


@area.call(f"{CALLS}/detail", may=p.REGISTER, form=forms.DetailForm, reads=True)
def open_form(db, me, form) -> view.ChargeDraft:
    return view.opened(db, me, form)


@area.call(f"{CALLS}/assembly", may=p.REGISTER, form=forms.ChargeForm, reads=True)
def assemble(db, me, form) -> view.ChargeDraft:
    return view.assembled(db, me, form)


@area.call(f"{CALLS}/getBasicCharge", may=p.REGISTER, form=forms.AppnoForm, reads=True)
def basic_charge(db, me, form) -> view.ChargeDraft:
    return view.opened(db, me, forms.DetailForm(pAppno=form.appno))


@area.call(f"{CALLS}/save", may=p.REGISTER, form=forms.ChargeForm, changes=Charge)
def save(db, me, form):
    return [record(charge) for charge in process.register(db, me, form)]


@area.call(f"{CALLS}/delete", may=p.REGISTER, form=ManyIds, changes=Charge)
def delete(db, me, form):
    removal.delete_drafts(db, me, form.ids)


@area.call(f"{CALLS}/findByAppnos", may=p.QUERY, form=forms.AppnoForm, reads=True)
def charges_of_declarations(db, me, form):
    return view.charges_of(db, me, appnos=form.appno)


@area.call("/api/complexquery/getChargesysidBySeisn", may=p.QUERY, form=asks(seisn="业务流水号"), reads=True)
def charge_of_item(db, me, form):
    return view.charges_of(db, me, seisn=form.seisn)


@area.call("/api/chalog/chaLog/list", may=p.QUERY, form=OneId, reads=True)
def moves(db, me, form):
    return view.log_of(db, me, form.id)


@area.call("/api/chaoperate/chaoperate/list", may=p.QUERY, form=OneId, reads=True)
def entries(db, me, form):
    return view.entries_of(db, me, form.id)


@area.call("/api/feeitems/ibmsSeiAssChaFeeItems/dictList", any_user=True, reads=True)
def fee_items(db, me, form):
    return view.fee_items(db)


@area.call("/api/chadtjf/getConfigList", any_user=True, reads=True)
def lift_bands(db, me, form):
    return view.lift_bands(db)


def _calculator(path: str, kind: str) -> None:
    @area.call(path, may=p.REGISTER, form=forms.CalculationForm, reads=True)
    def calculate(db, me, form) -> view.Calculation:
        return view.calculated(db, me, kind, form)


for _calculation, _kind in (
    ("/api/chagdjjmain/ibmsSeiAssChaGdjjMain/gdjjSave", calculators.SUPERVISED_PIPING),
    ("/api/chagddj/ibmsSeiAssChaGddj/gddjSave", calculators.PERIODIC_PIPING),
    ("/api/charqdj/ibmsSeiAssChaRqdj/rqdjSave", calculators.PERIODIC_VESSEL),
):
    _calculator(_calculation, _kind)


@area.call("/api/chareliefpolicy/chaReliefPolicy/list", may=p.QUERY, form=forms.PolicyForm, reads=True)
def policy_list(db, me, form):
    return view.policies_for(db, me, form.equclacode, form.unit, form.equId)


@area.call("/api/chamain/feeTable/tryFee", may=p.FEES, form=fee_list.TryForm, reads=True)
def try_fee(db, me, form) -> fee_list.Tried:
    return fee_list.tried(db, me, form)


crud(
    area,
    ReliefPolicy,
    forms.POLICY_FORM,
    Rights(p.POLICY_QUERY, p.POLICY_SAVE),
    Hooks(policies.before_save, before_delete=policies.before_delete, beside=policies.beside),
)


# -- payment online -------------------------------------------------------------------------------------------------


def _picture(path: str, channel: str) -> None:
    @area.call(f"{CALLS}/{path}", may=p.PAY, form=OneId, blind="the order that waits is given again")
    def picture(db, me, form) -> online.OrderAnswer:
        return online.order(db, me, form.id, channel)


for _path, _channel in (
    ("getTaxableQRCode", "taxable"),
    ("getOnNonTaxQRCode", "on"),
    ("getOffNonTaxQRCode", "off"),
    ("paycodeForNontaxToQy", "code"),
):
    _picture(_path, _channel)


class CallbackForm(Form):
    """What the platform sends: everything is text, as it was signed."""

    orderno: str = Field(title="订单号", max_length=32)
    amount: str = Field(title="金额", max_length=32)
    platformno: str = Field(title="平台流水号", min_length=1, max_length=64)
    paidat: str = Field("", title="支付时间", max_length=40)
    sign: str = Field("", title="签名", max_length=128)


@area.call(f"{CALLS}/payCallback", public=True, form=CallbackForm, caller=True, blind="signed; judged by its order")
def called_back(db, me, form, caller) -> str | Refused:
    return online.called_back(db, form.model_dump(), caller.ip)


@area.call(f"{CALLS}/paySimulated", may=p.PAY, form=OneId, blind="pays what is owed, over nothing")
def pay_simulated(db, me, form) -> Answer[str] | Refused:
    said = online.pay_simulated(db, me, form.id)
    return said if isinstance(said, Refused) else Answer(said, {"next": said})


@area.call("/api/chamain/payOrder/load", may=p.CONFIRM, form=OneId, reads=True)
def load_order(db, me, form):
    return record(visible_or_refuse(db, me, PayOrder, form.id))


@area.call("/api/chamain/payOrder/settle", may=p.CONFIRM, form=forms.SETTLE, changes=PayOrder)
def settle_order(db, me, form):
    online.settle_difference(db, me, form)


@area.call(f"{CALLS}/downInvoice", may=p.QUERY, form=OneId, reads=True, opens=True)
def down_invoice(db, me, form) -> File:
    return invoices.receipt(db, me, visible_or_refuse(db, me, Invoice, form.id))


# -- the four ways, and statements ----------------------------------------------------------------------------------


@area.call(f"{settling.CALLS}/compare", may=p.SETTLE, blind="writes down what stands, over nothing that is settled")
def compare(db, me, form) -> Answer[int]:
    count = checking.compare(db, me.org_id)
    return Answer(count, {"next": f"有{count}条差异待处理" if count else "没有差异待处理"})


@area.call(
    f"{checking_lists.STATEMENTS}/take", may=p.TAKE, form=matching.FileForm, limit=matching.LIMIT, blind="a new record"
)
def take_statement(db, me, form) -> matching.Taken:
    return matching.answer(matching.taken(db, me, form))


@area.call(f"{daily.CALLS}/fetch", may=p.TAKE, form=daily.FETCH, blind="a new record")
def fetch_statement(db, me, form) -> matching.Taken:
    return daily.fetched(db, me, form)


# -- the receipts' queue --------------------------------------------------------------------------------------------


@area.call(f"{bill_process.CALLS}/stop", may=p.BRAKE, form=bill_lists.STOP, blind="refused while the brake is on")
def stop_billing(db, me, form):
    bill_process.stop(db, me, form)


@area.call(f"{bill_process.CALLS}/start", may=p.BRAKE, form=bill_lists.START, blind="refused while the brake is off")
def start_billing(db, me, form) -> int:
    return bill_process.start(db, me, form)


# -- money in advance -----------------------------------------------------------------------------------------------


@area.call(f"{account_process.CALLS}/open", may=p.RECEIVE, form=account_process.OPEN, blind="adds money, over nothing")
def open_account(db, me, form):
    return record(account_process.open_account(db, me, form))
