"""The forms of transfers: one that came in, what it pays, and why it is given up or taken back."""

from dataclasses import replace

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging.inputs import MOST, words, yuan
from tejian.charging.models.transfers import BankTransfer as T
from tejian.charging.places import BASE
from tejian.kit.forms.formview import Field, FormView, Group, Table, add_form, dialog, field_of
from tejian.kit.forms.refers import Refers

LIST, CALLS = f"{BASE}/transferSearch", "/api/chamain/transfer"
PAGE = f"{LIST}/detail?id={{id}}"

ARRIVED = add_form(
    FormView(
        "cha_form_transfer",
        "登记转账",
        f"{CALLS}/save",
        [
            Group(
                "",
                [
                    Field(
                        *("payunitsysid", "缴费单位", "unit", True),
                        span=24,
                        refers=Refers(Unit, alone="whoever pays"),
                    ),
                    Field("place", "到账账户", "select", True, options=at.BANK_PLACES, span=12),
                    replace(yuan("转账金额", ""), span=12),
                    field_of(T.ref, required=True, span=12),
                    field_of(T.arrived, required=True, span=12),
                    field_of(T.payer, span=12, help="与缴费单位不同时填写"),
                    words("note", "说明"),
                ],
            )
        ],
        width=640,
        ok="登记",
        done="已登记，请分付收费单",
    )
)
SHARE = add_form(
    FormView(
        "cha_form_transfer_share",
        "本次支付",
        "",
        [
            Group(
                "",
                [
                    Field("chargesysid", "收费单号", readonly=True),
                    Field("duedate", "缴费期限", "date", readonly=True),
                    Field("left", "未缴金额", "money", readonly=True, low=0, unit="元"),
                    Field("amount", "本次支付", "money", low=0, high=MOST, unit="元"),
                ],
            )
        ],
    )
)


def allotment(no: str, title: str, load: str, note: str) -> FormView:
    """The charges of a payer with what is paid of each, and what becomes of the rest."""
    rest = Field("ahead", "余款", "radio", True, options={"0": "没有余款", "1": "转入预存款"}, span=24, default="0")
    return FormView(
        no,
        title,
        "",
        [Group("", [rest, words("opinion", "说明")])],
        load_url=load,
        width=760,
        note=note,
        ok="入账",
        done="已入账",
        tables=(Table("shares", "收费单", SHARE, "", most=at.MOST_SHARES),),
    )


ALLOT = allotment(
    "cha_form_transfer_allot",
    "转账入账 {transferno}",
    f"{CALLS}/propose",
    "{payunitname} {placeName} {amount} 元，按缴费期限由早到晚提出，可以修改；不付的留空",
)
VOID = dialog(
    "cha_form_transfer_void", "作废 {transferno}", words("reason", "作废原因", True), ok="作废", done="已作废"
)
UNDO = dialog(
    "cha_form_transfer_undo",
    "整笔冲销 {transferno}",
    words("reason", "冲销原因", True, help="写明向银行或缴费人核实的情况"),
    note="{chargecount} 张收费单的 {paid} 元和预存款 {rest} 元一并冲销，银行流水号可以重新登记",
    ok="冲销",
    done="已冲销",
)
