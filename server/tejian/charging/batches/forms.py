"""What is asked before many charges are looked at, and before their payments are taken back."""

from tejian.charging.inputs import MOST, words
from tejian.charging.places import BASE
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog

LIST, CALLS = f"{BASE}/batchSearch", "/api/chamain/batch"
PAGE = f"{LIST}/detail?id={{id}}"
GIVEN = Field(
    *("given", "收到现金", "money"),
    low=0.01,
    high=MOST,
    unit="元",
    span=24,
    help="同一缴费单位一次付清几张时填写，找零由系统算出",
)


def _asked(no: str, title: str, call: str, *fields: Field) -> FormView:
    group = Group("", [*fields, words("note", "说明")])
    return add_form(FormView(no, title, f"{CALLS}/{call}", [group], width=520, ok="预览", done="请看逐单的预览"))


CONFIRM = _asked("cha_form_batch_confirm", "批量确认", "confirm")
RECEIVE = _asked("cha_form_batch_receive", "批量收款（现金）", "receive", GIVEN)
BILL = _asked("cha_form_batch_bill", "批量开票", "bill")
UNDO = dialog(
    "cha_form_batch_undo",
    "冲销本批收款 {batchno}",
    words("reason", "冲销原因", True),
    note="逐单按“冲销收款”办理；之后又有收付款、已开票的留下并写明原因",
    ok="冲销",
    done="已办理，逐单结果见下",
)
