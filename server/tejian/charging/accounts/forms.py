"""The dialogs of money that units pay in advance."""

from tejian.charging.charges.api import GIVEN, PAPER, WAY
from tejian.charging.inputs import words, yuan
from tejian.kit.forms.formview import Field, dialog

TAKE_IN = dialog(
    "cha_form_account_take",
    "预存 {unitname}",
    yuan("预存金额", ""),
    Field("way", "收款方式", "select", True, options=WAY, span=12, default="transfer"),
    Field("ref", "凭证号", required=True, span=12, size=64, when=PAPER),
    GIVEN,
    words("note", "说明"),
    note="余额 {balance} 元",
    ok="收款",
    done="已登记预存款",
)


GIVE_BACK = dialog(
    "cha_form_account_back",
    "退还余额 {unitname}",
    Field("way", "退还方式", "select", True, options=WAY, span=12, default="transfer"),
    Field("ref", "凭证号", required=True, span=12, size=64, when=PAPER),
    words("reason", "退还原因", True),
    note="退还全部余额 {balance} 元",
    ok="退还",
    done="已退还",
)
