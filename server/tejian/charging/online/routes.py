"""Calls of payment online."""

from pydantic import Field

from tejian.charging import permissions as p
from tejian.charging.models.charges import PayOrder
from tejian.charging.places import CALLS
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import Form, OneId
from tejian.kit.ground.errors import Refused
from tejian.kit.records.crud import record
from tejian.kit.web.edge import Answer, Area

from . import forms
from . import orders as online
from .platform import refuse_pretending

area = Area()


def _picture(path: str, channel: str) -> None:
    @area.call(f"{CALLS}/{path}", may=p.PAY, form=OneId, blind="the order that waits is given again")
    def picture(db, me, form) -> online.OrderAnswer:
        refuse_pretending(db)
        answer = online.order(db, me, form.id, channel)
        return answer | {"simulated": answer["simulated"] and me.may(p.SIMULATE)}


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


@area.call(f"{CALLS}/paySimulated", may=p.SIMULATE, form=OneId, blind="pays what is owed, over nothing")
def pay_simulated(db, me, form) -> Answer[str] | Refused:
    said = online.pay_simulated(db, me, form.id)
    return said if isinstance(said, Refused) else Answer(said, {"next": said})


@area.call("/api/chamain/payOrder/load", may=p.CONFIRM, form=OneId, reads=True)
def load_order(db, me, form):
    return record(visible_or_refuse(db, me, PayOrder, form.id))


@area.call("/api/chamain/payOrder/settle", may=p.CONFIRM, form=forms.SETTLE, changes=PayOrder)
def settle_order(db, me, form):
    online.settle_difference(db, me, form)
